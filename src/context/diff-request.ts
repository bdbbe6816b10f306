/** What a difference is asked between, checked. */
import { GraphdownError } from "../base/errors.ts";
import type { DirectoryPath } from "../base/logical-path.ts";
import { type AccessRules, checkFolder } from "../files/access.ts";
import { checkRevision } from "../storage/check-revision.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { DiffOptions } from "./context-options.ts";

/** One of the two states. */
export interface RequestedSide {
  /** Where the files are: at a revision, in a store of the caller's, or (`undefined`) as they are now. */
  readonly place: { readonly revision: string } | { readonly store: FileStore } | undefined;
  /** The folder whose files are compared; `""` for all. */
  readonly directory: DirectoryPath;
}

export interface DiffRequest {
  readonly from: RequestedSide;
  readonly to: RequestedSide;
  /** Compare with the commit from which the two have gone apart instead of with `from` itself. */
  readonly sinceFork: boolean;
}

/**
 * Checks what is asked. `a..b` and `a...b` in `from` are both sides as git has them, where a missing one is `HEAD`; `a...b` goes from the
 * commit where the two went apart. Two sides that are the files as they are now, or the same store, are `invalid_input` unless their folders
 * differ; a revision may be compared with itself, as git does it.
 */
export function checkDiff(
  { from, to, fromDirectory = "", toDirectory = "" }: DiffOptions,
  access: AccessRules,
): DiffRequest {
  const range = to === undefined && typeof from === "string" ? /^(.*?)(\.{2,3})(.*)$/s.exec(from) : null;
  const [earlier, later] = range === null ? [from, to] : [range[1] || "HEAD", range[3] || "HEAD"];
  const request = {
    from: { place: placeOf(earlier), directory: checkFolder(fromDirectory, access) },
    to: { place: placeOf(later), directory: checkFolder(toDirectory, access) },
    sinceFork: range?.[2] === "...",
  };
  if (earlier === later && typeof earlier !== "string" && request.from.directory === request.to.directory)
    throw nothingToCompare();
  return request;
}

/** Where the files are those of a revision, a side that is as they are now is that revision, and is told by its name and commit. */
export function withOwnRevision(request: DiffRequest, revision: string | undefined): DiffRequest {
  if (revision === undefined) return request;
  const named = (side: RequestedSide): RequestedSide =>
    side.place === undefined ? { ...side, place: { revision } } : side;
  return { ...request, from: named(request.from), to: named(request.to) };
}

function placeOf(side: string | FileStore | undefined): RequestedSide["place"] {
  if (side === undefined) return undefined;
  return typeof side === "object" ? { store: side } : { revision: checkRevision(side) };
}

function nothingToCompare(): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: "Both sides of the difference are the same.",
    details: { parameter: "from" },
    next: "Give from as a revision, such as main or HEAD~1 (to is what is there now), or two folders.",
  });
}
