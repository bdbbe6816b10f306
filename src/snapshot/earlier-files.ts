/** The files of an earlier snapshot, found by path, so that only what changed since is read and parsed again. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { Snapshot, SnapshotFile } from "./snapshot.ts";

/** A file of an earlier snapshot with its parse. */
export interface EarlierFile {
  readonly file: SnapshotFile;
  readonly document: MarkdownDocument;
}

/** Looks files up in the order of their paths: one step each, since both lists are sorted. Another order works too, only slower. */
export class EarlierFiles {
  readonly #files: readonly SnapshotFile[];
  readonly #documents: readonly MarkdownDocument[];
  #next = 0;

  constructor({ files, documents }: Pick<Snapshot, "files" | "documents">) {
    this.#files = files;
    this.#documents = documents;
  }

  find(path: string): EarlierFile | undefined {
    const before = this.#files[this.#next - 1];
    if (before !== undefined && compareCodePoints(path, before.path) <= 0) this.#next = 0;
    for (;;) {
      const file = this.#files[this.#next];
      if (file === undefined) return undefined;
      if (file.path === path) return { file, document: this.#documents[this.#next++] as MarkdownDocument };
      if (compareCodePoints(file.path, path) > 0) return undefined;
      this.#next++;
    }
  }
}
