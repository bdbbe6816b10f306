/** What git and repositories refuse, in our words. No path of this machine is ever shown. */
import { type ErrorCode, GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";

/** The program is not there, or can't be run. */
export function gitMissing(cause: unknown): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: "Revisions are read through the program git, and it was not found.",
    details: { reason: "git_missing" },
    next: "Install git (2.30 or newer), or see that the PATH of this process leads to it.",
    cause,
  });
}

/** The folder lies in no repository. */
export function notInRepository(): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: "The folder is not in a git repository, so there are no revisions.",
    details: { reason: "no_repository" },
    next: "Give a folder of a repository, or leave the revision out.",
  });
}

/** No commit goes by that name. */
export function unknownRevision(revision: string): GraphdownError {
  return new GraphdownError({
    code: "not_found",
    message: `The repository has no revision "${showPath(revision)}".`,
    details: { reason: "no_revision", revision: showPath(revision) },
    next: "See what there is with git branch -a, git tag or git log; a shallow clone has only the newest commits until more are fetched.",
  });
}

/** The beginning of a hash that several objects share. */
export function ambiguousRevision(revision: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The revision "${showPath(revision)}" is the beginning of several hashes.`,
    details: { reason: "ambiguous_revision", revision: showPath(revision) },
    next: "Write more digits of the hash.",
  });
}

/** The folder was not there at that revision. */
export function folderNotInRevision(revision: string): GraphdownError {
  return new GraphdownError({
    code: "not_found",
    message: `The folder does not exist at the revision "${showPath(revision)}".`,
    details: { reason: "folder_not_in_revision", revision: showPath(revision) },
    next: "Take a revision in which the folder is there, or the folder as it was called then.",
  });
}

/** The repository names an object that it does not hold, as partial clones do. */
export function objectMissing(path: string): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message:
      path === ""
        ? "The repository does not hold all objects of this revision."
        : `The repository does not hold the content of "${showPath(path)}".`,
    path,
    details: { operation: "read", reason: "object_missing" },
    next: "The clone is partial, and nothing is fetched here: fetch the whole history with git fetch --refetch --no-filter.",
  });
}

/** A run of git failed; `errors` is what it said, of which only the kind is told on. */
export function gitFailure(errors: string, operation: string): GraphdownError {
  if (/dubious ownership|unsafe repository/.test(errors)) return dubiousOwner();
  if (/not a git repository|not a gitdir/.test(errors)) return notInRepository();
  if (
    /promisor|lazy|transport '[^']*' not allowed|remote helper|unable to read|missing (blob|tree|object)/.test(errors)
  )
    return objectMissing("");
  const code: ErrorCode = "storage_failed";
  return new GraphdownError({
    code,
    message: `Git could not ${operation}.`,
    details: { operation, reason: "git_failed" },
    next: "See what git fsck says of the repository, and try again.",
    cause: new Error(errors.slice(0, 2_000)),
  });
}

function dubiousOwner(): GraphdownError {
  return new GraphdownError({
    code: "permission_denied",
    message: "Git does not open the repository, since its folder belongs to another user.",
    details: { reason: "dubious_ownership" },
    next: "If you trust the repository, say so with git config --global --add safe.directory and the path of its folder.",
  });
}
