/** Lists an R2 bucket: pages of objects, as the walk that all buckets share takes them. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type DirectoryPath, logicalPathFault } from "../../base/logical-path.ts";
import type { FileEntry, ListOptions, ListPage } from "../file-store.ts";
import { listRemote } from "../remote/list-remote.ts";
import type { ItemPage, ItemPages, ListedItem } from "../remote/listed-item.ts";
import { positionBehind } from "../remote/position-behind.ts";
import type { Retries } from "../remote/retries.ts";
import type { R2ListOptions, R2Object } from "./r2-bucket.ts";
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

/** Pages of a listing, in order. */
export function listR2(listing: R2Listing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options, pageSize } = listing;
  return listRemote({ directory, options, pageSize, open: (delimiter) => new ObjectPages(listing, delimiter) });
}

/** The objects below a directory, page by page. */
class ObjectPages implements ItemPages {
  readonly #listing: R2Listing;
  readonly #delimiter: "/" | undefined;
  readonly #prefix: string;
  #position: Pick<R2ListOptions, "cursor" | "startAfter">;
  #last: string | undefined;

  constructor(listing: R2Listing, delimiter: "/" | undefined) {
    const { directory, options } = listing;
    this.#listing = listing;
    this.#delimiter = delimiter;
    this.#prefix = directory === "" ? "" : `${directory}/`;
    this.#position = options.cursor === undefined ? {} : { startAfter: options.cursor };
  }

  get lastPath(): string | undefined {
    return this.#last;
  }

  async next(): Promise<ItemPage> {
    const { calls, directory, options, pageSize, newRetries, entryOf } = this.#listing;
    options.signal?.throwIfAborted();
    const { objects, delimitedPrefixes, truncated, cursor } = await calls.list(
      { path: directory, verb: "list", retries: newRetries() },
      {
        ...(this.#prefix === "" ? {} : { prefix: this.#prefix }),
        ...(this.#delimiter === undefined ? {} : { delimiter: this.#delimiter }),
        ...this.#position,
        limit: pageSize,
      },
      this.#last,
    );
    const items: ListedItem[] = [];
    for (const listed of inOrder(await withMarks(objects, this.#listing), delimitedPrefixes)) {
      this.#last = typeof listed === "string" ? listed : listed.key;
      items.push(itemOf(listed, entryOf));
    }
    this.#position = cursor === undefined ? {} : { cursor };
    return { items, unreadable: [], isLast: !truncated || cursor === undefined };
  }

  skip(folder: string): void {
    const startAfter = positionBehind(folder, this.#last);
    if (startAfter !== undefined) this.#position = { startAfter };
  }

  async hasFolder(name: string): Promise<boolean> {
    const { calls, directory, newRetries } = this.#listing;
    const operation = { path: directory, verb: "list", retries: newRetries() };
    const { objects } = await calls.list(operation, { prefix: `${this.#prefix}${name}/`, limit: 1 });
    return objects.length > 0;
  }
}

function itemOf(listed: R2Object | string, entryOf: R2Listing["entryOf"]): ListedItem {
  if (typeof listed === "string") return { kind: "folder", path: listed.slice(0, -1) };
  if (isTombstone(listed) || isFolderMarker(listed)) return { kind: "nothing", path: listed.key };
  return entryOf(listed);
}

/** The objects of a page, with metadata for those that could be tombstones, so that they can be told. */
function withMarks(objects: readonly R2Object[], { calls, newRetries }: R2Listing): Promise<readonly R2Object[]> {
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
function* inOrder(
  objects: readonly R2Object[],
  delimitedPrefixes: readonly string[],
): Generator<R2Object | string, void, undefined> {
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
