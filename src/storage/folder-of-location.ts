/** The folder of this machine that a location is about. */
import { formatGitLocation, parseGitLocation } from "./git-location.ts";

/** The folder, of a revision the one that it is a revision of; `undefined` for places that are none (`memory:`, `s3:`). */
export function folderOfLocation(location: string): string | undefined {
  const git = parseGitLocation(location);
  if (git !== undefined) return git.folder;
  return isUrl(location) ? undefined : location;
}

/** The same location with its folder changed by `change`, such as to an absolute path. */
export function withFolder(location: string, change: (folder: string) => string): string {
  const git = parseGitLocation(location);
  if (git !== undefined) return formatGitLocation({ ...git, folder: change(git.folder) });
  return isUrl(location) ? location : change(location);
}

/** One letter before a colon is a drive, not a scheme. */
function isUrl(location: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(location);
}
