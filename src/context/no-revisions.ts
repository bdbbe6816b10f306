/** The error of a place without revisions. */
import { GraphdownError } from "../base/errors.ts";
import { showPath } from "../base/show-path.ts";

/** Revisions were asked of a place that has none. */
export function noRevisions(revision: string): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `There is no revision "${showPath(revision)}" here: the files are not in a folder of a git repository.`,
    details: { reason: "no_repository" },
    next: "Compare two folders with fromDirectory and toDirectory, or open a folder of a repository.",
  });
}
