/** A bucket as the parts of the S3 store share it. */
import { type LogicalPath, pathBelow } from "../../base/logical-path.ts";
import { Retries, type RetrySettings } from "../remote/retries.ts";
import { KnownHeads } from "./known-heads.ts";
import type { S3Client } from "./s3-client.ts";

export class Bucket {
  readonly client: S3Client;
  readonly heads: KnownHeads = new KnownHeads();
  readonly #retrySettings: RetrySettings;

  constructor(client: S3Client, retrySettings: RetrySettings) {
    this.client = client;
    this.#retrySettings = retrySettings;
  }

  /** The whole key of a path. `invalid_path` where the prefix makes it too long. */
  keyOf(path: LogicalPath): string {
    const { prefix } = this.client.place;
    return prefix === "" ? path : pathBelow(prefix, path);
  }

  /** The repetitions of one operation. */
  newRetries(signal: AbortSignal | undefined): Retries {
    return new Retries(this.#retrySettings, signal);
  }
}
