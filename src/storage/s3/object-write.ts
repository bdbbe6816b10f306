/** One write of an object, as the steps that carry it out share it. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Retries } from "../remote/retries.ts";
import type { Bucket } from "./bucket.ts";
import type { ObjectHead } from "./object-head.ts";
import type { S3Outcome } from "./s3-client.ts";
import type { S3Conditions } from "./s3-conditions.ts";

/** What all writes of a store share. */
export interface ObjectWriterParts {
  readonly bucket: Bucket;
  readonly conditions: S3Conditions;
  /** Bytes above which a file is sent in parts, and the size of the first of them. */
  readonly partBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a write is conditional on. */
export type ObjectCondition = { readonly ifAbsent: true } | { readonly ifVersion: string } | undefined;

/** One write, with all that its attempts share. */
export interface ObjectWrite {
  readonly path: LogicalPath;
  readonly condition: ObjectCondition;
  /** The condition is held by us alone, since the server does not. */
  readonly isEmulated: boolean;
  /**
   * A write that asks for nothing names what it goes on from all the same, as long as that takes: a copy of it that comes late, or comes
   * twice, then can't undo what others have written since.
   */
  readonly isGuarded: boolean;
  readonly retries: Retries;
  /** Goes with every attempt, so that what is there later can be told to be ours. */
  readonly writeId: string;
  readonly size: number;
  /** The ETag that the server will give, where it gives an MD5. */
  readonly md5: string | undefined;
  readonly sha256: string | undefined;
  /** Sends it once, on top of `base`. */
  readonly send: (
    condition: Readonly<Record<string, string>>,
    base: ObjectHead | undefined,
  ) => Promise<S3Outcome<unknown>>;
}
