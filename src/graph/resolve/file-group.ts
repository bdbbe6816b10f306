/** Files that one name leads to, and the one of them that a link means. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { FileTable } from "./file-table.ts";
import { folderOf } from "./name-forms.ts";

/** One or more files, by their numbers in the {@link FileTable}, in no order. Most names lead to one. */
export type FileIds = number | readonly number[];

/** Adds a file under a key. The same file twice is kept once, if its additions follow each other. */
export function addFile(map: Map<string, FileIds>, key: string, id: number): void {
  const present = map.get(key);
  if (present === undefined) map.set(key, id);
  else if (typeof present === "number") {
    if (present !== id) map.set(key, [present, id]);
  } else if (present[present.length - 1] !== id) (present as number[]).push(id);
}

/** Removes a file from a key, if it is there. */
export function removeFile(map: Map<string, FileIds>, key: string, id: number): void {
  const present = map.get(key);
  if (present === id) map.delete(key);
  if (typeof present !== "object") return;
  const place = present.indexOf(id);
  if (place === -1) return;
  if (present.length === 2) map.set(key, present[1 - place] as number);
  else (present as number[]).splice(place, 1);
}

/** The files of several groups together, each once. */
export function unionOf(groups: readonly (FileIds | undefined)[]): FileIds | undefined {
  let found: FileIds | undefined;
  for (const ids of groups) {
    if (ids === undefined) continue;
    if (found === undefined) found = ids;
    else found = idsOf([...new Set([...listOf(found), ...listOf(ids)])]);
  }
  return found;
}

function idsOf(list: readonly number[]): FileIds | undefined {
  return list.length > 1 ? list : list[0];
}

function listOf(ids: FileIds): readonly number[] {
  return typeof ids === "number" ? [ids] : ids;
}

/** Groups above this size find the file of a folder by a map. */
const scanned = 8;

/** The candidates for one target: which is chosen depends only on the linking file's folder. */
export class FileGroup {
  /** By the code points of their paths. */
  readonly ids: readonly number[];
  readonly #files: FileTable;
  #paths: readonly LogicalPath[] | undefined;
  #best: number | undefined;
  #byFolder: Map<string, number> | undefined;

  constructor(files: FileTable, ids: FileIds) {
    this.#files = files;
    this.ids =
      typeof ids === "number" ? [ids] : ids.toSorted((a, b) => compareCodePoints(files.pathOf(a), files.pathOf(b)));
  }

  /** Paths of all candidates, sorted. Shared by all links with this target. */
  get paths(): readonly LogicalPath[] {
    this.#paths ??= this.ids.map((id) => this.#files.pathOf(id));
    return this.#paths;
  }

  /** The candidate in `folder`, else the one with the fewest segments, then the first by code point. */
  choose(folder: string): number {
    if (this.ids.length === 1) return this.ids[0] as number;
    return this.#inFolder(folder) ?? this.#shallowest();
  }

  #inFolder(folder: string): number | undefined {
    if (this.ids.length <= scanned) return this.ids.find((id) => folderOf(this.#files.pathOf(id)) === folder);
    if (this.#byFolder === undefined) {
      this.#byFolder = new Map();
      for (const id of this.ids) {
        const parent = folderOf(this.#files.pathOf(id));
        if (!this.#byFolder.has(parent)) this.#byFolder.set(parent, id);
      }
    }
    return this.#byFolder.get(folder);
  }

  #shallowest(): number {
    if (this.#best !== undefined) return this.#best;
    let best = this.ids[0] as number;
    let fewest = Number.POSITIVE_INFINITY;
    for (const id of this.ids) {
      const segments = this.#files.pathOf(id).split("/").length;
      if (segments < fewest) {
        best = id;
        fewest = segments;
      }
    }
    this.#best = best;
    return best;
  }
}
