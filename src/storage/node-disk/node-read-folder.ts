/** Reads the names in one folder at once. */
import { type Dirent, readdirSync } from "node:fs";
import type { Directory } from "./node-directory.ts";
import { addBytes, addEntry, type FolderContent, isDoubtful } from "./node-folder-content.ts";

/** What the system tells of a folder that is held open, names as text. */
export function readDirents(folder: Directory): Dirent[] {
  return readdirSync(folder.prefix, { withFileTypes: true });
}

/** What {@link readDirents} gave, as far as it is told in a listing; `undefined` where names have to be seen as bytes. */
export function contentOf(dirents: readonly Dirent[]): FolderContent | undefined {
  if (dirents.some(({ name }) => isDoubtful(name))) return undefined;
  const content: FolderContent = { names: [], unlisted: [] };
  for (const dirent of dirents) addEntry(content, dirent, dirent.name);
  return content;
}

/** As {@link contentOf}, for names that may not be text. */
export function readBytewise(folder: Directory): FolderContent {
  const content: FolderContent = { names: [], unlisted: [] };
  for (const dirent of readdirSync(folder.prefix, { withFileTypes: true, encoding: "buffer" })) {
    addBytes(content, dirent);
  }
  return content;
}
