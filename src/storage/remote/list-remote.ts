/** Lists files and folders below a directory of a bucket, in our order and in terms of logical paths, whatever protocol tells of its keys. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type DirectoryPath, type LogicalPath, logicalPathFault } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type { FileEntry, ListEntry, ListOptions, ListPage, UnlistedName } from "../file-store.ts";
import { stateFolder } from "../state-folder.ts";
import { EnteredFolders } from "./entered-folders.ts";
import { LevelOrder } from "./level-order.ts";
import type { ItemPages } from "./listed-item.ts";

export interface RemoteListing {
  readonly directory: DirectoryPath;
  readonly options: ListOptions;
  /** Entries of a page; so many times two may be held back to be sorted. */
  readonly pageSize: number;
  /** Begins to list below the directory, behind `options.cursor`: one level with `/` as the delimiter, all without. */
  readonly open: (delimiter: "/" | undefined) => ItemPages;
}

/** Pages of a listing, in order. */
export async function* listRemote(listing: RemoteListing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options } = listing;
  options.signal?.throwIfAborted();
  if (directory.split("/").includes(stateFolder)) yield { entries: [], unlisted: [] };
  else yield* options.recursive === true ? listDeep(listing) : listLevel(listing);
}

async function* listDeep({ directory, options, open }: RemoteListing): AsyncGenerator<ListPage, void, undefined> {
  const pages = open(undefined);
  const folders = new EnteredFolders(directory, options.enter);
  for (let isLast = false; !isLast; ) {
    const page = await pages.next();
    ({ isLast } = page);
    let entries: ListEntry[] = [];
    let unlisted: UnlistedName[] = page.unreadable.map(unaddressable);
    for (const item of page.items) {
      if (item.kind !== "file") continue;
      const path = item.path as LogicalPath;
      if (logicalPathFault(path) !== undefined) unlisted.push(unaddressable(path));
      else if (folders.holds(path)) {
        entries.push(item as FileEntry);
        if (options.endPageAfter?.(path) !== true) continue;
        yield { entries, unlisted, cursor: path };
        [entries, unlisted] = [[], []];
        folders.forget();
        options.signal?.throwIfAborted();
      }
    }
    if (!isLast && folders.left !== undefined) pages.skip(folders.left);
    const cursor = isLast ? undefined : pages.lastPath;
    if (entries.length > 0 || unlisted.length > 0 || cursor === undefined) {
      yield { entries, unlisted, ...(cursor === undefined ? {} : { cursor }) };
    }
  }
}

async function* listLevel(listing: RemoteListing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options, pageSize, open } = listing;
  const pages = open("/");
  const start = directory === "" ? 0 : directory.length + 1;
  const level = new Level(directory, options.cursor);
  for (let isLast = false; !isLast; ) {
    const page = await pages.next();
    ({ isLast } = page);
    const unlisted: UnlistedName[] = page.unreadable.map(unaddressable);
    for (const item of page.items) {
      const { kind, path } = item;
      const name = path.slice(start);
      // As the bucket sorts it.
      const listed = kind === "folder" ? `${name}/` : name;
      const isHidden = kind === "nothing" || (kind === "folder" && name === stateFolder);
      if (isHidden) level.order.advance(listed);
      else if (logicalPathFault(path) !== undefined) {
        unlisted.push(unaddressable(kind === "folder" ? `${path}/` : path));
        level.order.advance(listed);
      } else if (kind === "folder") level.addFolder(name, listed);
      else level.add(name, item as FileEntry, listed);
    }
    // Where much is held back, it is cheaper to ask for the few folders that it waits for.
    while (!isLast && level.order.waitingCount > 2 * pageSize && level.order.blockers().length > 0) {
      for (const folder of level.order.blockers()) {
        if (await pages.hasFolder(folder)) level.addFolder(folder, "");
        level.order.settle(folder);
      }
    }
    const entries = level.order.release(isLast).map(({ entry }) => entry);
    const cursor = isLast ? undefined : entries.at(-1)?.path;
    if (entries.length > 0 || unlisted.length > 0 || isLast) {
      yield { entries, unlisted, ...(cursor === undefined ? {} : { cursor }) };
    }
  }
}

/** The entries of one level, each once. */
class Level {
  readonly order: LevelOrder<{ readonly name: string; readonly entry: ListEntry }> = new LevelOrder();
  readonly #directory: DirectoryPath;
  readonly #after: string | undefined;
  readonly #folders = new Set<string>();

  constructor(directory: DirectoryPath, after: string | undefined) {
    this.#directory = directory;
    this.#after = after;
  }

  /** `listed` is its place in the bucket's order. What an earlier page held in our order is passed over. */
  add(name: string, entry: ListEntry, listed: string): void {
    const isBehind = this.#after === undefined || compareCodePoints(entry.path, this.#after) > 0;
    if (isBehind) this.order.add({ name, entry }, listed);
    else this.order.advance(listed);
  }

  addFolder(name: string, listed: string): void {
    const path = (this.#directory === "" ? name : `${this.#directory}/${name}`) as LogicalPath;
    if (this.#folders.has(name)) this.order.advance(listed);
    else this.add(name, { kind: "folder", path }, listed);
    this.#folders.add(name);
  }
}

function unaddressable(name: string): UnlistedName {
  return { shown: showPath(name), reason: "unaddressable" };
}
