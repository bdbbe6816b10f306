/** A bucket by its options, without asking it anything. */
import { GraphdownError } from "../../base/errors.ts";
import { defaultRetrySettings } from "../remote/retries.ts";
import { Bucket } from "./bucket.ts";
import { resolveS3Place } from "./resolve-s3-place.ts";
import { S3Client } from "./s3-client.ts";
import type { S3StoreOptions } from "./s3-options.ts";

/** A wrong setting is `invalid_options` and names the option. */
export function openBucket(options: S3StoreOptions): Bucket {
  const { credentials, now = Date.now, requestTimeoutMs = 30_000, maximumRetries = 10, onRetry } = options;
  requireBetween("requestTimeoutMs", requestTimeoutMs, 1, 2 ** 31 - 1);
  requireBetween("maximumRetries", maximumRetries, 0, 100);
  // As a call of its own: some runtimes refuse theirs as a method.
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const place = resolveS3Place(options);
  const client = new S3Client({ place, credentials, fetch: send, now, requestTimeoutMs, onRetry });
  return new Bucket(client, { ...defaultRetrySettings, ...options.retries, maximumRetries });
}

/** A number out of its bounds is `invalid_options`. */
export function requireBetween(option: string, value: number, minimum: number, maximum: number): void {
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return;
  throw new GraphdownError({
    code: "invalid_options",
    message: `The option ${option} must be a whole number from ${minimum} to ${maximum}, but it is ${String(value)}.`,
    details: { option, value: String(value) },
    next: `Give ${option} such a number, or leave it out.`,
  });
}
