/** Reads the names in one folder at once. */
import { readdirSync } from "node:fs";
import type { Directory } from "./node-directory.ts";
import { addBytes, addEntry, type FolderContent, isDoubtful } from "./node-folder-content.ts";

/** Reads a folder that is held open. */
export function readFolder(folder: Directory): FolderContent {
  const content: FolderContent = { names: [], unlisted: [] };
  const dirents = readdirSync(folder.prefix, { withFileTypes: true });
  if (dirents.some(({ name }) => isDoubtful(name))) return readBytewise(folder);
  for (const dirent of dirents) addEntry(content, dirent, dirent.name);
  return content;
}

function readBytewise(folder: Directory): FolderContent {
  const content: FolderContent = { names: [], unlisted: [] };
  for (const dirent of readdirSync(folder.prefix, { withFileTypes: true, encoding: "buffer" })) {
    addBytes(content, dirent);
  }
  return content;
}
