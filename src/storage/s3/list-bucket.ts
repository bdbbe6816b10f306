/** Lists files and folders below a directory of a bucket, in our order and in terms of logical paths. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type DirectoryPath, type LogicalPath, logicalPathFault, parentOf } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type { FileEntry, FolderEntry, ListEntry, ListOptions, ListPage, UnlistedName } from "../file-store.ts";
import type { Retries } from "../remote/retries.ts";
import { LevelOrder } from "./level-order.ts";
import { type KeyPage, type ListedKey, type PagePosition, readKeyPage } from "./list-page.ts";
import type { S3Client } from "./s3-client.ts";

export interface BucketListing {
  readonly client: S3Client;
  readonly directory: DirectoryPath;
  readonly options: ListOptions;
  readonly pageSize: number;
  /** Each page is an operation of its own: a long listing may meet many short troubles. */
  readonly newRetries: () => Retries;
}

const stateFolder = ".graphdown";

/** Sorts behind every name that anybody uses. */
const afterAllNames = "\ufffd";

/** Pages of a listing, in order. */
export async function* listBucket(listing: BucketListing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options } = listing;
  options.signal?.throwIfAborted();
  if (directory.split("/").includes(stateFolder)) {
    yield { entries: [], unlisted: [] };
    return;
  }
  yield* options.recursive === true ? listDeep(listing) : listLevel(listing);
}

/** The entry of an object. One without ETag can't be told from its next version. */
export function entryOfObject(
  path: LogicalPath,
  object: { readonly etag: string | undefined; readonly size: number; readonly modified: number },
): FileEntry {
  const { etag, size, modified } = object;
  return { kind: "file", path, size, validator: etag ?? `racy-${size}-${modified}`, modified };
}

async function* listDeep(listing: BucketListing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options } = listing;
  const keys = new KeyReader(listing, undefined);
  const folders = new EnteredFolders(directory, options.enter);
  let page: KeyPage | undefined;
  do {
    page = await keys.next(options.cursor);
    let entries: ListEntry[] = [];
    let unlisted: UnlistedName[] = page.unreadable.map((shown) => unaddressable(shown));
    for (const listed of page.keys) {
      const path = keys.pathOf(listed);
      if (path === undefined) continue;
      const fault = logicalPathFault(path);
      if (fault !== undefined) unlisted.push(unaddressable(path));
      else if (folders.holds(path as LogicalPath)) {
        entries.push(entryOfObject(path as LogicalPath, listed as Extract<ListedKey, { kind: "object" }>));
        if (options.endPageAfter?.(path as LogicalPath) !== true) continue;
        yield { entries, unlisted, cursor: path };
        [entries, unlisted] = [[], []];
        // The caller may know more by now.
        folders.forget();
        options.signal?.throwIfAborted();
      }
    }
    if (page.next !== undefined) keys.skip(folders.left);
    const cursor = page.next === undefined ? undefined : (entries.at(-1)?.path ?? keys.lastPath);
    if (entries.length > 0 || unlisted.length > 0 || cursor === undefined) {
      yield { entries, unlisted, ...(cursor === undefined ? {} : { cursor }) };
    }
  } while (page.next !== undefined);
}

type NamedEntry = { readonly name: string; readonly entry: ListEntry };

async function* listLevel(listing: BucketListing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options, pageSize } = listing;
  const { cursor: after } = options;
  const start = directory === "" ? 0 : directory.length + 1;
  const keys = new KeyReader(listing, "/");
  const order = new LevelOrder<NamedEntry>();
  const folders = new Set<string>();
  const addFolder = (name: string, listed: string): void => {
    const path = (directory === "" ? name : `${directory}/${name}`) as LogicalPath;
    const isBehind = after === undefined || compareCodePoints(path, after) > 0;
    const entry: FolderEntry = { kind: "folder", path };
    if (isBehind && !folders.has(name)) order.add({ name, entry }, listed);
    else order.advance(listed);
    folders.add(name);
  };
  let page: KeyPage | undefined;
  do {
    page = await keys.next(after);
    const unlisted: UnlistedName[] = page.unreadable.map((shown) => unaddressable(shown));
    for (const listed of page.keys) {
      const path = keys.pathOf(listed);
      if (path === undefined) continue;
      const name = path.slice(start);
      const bare = listed.kind === "group" ? path.slice(0, -1) : path;
      if (listed.kind === "group" && name === `${stateFolder}/`) order.advance(name);
      else if (logicalPathFault(bare) !== undefined) {
        unlisted.push(unaddressable(path));
        order.advance(name);
      } else if (listed.kind === "group") addFolder(name.slice(0, -1), name);
      else order.add({ name, entry: entryOfObject(path as LogicalPath, listed) }, name);
    }
    // Where much is held back, it is cheaper to ask for the few folders that it waits for.
    while (page.next !== undefined && order.waitingCount > 2 * pageSize && order.blockers().length > 0) {
      for (const folder of order.blockers()) {
        if (await keys.hasFolder(folder)) addFolder(folder, "");
        order.settle(folder);
      }
    }
    const entries = order.release(page.next === undefined).map(({ entry }) => entry);
    const cursor = page.next === undefined ? undefined : entries.at(-1)?.path;
    if (entries.length > 0 || unlisted.length > 0 || page.next === undefined) {
      yield { entries, unlisted, ...(cursor === undefined ? {} : { cursor }) };
    }
  } while (page.next !== undefined);
}

