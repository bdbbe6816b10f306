/** Every name that a file can be found by. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { addressKeys } from "./address-key.ts";
import { addFile, type FileIds, type FileList, filterFiles, unionOf } from "./file-group.ts";
import {
  baseNameOf,
  foldedForm,
  folderOf,
  isIndexPage,
  looseForm,
  normalForm,
  withoutMarkdownExtension,
} from "./name-forms.ts";

/** How strictly two names are compared: as written, without case, or also with blank, `-` and `_` taken as one. */
export type Strictness = "exact" | "folded" | "loose";

const formOf: Readonly<Record<Strictness, (text: string) => string>> = {
  exact: normalForm,
  folded: foldedForm,
  loose: looseForm,
};

type NameMap = ReadonlyMap<string, FileIds>;

/**
 * Finds files by name. Each kind of name has one map by its loosest form, made when it is first asked; stricter comparisons keep what
 * passes of the few files behind a key. Exact paths, which most links are, have a map of their own.
 */
export class NameIndex {
  readonly files: FileList;
  /** Whether any document has another address. */
  readonly hasAddresses: boolean;
  readonly #documents: readonly MarkdownDocument[];
  readonly #made: Map<string, NameMap> = new Map();
  readonly #exactPaths: Map<string, FileIds> = new Map();
  #exactFolders: ReadonlyMap<string, string> | undefined;
  #looseFolders: ReadonlyMap<string, string> | undefined;
  #ends: ReadonlySet<string> | undefined;

  constructor(files: FileList, documents: readonly MarkdownDocument[]) {
    this.files = files;
    this.#documents = documents;
    this.hasAddresses = documents.some(({ addresses }) => addresses.length > 0);
    for (let id = 0; id < files.paths.length; id++) {
      addFile(this.#exactPaths, normalForm(files.paths[id] as string), id);
    }
  }

  /** The path of a file. */
  pathOf(id: number): LogicalPath {
    return this.files.paths[id] as LogicalPath;
  }

  /** Files with exactly this path, in NFC. */
  byExactPath(path: string): FileIds | undefined {
    return this.#exactPaths.get(path);
  }

  /**
   * Whether any path, in any form of comparison, can end in this name, be it with an ending that is left out or as a folder with a
   * page. Most targets that lead nowhere fail here, at the cost of one look-up.
   */
  mayEndIn(name: string): boolean {
    this.#ends ??= this.#collectEnds();
    return this.#ends.has(looseForm(name));
  }

  byPath(path: string, strictness: Strictness): FileIds | undefined {
    if (strictness === "exact") return this.#exactPaths.get(normalForm(path));
    return this.#keep(this.#loosePaths.get(looseForm(path)), path, strictness, (id) => this.pathOf(id));
  }

  /** Whether files lie in or below a folder; without exactness the answer may be true for a folder of a similar name. */
  hasFolder(path: string, strictness: Strictness): boolean {
    if (strictness === "exact") return this.existingFolder(path) !== undefined;
    this.#looseFolders ??= this.#folders(looseForm);
    return this.#looseFolders.has(looseForm(path));
  }

  /** A folder that holds files, as its path is spelled. */
  existingFolder(path: string): string | undefined {
    this.#exactFolders ??= this.#folders(normalForm);
    return this.#exactFolders.get(normalForm(path));
  }

  /** Files whose path ends with one of these, by whole segments; the ends have two segments or more. */
  bySuffixes(ends: readonly string[], strictness: Strictness): FileIds | undefined {
    const found = ends.map((end) => {
      const form = formOf[strictness];
      const wanted = `/${form(end)}`;
      const ids = this.#suffixes.get(looseForm(end));
      return ids === undefined ? undefined : filterFiles(ids, (id) => form(this.pathOf(id)).endsWith(wanted));
    });
    return unionOf(found);
  }

  /** Files of this name with its ending, anywhere; else documents of this name without their ending. */
  byName(name: string, strictness: Strictness): FileIds | undefined {
    const own = this.#names.get(looseForm(name));
    const base = withoutMarkdownExtension(name);
    const whole = base === undefined ? undefined : this.#names.get(looseForm(base));
    const fileName = (id: number): string => baseNameOf(this.pathOf(id));
    const files = unionOf([this.#keep(whole, name, strictness, fileName), this.#keep(own, name, strictness, fileName)]);
    return files ?? this.#keep(own, name, strictness, (id) => this.#baseName(id));
  }

  /** Index pages of folders with this name. */
  byFolderName(name: string, strictness: Strictness): FileIds | undefined {
    const ids = this.#folderPages.get(looseForm(name));
    return this.#keep(ids, name, strictness, (id) => baseNameOf(folderOf(this.pathOf(id))));
  }

  /** Documents that state this title. */
  byTitle(title: string, strictness: Strictness): FileIds | undefined {
    const ids = this.#titles.get(looseForm(title));
    return this.#keep(ids, title, strictness, (id) => (this.#documents[id] as MarkdownDocument).title.trim());
  }

  byAlias(alias: string, strictness: Strictness): FileIds | undefined {
    const ids = this.#aliases.get(looseForm(alias));
    return this.#keepAny(ids, alias, strictness, (id) => (this.#documents[id] as MarkdownDocument).aliases);
  }

  /** Documents with another address, in the form of `addressKey`. */
  byAddress(key: string, strictness: Strictness): FileIds | undefined {
    const ids = this.#addresses.get(looseForm(key));
    return this.#keepAny(ids, key, strictness, (id) => this.#addressKeys(id));
  }

  /** The other addresses of all documents. */
  addressKeys(): readonly string[] {
    return [...this.#documents.keys()].flatMap((id) => this.#addressKeys(id));
  }

  #keep(
    ids: FileIds | undefined,
    wanted: string,
    strictness: Strictness,
    nameOf: (id: number) => string | undefined,
  ): FileIds | undefined {
    if (ids === undefined) return undefined;
    const form = formOf[strictness];
    const key = form(wanted);
    return filterFiles(ids, (id) => {
      const name = nameOf(id);
      return name !== undefined && form(name) === key;
    });
  }

  #keepAny(
    ids: FileIds | undefined,
    wanted: string,
    strictness: Strictness,
    namesOf: (id: number) => readonly string[],
  ): FileIds | undefined {
    if (ids === undefined) return undefined;
    const form = formOf[strictness];
    const key = form(wanted);
    return filterFiles(ids, (id) => namesOf(id).some((name) => form(name.trim()) === key));
  }

  /** A document's name without its ending; other files have none. */
  #baseName(id: number): string | undefined {
    if (id >= this.files.documentCount) return undefined;
    const name = baseNameOf(this.pathOf(id));
    return withoutMarkdownExtension(name) ?? name;
  }

  #addressKeys(id: number): readonly string[] {
    const { addresses, path } = this.#documents[id] as MarkdownDocument;
    return addresses.flatMap((address) => addressKeys(address, folderOf(path)));
  }

