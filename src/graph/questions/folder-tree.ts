/** Folders with the number of documents in them, to a depth. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { DirectoryPath, LogicalPath } from "../../base/logical-path.ts";
import { type BoundedList, maximumEntries } from "./bounded-list.ts";

/** A folder of the tree. */
export interface FolderEntry {
  readonly path: LogicalPath;
  /** Documents in it and below. */
  readonly documents: number;
  /** Its own folders; absent at the last level, where the bound is reached, and where there are none. */
  readonly folders?: BoundedList<FolderEntry>;
}

interface Folder {
  readonly path: string;
  documents: number;
  readonly children: Map<string, Folder>;
}

/** Entries and characters that the whole tree may take. */
interface Budget {
  entries: number;
  characters: number;
}

/** The tree of the folders below `folder`; most documents first. Upper levels are filled before lower ones. */
export function folderTree(tree: {
  readonly paths: readonly LogicalPath[];
  readonly folder: DirectoryPath;
  readonly depth: number;
}): BoundedList<FolderEntry> {
  const root: Folder = { path: tree.folder, documents: 0, children: new Map() };
  const start = tree.folder === "" ? 0 : tree.folder.length + 1;
  for (const path of tree.paths) addPath(root, path, start, tree.depth);
  const budget: Budget = { entries: 30, characters: 1_500 };
  return listChildren(root, budget);
}

function addPath(root: Folder, path: string, start: number, depth: number): void {
  let folder = root;
  let level = 0;
  for (let slash = path.indexOf("/", start); slash !== -1 && level < depth; slash = path.indexOf("/", slash + 1)) {
    const childPath = path.slice(0, slash);
    let child = folder.children.get(childPath);
    if (child === undefined) {
      child = { path: childPath, documents: 0, children: new Map() };
      folder.children.set(childPath, child);
    }
    child.documents++;
    folder = child;
    level++;
  }
}

/** Level by level: the folders of one level are taken from the budget before any of the next. */
function listChildren(root: Folder, budget: Budget): BoundedList<FolderEntry> {
  const top = take(root, budget);
  let level = top.first;
  while (level.length > 0) {
    const next: GrowingEntry[] = [];
    for (const entry of level) {
      if (entry.source.children.size === 0) continue;
      const list = take(entry.source, budget);
      if (list.first.length === 0) continue;
      entry.folders = list;
      next.push(...list.first);
    }
    level = next;
  }
  return withoutSources(top);
}

interface GrowingEntry {
  readonly source: Folder;
  folders?: { readonly count: number; readonly first: readonly GrowingEntry[] };
}

function take(folder: Folder, budget: Budget): { readonly count: number; readonly first: readonly GrowingEntry[] } {
  const children = [...folder.children.values()].sort(
    (a, b) => b.documents - a.documents || compareCodePoints(a.path, b.path),
  );
  const first: GrowingEntry[] = [];
  for (const source of children) {
    if (first.length === maximumEntries || budget.entries === 0 || source.path.length > budget.characters) break;
    budget.entries--;
    budget.characters -= source.path.length;
    first.push({ source });
  }
  return { count: children.length, first };
}

function withoutSources(list: {
  readonly count: number;
  readonly first: readonly GrowingEntry[];
}): BoundedList<FolderEntry> {
  return {
    count: list.count,
    first: list.first.map(({ source, folders }) => ({
      path: source.path as LogicalPath,
      documents: source.documents,
      ...(folders === undefined ? {} : { folders: withoutSources(folders) }),
    })),
  };
}
