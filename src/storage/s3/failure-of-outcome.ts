/** What went wrong with a request whose answer is not what was wanted. */
import type { S3Outcome } from "./s3-client.ts";
import type { S3Failure } from "./s3-failure.ts";

/** The failure of an attempt; an answer that refuses will refuse again, and nothing was done. */
export function failureOfOutcome(outcome: S3Outcome<unknown>): S3Failure {
  if (outcome.kind === "failed") return outcome.failure;
  const { reason, status } = outcome;
  return { reason, status, mayPass: false, mayBeApplied: false };
}
