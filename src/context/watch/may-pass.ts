/** Tells a look that failed for now from one that failed for good. */
import { GraphdownError } from "../../base/errors.ts";

/** What makes that no later look can be any better. */
const lastingReasons: ReadonlySet<unknown> = new Set(["root_removed", "root_changed", "closed"]);

/** Whether a later look may do better. A root that is gone stays gone: what stands in its place later is another one. */
export function mayPass(cause: unknown): cause is GraphdownError {
  if (!GraphdownError.isInstance(cause)) return false;
  const { code, path, details } = cause;
  if (code === "operation_timeout" || code === "version_conflict") return true;
  const isRootMissing = path === "" && details?.["systemCode"] === "ENOENT";
  return code === "storage_failed" && !isRootMissing && !lastingReasons.has(details?.["reason"]);
}
