/** What a bucket lists, whatever protocol it is asked by, in terms of paths. */
import type { FileEntry } from "../file-store.ts";

/** One thing that a bucket lists. Paths are as the bucket has them: not all of them are logical paths. */
export type ListedItem =
  | (Omit<FileEntry, "path"> & { readonly path: string })
  /** A group of keys that go on behind a `/`; the path is without it. */
  | { readonly kind: "folder"; readonly path: string }
  /** An object that stands for no file. Its path only says how far the listing has come. */
  | { readonly kind: "nothing"; readonly path: string };

export interface ItemPage {
  /** In the bucket's order: by the code points of whole keys. */
  readonly items: readonly ListedItem[];
  /** Names that are no text, made printable. */
  readonly unreadable: readonly string[];
  readonly isLast: boolean;
}

/** The pages of one listing of a bucket: all below a directory, or one level of it. */
export interface ItemPages {
  /** The next page. Not asked for again after the last one. */
  next(): Promise<ItemPage>;
  /** The path of the last thing that was listed, as its key has it. */
  readonly lastPath: string | undefined;
  /** Goes on behind this folder, if what was listed last is in it, and never before what was listed last. */
  skip(folder: string): void;
  /** Whether there is anything below a folder of the level, by its name. */
  hasFolder(name: string): Promise<boolean>;
}
