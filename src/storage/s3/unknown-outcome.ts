/** The error of a change whose answer was lost, where what is there does not tell what became of it. */
import type { GraphdownError } from "../../base/errors.ts";
import type { Retries } from "../remote/retries.ts";
import { type S3Failure, type S3Operation, s3Error } from "./s3-failure.ts";

/** `storage_failed` with the reason `outcome_unknown`: it may have been done, and nothing tells. `failure` is how the answer was lost. */
export function unknownOutcome(request: S3Operation, failure: S3Failure, retries: Retries): GraphdownError {
  return s3Error(request, { ...failure, reason: "outcome_unknown", mayPass: false, mayBeApplied: true }, retries);
}