/** Reads the keys below a directory, page by page. */
class KeyReader {
  readonly #listing: BucketListing;
  readonly #delimiter: "/" | undefined;
  /** What whole keys begin with: of the store, and of the directory. */
  readonly #storeStart: string;
  readonly #start: string;
  #position: PagePosition | undefined;
  #last: string | undefined;

  constructor(listing: BucketListing, delimiter: "/" | undefined) {
    const { client, directory } = listing;
    const { prefix } = client.place;
    this.#listing = listing;
    this.#delimiter = delimiter;
    this.#storeStart = prefix === "" ? "" : `${prefix}/`;
    this.#start = directory === "" ? this.#storeStart : `${this.#storeStart}${directory}/`;
  }

  /** The last key that was listed, as a path. */
  get lastPath(): string | undefined {
    return this.#last?.slice(this.#storeStart.length);
  }

  async next(cursor: string | undefined): Promise<KeyPage> {
    const { client, directory, pageSize, newRetries } = this.#listing;
    const begin: PagePosition = cursor === undefined ? {} : { after: this.#storeStart + cursor };
    const page = await readKeyPage(client, {
      operation: "list",
      path: directory,
      prefix: this.#start,
      delimiter: this.#delimiter,
      position: this.#position ?? begin,
      behind: this.#last,
      maximumKeys: pageSize,
      retries: newRetries(),
    });
    this.#position = page.next;
    this.#last = page.keys.at(-1)?.key ?? this.#last;
    return page;
  }

  /** Goes on behind a folder that the last key is in. */
  skip(folder: string | undefined): void {
    const below = folder === undefined ? undefined : `${this.#storeStart}${folder}/`;
    if (below !== undefined && this.#last?.startsWith(below)) this.#position = { after: below + afterAllNames };
  }

  async hasFolder(name: string): Promise<boolean> {
    const { client, directory, newRetries } = this.#listing;
    const prefix = `${this.#start}${name}/`;
    const request = { operation: "list", path: directory, prefix, position: {}, behind: undefined, maximumKeys: 1 };
    const page = await readKeyPage(client, { ...request, retries: newRetries() });
    return page.keys.length > 0 || page.unreadable.length > 0;
  }

  /** The path of what was listed, with a `/` for a group; `undefined` for an empty object that only marks a folder. */
  pathOf(listed: ListedKey): string | undefined {
    const isMarker = listed.kind === "object" && listed.key.endsWith("/") && listed.size === 0;
    return isMarker && isFolderName(listed.key.slice(this.#storeStart.length))
      ? undefined
      : listed.key.slice(this.#storeStart.length);
  }
}

/** `a/b/`, and the root's own marker. */
function isFolderName(path: string): boolean {
  return path === "" || logicalPathFault(path.slice(0, -1)) === undefined;
}

/** Which folders of a deep listing are shown. Paths come in order, so a folder that is left is left for good. */
class EnteredFolders {
  readonly #directory: DirectoryPath;
  readonly #enter: ListOptions["enter"];
  readonly #entered = new Set<DirectoryPath>();
  /** The folder that was left last; what is below it is passed over. */
  left: string | undefined;

  constructor(directory: DirectoryPath, enter: ListOptions["enter"]) {
    this.#directory = directory;
    this.#enter = enter;
  }

  /** Whether a file lies in folders that are all entered. */
  holds(path: LogicalPath): boolean {
    if (this.left !== undefined && path.startsWith(`${this.left}/`)) return false;
    return this.#holdsFolder(parentOf(path));
  }

  forget(): void {
    this.#entered.clear();
  }

  #holdsFolder(folder: DirectoryPath): boolean {
    if (folder === this.#directory || folder === "" || this.#entered.has(folder)) return true;
    if (!this.#holdsFolder(parentOf(folder))) return false;
    const isState = folder === stateFolder || folder.endsWith(`/${stateFolder}`);
    if (isState || this.#enter?.(folder) === false) {
      this.left = folder;
      return false;
    }
    this.#entered.add(folder);
    return true;
  }
}

function unaddressable(name: string): UnlistedName {
  return { shown: showPath(name), reason: "unaddressable" };
}
