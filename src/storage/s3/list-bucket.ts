/** Lists a bucket by S3: pages of keys, as the walk that all buckets share takes them. */
import { type DirectoryPath, logicalPathFault } from "../../base/logical-path.ts";
import type { ListOptions, ListPage } from "../file-store.ts";
import { listRemote } from "../remote/list-remote.ts";
import type { ItemPage, ItemPages, ListedItem } from "../remote/listed-item.ts";
import { positionBehind } from "../remote/position-behind.ts";
import type { Retries } from "../remote/retries.ts";
import { entryOfObject } from "./entry-of-object.ts";
import { type ListedKey, type PagePosition, readKeyPage } from "./list-page.ts";
import type { S3Client } from "./s3-client.ts";

export interface BucketListing {
  readonly client: S3Client;
  readonly directory: DirectoryPath;
  readonly options: ListOptions;
  readonly pageSize: number;
  /** Each page is an operation of its own: a long listing may meet many short troubles. */
  readonly newRetries: () => Retries;
}

/** Pages of a listing, in order. */
export function listBucket(listing: BucketListing): AsyncGenerator<ListPage, void, undefined> {
  const { directory, options, pageSize } = listing;
  return listRemote({ directory, options, pageSize, open: (delimiter) => new KeyPages(listing, delimiter) });
}

/** The keys below a directory, page by page. */
class KeyPages implements ItemPages {
  readonly #listing: BucketListing;
  readonly #delimiter: "/" | undefined;
  /** What whole keys begin with: of the store, and of the directory. */
  readonly #storeStart: string;
  readonly #start: string;
  #position: PagePosition;
  #last: string | undefined;

  constructor(listing: BucketListing, delimiter: "/" | undefined) {
    const { client, directory, options } = listing;
    const { prefix } = client.place;
    this.#listing = listing;
    this.#delimiter = delimiter;
    this.#storeStart = prefix === "" ? "" : `${prefix}/`;
    this.#start = directory === "" ? this.#storeStart : `${this.#storeStart}${directory}/`;
    this.#position = options.cursor === undefined ? {} : { after: this.#storeStart + options.cursor };
  }

  get lastPath(): string | undefined {
    return this.#last?.slice(this.#storeStart.length);
  }

  async next(): Promise<ItemPage> {
    const { client, directory, pageSize, newRetries } = this.#listing;
    const page = await readKeyPage(client, {
      operation: "list",
      path: directory,
      prefix: this.#start,
      delimiter: this.#delimiter,
      position: this.#position,
      behind: this.#last,
      maximumKeys: pageSize,
      retries: newRetries(),
    });
    this.#position = page.next ?? {};
    this.#last = page.keys.at(-1)?.key ?? this.#last;
    const items = page.keys.map((listed) => itemOf(listed, listed.key.slice(this.#storeStart.length)));
    return { items, unreadable: page.unreadable, isLast: page.next === undefined };
  }

  skip(folder: string): void {
    const after = positionBehind(this.#storeStart + folder, this.#last);
    if (after !== undefined) this.#position = { after };
  }

  async hasFolder(name: string): Promise<boolean> {
    const { client, directory, newRetries } = this.#listing;
    const prefix = `${this.#start}${name}/`;
    const request = { operation: "list", path: directory, prefix, position: {}, behind: undefined, maximumKeys: 1 };
    const page = await readKeyPage(client, { ...request, retries: newRetries() });
    return page.keys.length > 0 || page.unreadable.length > 0;
  }
}

/** An empty object that only marks a folder is nothing. */
function itemOf(listed: ListedKey, path: string): ListedItem {
  if (listed.kind === "group") return { kind: "folder", path: path.slice(0, -1) };
  const isMarker = listed.key.endsWith("/") && listed.size === 0 && isFolderName(path);
  return isMarker ? { kind: "nothing", path } : entryOfObject(path, listed);
}

/** `a/b/`, and the root's own marker. */
function isFolderName(path: string): boolean {
  return path === "" || logicalPathFault(path.slice(0, -1)) === undefined;
}
