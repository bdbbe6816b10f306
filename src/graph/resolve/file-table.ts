/** The files that links can lead to, by numbers that they keep while others come and go. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";

/** Documents and other files by number. The number of a file that went is given to a later one. */
export class FileTable {
  readonly #paths: (LogicalPath | undefined)[] = [];
  readonly #documents: (MarkdownDocument | undefined)[] = [];
  readonly #free: number[] = [];

  /** Above every number in use. */
  get end(): number {
    return this.#paths.length;
  }

  addDocument(document: MarkdownDocument): number {
    const id = this.addOther(document.path);
    this.#documents[id] = document;
    return id;
  }

  addOther(path: LogicalPath): number {
    const id = this.#free.pop() ?? this.#paths.length;
    this.#paths[id] = path;
    this.#documents[id] = undefined;
    return id;
  }

  /** Puts another document with the same path in the place of one. */
  replace(id: number, document: MarkdownDocument): void {
    this.#documents[id] = document;
  }

  remove(id: number): void {
    this.#paths[id] = undefined;
    this.#documents[id] = undefined;
    this.#free.push(id);
  }

  has(id: number): boolean {
    return this.#paths[id] !== undefined;
  }

  /** The path of a file that is there. */
  pathOf(id: number): LogicalPath {
    return this.#paths[id] as LogicalPath;
  }

  /** The document of a file; `undefined` for one that is none. */
  documentOf(id: number): MarkdownDocument | undefined {
    return this.#documents[id];
  }
}
