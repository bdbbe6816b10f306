/** The errors of a move that others get in the way of. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";

/** The file is no longer what the move was planned for. */
export function changedMeanwhile(path: string): GraphdownError {
  return new GraphdownError({
    code: "version_conflict",
    message: `"${showPath(path)}" has changed while its move was planned. Nothing was done.`,
    path,
    details: { reason: "changed_while_reading" },
    next: "Try again.",
  });
}

/** Another move of `path`, or to it, is on its way. */
export function movedByOthers(path: string, other: { readonly from: string; readonly to: string }): GraphdownError {
  return new GraphdownError({
    code: "version_conflict",
    message: `"${showPath(other.from)}" is being moved to "${showPath(other.to)}" by another call, so "${showPath(path)}" can't be moved now. Nothing was done.`,
    path,
    details: { reason: "moving", from: showPath(other.from), to: showPath(other.to) },
    next: "List the folder to see where the file is, and move it from there.",
  });
}
