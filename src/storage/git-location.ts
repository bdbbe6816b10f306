/** Locations of the form `git:folder@revision`. */
import { GraphdownError } from "../base/errors.ts";
import { checkRevision } from "./check-revision.ts";

/** A folder of a repository as it was at a revision. */
export interface GitLocation {
  /** A folder of this machine; it need not be there any more, but one above it must. */
  readonly folder: string;
  readonly revision: string;
}

/**
 * Reads a location that begins with `git:`; `undefined` for any other. The revision stands behind the last `@` that is not part of it
 * (`main@{yesterday}`); the folder may be left out, as in `git:@main`, and is this folder then. A missing revision is `invalid_options`.
 */
export function parseGitLocation(location: string): GitLocation | undefined {
  if (!/^git:/i.test(location)) return undefined;
  const rest = location.slice("git:".length);
  const at = revisionStart(rest);
  if (at === undefined || rest.slice(at) === "") throw noRevision(location);
  return { folder: rest.slice(0, at - 1) || ".", revision: checkRevision(rest.slice(at)) };
}

/** Writes a location; a relative folder stays relative. */
export function formatGitLocation({ folder, revision }: GitLocation): string {
  return `git:${folder}@${revision}`;
}

function revisionStart(rest: string): number | undefined {
  const at = /.*@(?!\{)/su.exec(rest)?.[0].length ?? 0;
  if (at === 0) return undefined;
  // `docs@@` and `docs@@~1`: a lone @ stands for HEAD.
  return rest[at - 2] === "@" ? at - 1 : at;
}

function noRevision(location: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The location ${JSON.stringify(location)} names no revision.`,
    details: { option: "location", reason: "no_revision" },
    next: "Write it as git:folder@revision, such as git:docs@main or git:.@v1.2.",
  });
}
