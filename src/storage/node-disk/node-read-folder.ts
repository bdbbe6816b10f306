/** The names in one folder, with what each of them is. */
import { type Dirent, readdirSync } from "node:fs";
import type { UnlistedName } from "../file-store.ts";
import type { Directory } from "./node-directory.ts";

/** What a folder holds. */
export interface FolderContent {
  /** Names of files, and of folders with a `/` at the end; in no order. */
  readonly names: string[];
  /** What is neither, and names that are not UTF-8; `shown` is the name alone. */
  readonly unlisted: readonly UnlistedName[];
}

/** Our own state, which no listing shows. */
const stateFolder = ".graphdown";

/** Reads a folder that is held open. */
export function readFolder(folder: Directory): FolderContent {
  const names: string[] = [];
  const unlisted: UnlistedName[] = [];
  const dirents = readdirSync(folder.prefix, { withFileTypes: true });
  // Where a name may have been damaged on its way to text, its bytes tell whether it was.
  if (dirents.some(({ name }) => name.includes("\ufffd"))) return readBytewise(folder);
  for (const dirent of dirents) sortIn(dirent, dirent.name, names, unlisted);
  return { names, unlisted };
}

function readBytewise(folder: Directory): FolderContent {
  const names: string[] = [];
  const unlisted: UnlistedName[] = [];
  for (const dirent of readdirSync(folder.prefix, { withFileTypes: true, encoding: "buffer" })) {
    const name = dirent.name.toString("utf8");
    if (Buffer.from(name, "utf8").equals(dirent.name)) sortIn(dirent, name, names, unlisted);
    else unlisted.push({ shown: showBytes(dirent.name), reason: "unaddressable" });
  }
  return { names, unlisted };
}

function sortIn(dirent: Dirent | Dirent<Buffer>, name: string, names: string[], unlisted: UnlistedName[]): void {
  if (name === stateFolder) return;
  if (dirent.isFile()) names.push(name);
  else if (dirent.isDirectory()) names.push(`${name}/`);
  else unlisted.push({ shown: name, reason: dirent.isSymbolicLink() ? "symbolic_link" : "not_a_file" });
}

/** A name that is not UTF-8, as ASCII with every other byte escaped. */
function showBytes(name: Buffer): string {
  return name.toString("latin1").replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
