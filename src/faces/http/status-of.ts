/** The HTTP status that stands for an error. */
import type { ErrorCode, ErrorInfo } from "../../base/errors.ts";

const statuses: Readonly<Record<ErrorCode, number>> = {
  invalid_path: 400,
  invalid_input: 400,
  invalid_pattern: 400,
  invalid_query: 400,
  invalid_options: 400,
  not_found: 404,
  already_exists: 409,
  version_conflict: 412,
  edit_conflict: 409,
  limit_exceeded: 413,
  pattern_timeout: 504,
  operation_timeout: 504,
  cancelled: 499,
  no_documents: 422,
  unsupported: 422,
  not_acceptable: 406,
  storage_failed: 502,
  unauthorized: 401,
  permission_denied: 403,
  approval_required: 202,
  approval_denied: 403,
};

const fullDisk: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** As docs/errors.md lists them. A rate is 429 and not 413, a full disk 507 and not 502, an index that is being built 503 and not 504. */
export function statusOf({ code, details = {} }: Pick<ErrorInfo, "code" | "details">): number {
  if (code === "limit_exceeded" && details["reason"] === "rate") return 429;
  if (code === "storage_failed" && fullDisk.has(details["system"])) return 507;
  if (code === "operation_timeout" && details["reason"] === "building") return 503;
  return statuses[code];
}
