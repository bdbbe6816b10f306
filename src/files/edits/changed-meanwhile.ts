/** The error of a change that nobody gave a version for, and that others were faster than. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";

/** `attempts`: how often the change was tried, at least once. The present version is taken from `cause`, where it tells it. */
export function changedMeanwhile(path: LogicalPath, attempts: number, cause: GraphdownError): GraphdownError {
  const version = cause.details?.["version"];
  const isOnce = attempts === 1;
  return new GraphdownError({
    code: "version_conflict",
    message: isOnce
      ? `"${showPath(path)}" was changed by somebody else in the middle of this change. Nothing was written.`
      : `"${showPath(path)}" was changed by others in the middle of each of ${attempts} attempts at this change. Nothing was written.`,
    path,
    details: { reason: "version_conflict", attempts, ...(version === undefined ? {} : { version }) },
    next: isOnce
      ? "Read the file again, and repeat the change on what it holds now."
      : "Try again later, or let fewer callers write to this file at once.",
    cause,
  });
}
