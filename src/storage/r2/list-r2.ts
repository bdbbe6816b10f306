/** Lists files and folders below a directory of an R2 bucket, in our order and in terms of logical paths. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type DirectoryPath, type LogicalPath, logicalPathFault, parentOf } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type { FileEntry, ListEntry, ListOptions, ListPage, UnlistedName } from "../file-store.ts";
import type { Retries } from "../remote/retries.ts";
import { LevelOrder } from "../s3/level-order.ts";
import type { R2Object, R2Objects } from "./r2-bucket.ts";
import type { R2Calls } from "./r2-calls.ts";
import { asTombstone, isTombstone, tombstoneBytes } from "./tombstone.ts";

export interface R2Listing {
  readonly calls: R2Calls;
  readonly directory: DirectoryPath;
  readonly options: ListOptions;
  readonly pageSize: number;
  /** Each page is an operation of its own. */
  readonly newRetries: () => Retries;
  /** Makes the entry of an object, and remembers it. */
  readonly entryOf: (object: R2Object) => FileEntry;
}

const stateFolder = ".graphdown";

/** Sorts behind every name that anybody uses. */
const afterAllNames = "\u{10ffff}";

/** Pages of a listing, in order. */
export async function* listR2(listing: R2Listing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options } = listing;
  options.signal?.throwIfAborted();
  if (directory.split("/").includes(stateFolder)) yield { entries: [], unlisted: [] };
  else yield* options.recursive === true ? listDeep(listing) : listLevel(listing);
}

async function* listDeep(listing: R2Listing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options, entryOf } = listing;
  const folders = new EnteredFolders(directory, options.enter);
  for await (const page of keyPages(listing, undefined, () => folders.left)) {
    let entries: FileEntry[] = [];
    let unlisted: UnlistedName[] = [];
    for (const object of page.objects) {
      const { key } = object;
      if (isTombstone(object) || isFolderMarker(object)) continue;
      if (logicalPathFault(key) !== undefined) unlisted.push(unaddressable(key));
      else if (folders.holds(key as LogicalPath)) {
        entries.push(entryOf(object));
        if (options.endPageAfter?.(key as LogicalPath) !== true) continue;
        yield { entries, unlisted, cursor: key };
        [entries, unlisted] = [[], []];
        // The caller may know more by now.
        folders.forget();
        options.signal?.throwIfAborted();
      }
    }
    const cursor = page.isLast ? undefined : page.objects.at(-1)?.key;
    if (entries.length > 0 || unlisted.length > 0 || page.isLast) {
      yield { entries, unlisted, ...(cursor === undefined ? {} : { cursor }) };
    }
  }
}

async function* listLevel(listing: R2Listing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options, entryOf } = listing;
  const { cursor: after } = options;
  const start = directory === "" ? 0 : directory.length + 1;
  const order = new LevelOrder<{ readonly name: string; readonly entry: ListEntry }>();
  for await (const page of keyPages(listing, "/", () => undefined)) {
    const unlisted: UnlistedName[] = [];
    for (const item of inOrder(page)) {
      const key = typeof item === "string" ? item : item.key;
      const name = key.slice(start);
      const path = typeof item === "string" ? key.slice(0, -1) : key;
      const isPassed = after !== undefined && compareCodePoints(path, after) <= 0;
      if (isPassed || name === `${stateFolder}/` || (typeof item !== "string" && isTombstone(item)))
        order.advance(name);
      else if (logicalPathFault(path) !== undefined) {
        if (typeof item === "string" || !isFolderMarker(item)) unlisted.push(unaddressable(key));
        order.advance(name);
      } else if (typeof item === "string") {
        order.add({ name: name.slice(0, -1), entry: { kind: "folder", path: path as LogicalPath } }, name);
      } else order.add({ name, entry: entryOf(item) }, name);
    }
    const entries = order.release(page.isLast).map(({ entry }) => entry);
    const cursor = page.isLast ? undefined : entries.at(-1)?.path;
    if (entries.length > 0 || unlisted.length > 0 || page.isLast) {
      yield { entries, unlisted, ...(cursor === undefined ? {} : { cursor }) };
    }
  }
}

type KeyPage = Pick<R2Objects, "objects" | "delimitedPrefixes"> & { readonly isLast: boolean };

/** The bucket's pages. `left` names a folder that the rest of is passed over. */
async function* keyPages(
  { calls, directory, options, pageSize, newRetries }: R2Listing,
  delimiter: "/" | undefined,
  left: () => string | undefined,
): AsyncGenerator<KeyPage, void, undefined> {
  const prefix = directory === "" ? "" : `${directory}/`;
  let position: { readonly cursor?: string; readonly startAfter?: string } =
    options.cursor === undefined ? {} : { startAfter: options.cursor };
  for (;;) {
    options.signal?.throwIfAborted();
    const listed = await calls.list(
      { path: directory, verb: "list", retries: newRetries() },
      {
        ...(prefix === "" ? {} : { prefix }),
        ...(delimiter === undefined ? {} : { delimiter }),
        ...position,
        limit: pageSize,
      },
    );
    const { delimitedPrefixes, truncated, cursor } = listed;
    const objects = await withMarks(listed.objects, calls, newRetries);
    const isLast = !truncated || cursor === undefined;
    yield { objects, delimitedPrefixes, isLast };
    if (isLast) return;
    const folder = left();
    const isInside = folder !== undefined && listed.objects.at(-1)?.key.startsWith(`${folder}/`) === true;
    position = isInside ? { startAfter: `${folder}/${afterAllNames}` } : { cursor };
  }
}

/** The objects of a page, with metadata for those that could be tombstones, so that they can be told. */
function withMarks(
  objects: readonly R2Object[],
  calls: R2Calls,
  newRetries: () => Retries,
): Promise<readonly R2Object[]> {
  return Promise.all(
    objects.map(async (object) => {
      if (object.size !== tombstoneBytes) return object;
      const head = await calls.head({ path: object.key, verb: "list", retries: newRetries() });
      // What has gone meanwhile was deleted; its key still says how far the listing is.
      return head ?? asTombstone(object);
    }),
  );
}

/** Objects and folders of a page as the bucket sorts them. */
function* inOrder({ objects, delimitedPrefixes }: KeyPage): Generator<R2Object | string, void, undefined> {
  let nextFolder = 0;
  for (const object of objects) {
    for (;;) {
      const folder = delimitedPrefixes[nextFolder];
      if (folder === undefined || compareCodePoints(folder, object.key) > 0) break;
      nextFolder++;
      yield folder;
    }
    yield object;
  }
  yield* delimitedPrefixes.slice(nextFolder);
}

/** An empty object that only says that there is a folder, as other programs make them. */
function isFolderMarker({ key, size }: R2Object): boolean {
  return size === 0 && key.endsWith("/") && logicalPathFault(key.slice(0, -1)) === undefined;
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
