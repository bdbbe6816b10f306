/** The names in one folder, with what each of them is. */
import type { Dirent } from "node:fs";
import type { UnlistedName } from "../file-store.ts";
import { stateFolder } from "../state-folder.ts";

/** What a folder holds, or a part of it. */
export interface FolderContent {
  /** Names of files, and of folders with a `/` at the end; in no order. */
  readonly names: string[];
  /** What is neither, and names that are not UTF-8; `shown` is the name alone. */
  readonly unlisted: UnlistedName[];
}

/** Adds a name that is text. */
export function addEntry(content: FolderContent, dirent: Dirent | Dirent<Buffer>, name: string): void {
  if (name === stateFolder) return;
  if (dirent.isFile()) content.names.push(name);
  else if (dirent.isDirectory()) content.names.push(`${name}/`);
  else content.unlisted.push({ shown: name, reason: dirent.isSymbolicLink() ? "symbolic_link" : "not_a_file" });
}

/** Adds a name that may be no text. */
export function addBytes(content: FolderContent, dirent: Dirent<Buffer>): void {
  const name = dirent.name.toString("utf8");
  if (Buffer.from(name, "utf8").equals(dirent.name)) addEntry(content, dirent, name);
  else content.unlisted.push({ shown: showBytes(dirent.name), reason: "unaddressable" });
}

/** Whether a name may have been damaged on its way to text; its bytes tell whether it was. */
export function isDoubtful(name: string): boolean {
  return name.includes("\ufffd");
}

/** A name that is not UTF-8, as ASCII with every other byte escaped. */
function showBytes(name: Buffer): string {
  return name.toString("latin1").replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
