/** The files of an earlier snapshot, found by path, so that only what changed since is read and parsed again. */
import { firstNotBefore } from "../base/first-not-before.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { Snapshot, SnapshotFile } from "./snapshot.ts";

/** A file of an earlier snapshot with its parse. */
export interface EarlierFile {
  readonly file: SnapshotFile;
  readonly document: MarkdownDocument;
}

/** Looks files up. In the order of their paths, in which both lists mostly go on alike, a look-up is one step; otherwise it is a search. */
export class EarlierFiles {
  readonly #files: readonly SnapshotFile[];
  readonly #documents: readonly MarkdownDocument[];
  #next = 0;

  constructor({ files, documents }: Pick<Snapshot, "files" | "documents">) {
    this.#files = files;
    this.#documents = documents;
  }

  find(path: string): EarlierFile | undefined {
    if (this.#files[this.#next]?.path !== path) this.#next = firstNotBefore(this.#files, path);
    const file = this.#files[this.#next];
    if (file?.path !== path) return undefined;
    return { file, document: this.#documents[this.#next++] as MarkdownDocument };
  }
}
