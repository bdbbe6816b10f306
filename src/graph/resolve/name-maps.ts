/** Every name that a file can be found by, in one form of comparison. Each map is made when it is first needed. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { addressKeys } from "./address-key.ts";
import { addFile, type FileIds, type FileList } from "./file-group.ts";
import { baseNameOf, folderOf, isIndexPage, withoutMarkdownExtension } from "./name-forms.ts";

type NameMap = ReadonlyMap<string, FileIds>;

/** Maps from a name in the given form to the files that have it. Lookups are by key alone; nothing is scanned. */
export class NameMaps {
  /** Puts a name into the form that this set compares in. */
  readonly form: (text: string) => string;
  readonly #files: FileList;
  readonly #documents: readonly MarkdownDocument[];
  readonly #made: Map<string, NameMap> = new Map();
  #folders: Map<string, string> | undefined;

  constructor(options: {
    readonly files: FileList;
    readonly documents: readonly MarkdownDocument[];
    readonly form: (text: string) => string;
  }) {
    this.#files = options.files;
    this.#documents = options.documents;
    this.form = options.form;
  }

  /** All files, by their whole path. */
  get paths(): NameMap {
    return this.#make("paths", (add) => {
      for (const [id, path] of this.#files.paths.entries()) add(path, id);
    });
  }

  /** All folders that hold a file, themselves or below, by their path; the value is the path as it is. */
  get folders(): ReadonlyMap<string, string> {
    if (this.#folders !== undefined) return this.#folders;
    const folders = new Map<string, string>();
    for (const path of this.#files.paths) {
      for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
        const key = this.form(folder);
        if (folders.has(key)) break;
        folders.set(key, folder);
      }
    }
    this.#folders = folders;
    return folders;
  }

  /** All files, by each end of their path of two segments or more, the whole path excepted. */
  get suffixes(): NameMap {
    return this.#make("suffixes", (add) => {
      for (const [id, path] of this.#files.paths.entries()) {
        const last = path.lastIndexOf("/");
        for (let slash = path.indexOf("/"); slash !== -1 && slash < last; slash = path.indexOf("/", slash + 1)) {
          add(path.slice(slash + 1), id);
        }
      }
    });
  }

  /** All files, by their name with its ending. */
  get fileNames(): NameMap {
    return this.#make("fileNames", (add) => {
      for (const [id, path] of this.#files.paths.entries()) add(baseNameOf(path), id);
    });
  }

  /** Documents, by their name without its ending. */
  get baseNames(): NameMap {
    return this.#makeOfDocuments("baseNames", (add, document, id) => {
      const name = baseNameOf(document.path);
      add(withoutMarkdownExtension(name) ?? name, id);
    });
  }

  /** Index pages, by the name of their folder. */
  get folderPages(): NameMap {
    return this.#makeOfDocuments("folderPages", (add, document, id) => {
      const folder = folderOf(document.path);
      if (folder !== "" && isIndexPage(baseNameOf(document.path))) add(baseNameOf(folder), id);
    });
  }

  /** Documents, by a title that they state; one that is only the file's name says nothing new. */
  get titles(): NameMap {
    return this.#makeOfDocuments("titles", (add, document, id) => {
      if (document.titleSource !== "name") add(document.title.trim(), id);
    });
  }

  get aliases(): NameMap {
    return this.#makeOfDocuments("aliases", (add, document, id) => {
      for (const alias of document.aliases) add(alias.trim(), id);
    });
  }

  /** Documents, by their other addresses in the form of {@link addressKeys}. */
  get addresses(): NameMap {
    return this.#makeOfDocuments("addresses", (add, document, id) => {
      for (const address of document.addresses) {
        for (const key of addressKeys(address, folderOf(document.path))) add(key, id);
      }
    });
  }

  #makeOfDocuments(
    name: string,
    fill: (add: (key: string, id: number) => void, document: MarkdownDocument, id: number) => void,
  ): NameMap {
    return this.#make(name, (add) => {
      for (const [id, document] of this.#documents.entries()) fill(add, document, id);
    });
  }

  #make(name: string, fill: (add: (key: string, id: number) => void) => void): NameMap {
    const made = this.#made.get(name);
    if (made !== undefined) return made;
    const map = new Map<string, FileIds>();
    fill((key, id) => addFile(map, this.form(key), id));
    this.#made.set(name, map);
    return map;
  }
}
