/** All files of a tree of a repository, as `git ls-tree -r -z --long` tells them. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type DirectoryPath, isBelow, type LogicalPath, parentOf, tryJoinPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type { UnlistedName } from "../file-store.ts";

/** A name of a tree that is a logical path. */
export interface TreeItem {
  readonly path: LogicalPath;
  /** Symbolic links are not followed, and other repositories (submodules) are not opened. */
  readonly kind: "file" | "symbolic_link" | "not_a_file";
  /** Hash of the content, hexadecimal. */
  readonly id: string;
  /** Bytes; −1 where the repository does not hold the content. */
  readonly size: number;
}

/** What is at a path. */
export type TreePlace = TreeItem | "folder" | "below_a_file" | undefined;

/** Immutable, as trees are. */
export class TreeListing {
  /** Sorted by the code points of their paths. Nothing of `.graphdown` is among them. */
  readonly items: readonly TreeItem[];
  /** Names that are no logical paths, sorted. */
  readonly unaddressable: readonly UnlistedName[];

  constructor(items: readonly TreeItem[], unaddressable: readonly UnlistedName[]) {
    this.items = items;
    this.unaddressable = unaddressable;
  }

  /** The items below a folder: from the first place up to, not including, the second. */
  rangeOf(directory: DirectoryPath): readonly [from: number, to: number] {
    if (directory === "") return [0, this.items.length];
    // A 0 is the character after the slash.
    const [from, to] = [this.firstAt(`${directory}/`), this.firstAt(`${directory}0`)];
    return [from, to];
  }

  /** The place of the first item whose path is not before `path`. */
  firstAt(path: string): number {
    let [low, high] = [0, this.items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareCodePoints(this.#pathAt(middle), path) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** What is at a path. */
  at(path: LogicalPath): TreePlace {
    const item = this.#itemAt(path);
    if (item !== undefined) return item;
    const next = this.items[this.firstAt(`${path}/`)];
    if (next !== undefined && isBelow(next.path, path)) return "folder";
    for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) {
      const above = this.#itemAt(folder);
      if (above !== undefined) return above.kind === "symbolic_link" ? above : "below_a_file";
    }
    return undefined;
  }

  #itemAt(path: LogicalPath): TreeItem | undefined {
    const item = this.items[this.firstAt(path)];
    return item?.path === path ? item : undefined;
  }

  #pathAt(index: number): LogicalPath {
    return (this.items[index] as TreeItem).path;
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads the output of `git ls-tree -r -z --long`. What is not of its form is left out: a damaged tree lists less, and opens nothing else. */
export function parseTree(output: Uint8Array): TreeListing {
  const items: TreeItem[] = [];
  const unaddressable = new Map<string, UnlistedName>();
  const folders = new Folders();
  for (const record of recordsOf(output)) {
    const tab = record.indexOf("\t");
    const found = /^(\d{6}) [a-z]+ ([0-9a-f]{40,64}) +(\d+|-|BAD)$/.exec(record.slice(0, tab));
    if (found === null) continue;
    const [, mode, id, size] = found as unknown as [string, string, string, string];
    const name = record.slice(tab + 1);
    if (isState(name)) continue;
    const path = folders.pathOf(name);
    if (path !== undefined) items.push({ path, kind: kindOf(mode), id, size: /^\d/.test(size) ? Number(size) : -1 });
    else {
      const shown = showPath(folders.badPartOf(name));
      unaddressable.set(shown, { shown, reason: "unaddressable" });
    }
  }
  const names = [...unaddressable.values()].sort((one, other) => compareCodePoints(one.shown, other.shown));
  return new TreeListing(inOrder(items), names);
}

/** Names that are not UTF-8 hold U+FFFD, and a NUL that makes them unaddressable. */
function* recordsOf(output: Uint8Array): Generator<string> {
  let whole: string | undefined;
  try {
    whole = strict.decode(output);
  } catch {
    // Some name is not UTF-8: each is looked at by itself.
  }
  if (whole !== undefined) {
    for (let at = 0; at < whole.length; ) {
      const end = whole.indexOf("\0", at);
      if (end === -1) return;
      yield whole.slice(at, end);
      at = end + 1;
    }
    return;
  }
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    if (end === -1) return;
    const bytes = output.subarray(at, end);
    at = end + 1;
    yield decodeRecord(bytes);
  }
}

function decodeRecord(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    // A bad segment is told from one that really holds U+FFFD.
    return lenient.decode(bytes).replaceAll("\ufffd", `\ufffd${notText}`);
  }
}

const notText = "\0";

function isState(name: string): boolean {
  return name.startsWith(".graphdown/") || name.includes("/.graphdown/");
}

function kindOf(mode: string): TreeItem["kind"] {
  if (mode.startsWith("100")) return "file";
  return mode === "120000" ? "symbolic_link" : "not_a_file";
}

/** Git's order is that of whole paths; a tree that somebody made by hand may be in another, or name a path twice. */
function inOrder(items: TreeItem[]): readonly TreeItem[] {
  const isSorted = items.every((item, index) => {
    return index === 0 || compareCodePoints((items[index - 1] as TreeItem).path, item.path) < 0;
  });
  if (isSorted) return items;
  items.sort((one, other) => compareCodePoints(one.path, other.path));
  return items.filter((item, index) => index === 0 || (items[index - 1] as TreeItem).path !== item.path);
}

/** Checks paths segment by segment, folders once. */
class Folders {
  readonly #known = new Map<string, DirectoryPath | undefined>([["", ""]]);

  /** The path, when each of its segments is one. */
  pathOf(name: string): LogicalPath | undefined {
    const slash = name.lastIndexOf("/");
    const folder = this.#folder(slash === -1 ? "" : name.slice(0, slash));
    return folder === undefined ? undefined : tryJoinPath(folder, name.slice(slash + 1));
  }

  /** The name up to its first segment that is none, as text to show. */
  badPartOf(name: string): string {
    const segments = name.split("/");
    let path = "";
    for (const [index, segment] of segments.entries()) {
      const folder: string = path;
      path = folder === "" ? segment : `${folder}/${segment}`;
      if (this.pathOf(path) !== undefined) continue;
      const isFolder = index < segments.length - 1;
      return (isFolder ? `${path}/` : path).replaceAll(notText, "");
    }
    return name.replaceAll(notText, "");
  }

  #folder(name: string): DirectoryPath | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const folder = this.pathOf(name);
    this.#known.set(name, folder);
    return folder;
  }
}
