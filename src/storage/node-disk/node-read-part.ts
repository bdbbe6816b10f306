/** Reading a few bytes of one file on disk, with as little left behind as can be. */
import { closeSync, fstatSync } from "node:fs";
import { parentOf } from "../../base/logical-path.ts";
import type { FileEntry } from "../file-store.ts";
import { stampOf } from "../file-version.ts";
import type { Directories } from "./node-directories.ts";
import { stampOfStats } from "./node-file-stamp.ts";
import { fillFrom, openByPath } from "./node-open-file.ts";

/**
 * Fills `into` with the bytes from `start` on, as far as the file goes; how many there were, or `null` where the file is another one by
 * now. One look after the read is enough: if the stamp is still the listed one, nobody changed the file in between.
 */
export function readPart(request: {
  readonly directories: Directories;
  readonly entry: FileEntry;
  readonly start: number;
  readonly into: Uint8Array;
}): number | null {
  const { directories, entry, start, into } = request;
  const wanted = into.subarray(0, Math.max(0, Math.min(into.length, entry.size - start)));
  const descriptor = openListed(directories, entry);
  if (descriptor === undefined) return null;
  try {
    const isWhole = fillFrom(descriptor, start, wanted);
    const isSame = stampOfStats(fstatSync(descriptor, { bigint: true })) === stampOf(entry.validator);
    return isSame && isWhole ? wanted.length : null;
  } finally {
    closeSync(descriptor);
  }
}

function openListed(directories: Directories, { path }: FileEntry): number | undefined {
  const folder = directories.find(parentOf(path));
  if (folder === undefined) return undefined;
  try {
    const descriptor = directories.tryOpen(folder, path);
    if (descriptor !== undefined) return descriptor;
  } finally {
    folder.close();
  }
  return openByPath(directories, path)?.descriptor;
}
