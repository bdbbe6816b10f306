/** Exit codes: 0 done, 1 a plain "no", 2 the call is wrong, 3 it could not be done, 4 it may not be done. */
import type { ErrorCode } from "../../base/errors.ts";

const codes: Readonly<Record<ErrorCode, 1 | 2 | 3 | 4>> = {
  invalid_path: 2,
  invalid_input: 2,
  invalid_pattern: 2,
  invalid_query: 2,
  invalid_options: 2,
  not_found: 1,
  already_exists: 1,
  version_conflict: 1,
  edit_conflict: 1,
  limit_exceeded: 1,
  no_documents: 1,
  pattern_timeout: 3,
  operation_timeout: 3,
  cancelled: 3,
  unsupported: 3,
  not_acceptable: 3,
  storage_failed: 3,
  unauthorized: 4,
  permission_denied: 4,
  approval_required: 4,
  approval_denied: 4,
};

/** The exit code that stands for an error's code. */
export function exitCodeOf(code: ErrorCode): number {
  return codes[code];
}
