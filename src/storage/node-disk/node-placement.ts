/** The moment of a change: one system call that others see wholly or not at all, and that whoever comes first makes. */
import { linkSync, lstatSync, renameSync } from "node:fs";
import { type LogicalPath, nameOf, parentOf } from "../../base/logical-path.ts";
import type { Directories } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { identityOfStats } from "./node-file-stamp.ts";
import { systemCodeOf } from "./node-system-errors.ts";
import { makeTemporaryName, removeName } from "./node-temporary-files.ts";
import type { VersionRecord } from "./node-version-chain.ts";

/** `occupied`: another program has made a file there meanwhile. `homeless`: the folder is gone. */
export type Placement = "placed" | "occupied" | "homeless";

/** A prepared file and where it belongs. */
export interface PlacementRequest {
  readonly temporary: Directory;
  /** The prepared file's name there. */
  readonly token: string;
  readonly folder: Directory;
  readonly name: string;
}

/**
 * Gives a prepared file its path, which must be free. The prepared name is used up by it, so of all who try, one does it and the others
 * find it done; nobody can do it late, over something newer.
 */
export function createInPlace({ temporary, token, folder, name }: PlacementRequest): Placement {
  try {
    linkSync(temporary.prefix + token, folder.prefix + name);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT") return isThere(temporary, token) ? "homeless" : "placed";
    if (code !== "EEXIST") throw error;
    const own = lstatSync(temporary.prefix + token, { bigint: true, throwIfNoEntry: false });
    const found = lstatSync(folder.prefix + name, { bigint: true, throwIfNoEntry: false });
    if (own !== undefined && own.ino !== found?.ino) return "occupied";
  }
  removeName(temporary, token);
  return "placed";
}

/** As {@link createInPlace}, over the file that is there. */
export function replaceInPlace({ temporary, token, folder, name }: PlacementRequest): Placement {
  try {
    renameSync(temporary.prefix + token, folder.prefix + name);
    return "placed";
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw error;
    return isThere(temporary, token) ? "homeless" : "placed";
  }
}

/**
 * Removes a file if it is still the one that is meant; `false` when it is another one, which stays. Moved aside first, since a name can't
 * be removed on condition: what turns out to be newer is put back.
 */
export function removeExactly({ temporary, folder, name }: Omit<PlacementRequest, "token">, identity: string): boolean {
  const found = lstatSync(folder.prefix + name, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return true;
  if (identityOfStats(found) !== identity) return false;
  const aside = makeTemporaryName();
  try {
    renameSync(folder.prefix + name, temporary.prefix + aside);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return true;
    throw error;
  }
  const moved = lstatSync(temporary.prefix + aside, { bigint: true });
  const isMeant = identityOfStats(moved) === identity;
  if (!isMeant) putBack(temporary.prefix + aside, folder.prefix + name, moved.isDirectory());
  removeName(temporary, aside);
  return isMeant;
}

function putBack(aside: string, path: string, isFolder: boolean): void {
  try {
    if (isFolder) renameSync(aside, path);
    else linkSync(aside, path);
  } catch (error) {
    // Something newer still has taken the name, and so this one has been replaced.
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
}

/** Finishes the newest change of a path where its writer has not come to it, so that a next change can follow it. */
export function settle(options: {
  readonly directories: Directories;
  readonly temporary: Directory;
  readonly path: LogicalPath;
  readonly record: VersionRecord | undefined;
}): void {
  const { directories, temporary, path, record } = options;
  if (record === undefined || (record.token === undefined && record.removes === undefined)) return;
  const { token, removes } = record;
  if (token !== undefined && !isThere(temporary, token)) return;
  const folder = directories.find(parentOf(path));
  try {
    const name = nameOf(path);
    if (folder !== undefined && removes !== undefined) removeExactly({ temporary, folder, name }, removes);
    if (token === undefined) return;
    if (folder !== undefined) {
      const request = { temporary, token, folder, name };
      if (record.action === "create") createInPlace(request);
      else replaceInPlace(request);
    }
    // Where it has no place any more, its writer must not find one later.
    removeName(temporary, token);
  } finally {
    folder?.close();
  }
}

function isThere(folder: Directory, name: string): boolean {
  return lstatSync(folder.prefix + name, { throwIfNoEntry: false }) !== undefined;
}