  get #loosePaths(): NameMap {
    return this.#make("paths", (add) => {
      for (const [id, path] of this.files.paths.entries()) add(path, id);
    });
  }

  /** Each end of a path of two segments or more, the whole path excepted. */
  get #suffixes(): NameMap {
    return this.#make("suffixes", (add) => {
      for (const [id, path] of this.files.paths.entries()) {
        const last = path.lastIndexOf("/");
        for (let slash = path.indexOf("/"); slash !== -1 && slash < last; slash = path.indexOf("/", slash + 1)) {
          add(path.slice(slash + 1), id);
        }
      }
    });
  }

  /** Documents by their name without its ending, other files by their whole name. */
  get #names(): NameMap {
    return this.#make("names", (add) => {
      for (const [id, path] of this.files.paths.entries()) add(this.#baseName(id) ?? baseNameOf(path), id);
    });
  }

  get #folderPages(): NameMap {
    return this.#make("folderPages", (add) => {
      for (const [id, { path }] of this.#documents.entries()) {
        const folder = folderOf(path);
        if (folder !== "" && isIndexPage(baseNameOf(path))) add(baseNameOf(folder), id);
      }
    });
  }

  /** A title that is only the file's name says nothing new and is left out. */
  get #titles(): NameMap {
    return this.#make("titles", (add) => {
      for (const [id, { title, titleSource }] of this.#documents.entries()) {
        if (titleSource !== "name") add(title.trim(), id);
      }
    });
  }

  get #aliases(): NameMap {
    return this.#make("aliases", (add) => {
      for (const [id, { aliases }] of this.#documents.entries()) for (const alias of aliases) add(alias.trim(), id);
    });
  }

  get #addresses(): NameMap {
    return this.#make("addresses", (add) => {
      for (const id of this.#documents.keys()) for (const key of this.#addressKeys(id)) add(key, id);
    });
  }

  #make(kind: string, fill: (add: (key: string, id: number) => void) => void): NameMap {
    const made = this.#made.get(kind);
    if (made !== undefined) return made;
    const map = new Map<string, FileIds>();
    fill((key, id) => addFile(map, looseForm(key), id));
    this.#made.set(kind, map);
    return map;
  }

  #collectEnds(): ReadonlySet<string> {
    const ends = new Set<string>();
    for (const path of this.files.paths) {
      const name = baseNameOf(path);
      const base = withoutMarkdownExtension(name);
      ends.add(looseForm(name));
      if (base === undefined) continue;
      ends.add(looseForm(base));
      ends.add(`${looseForm(base)}.html`);
      if (isIndexPage(name)) ends.add(looseForm(baseNameOf(folderOf(path))));
    }
    return ends;
  }

  #folders(form: (text: string) => string): ReadonlyMap<string, string> {
    const folders = new Map<string, string>();
    const seen = new Set<string>();
    for (const path of this.files.paths) {
      for (let folder = folderOf(path); folder !== "" && !seen.has(folder); folder = folderOf(folder)) {
        seen.add(folder);
        if (!folders.has(form(folder))) folders.set(form(folder), folder);
      }
    }
    return folders;
  }
}
