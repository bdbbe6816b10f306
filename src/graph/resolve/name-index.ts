/** Every name that a file can be found by. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { addressKeys } from "./address-key.ts";
import { addFile, type FileIds, type FileList, unionOf } from "./file-group.ts";
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

/** What a file can be called by, besides its path. */
type NameKind = "path" | "suffix" | "fileName" | "baseName" | "folderName" | "title" | "alias" | "address";

/**
 * Finds files by name. Each kind of name has a map by its loosest form; stricter maps are made only where that one leaves a doubt, since
 * what it does not hold no stricter one does. Maps are made when they are first asked, and no look-up scans.
 */
export class NameIndex {
  readonly files: FileList;
  /** Whether any document has another address. */
  readonly hasAddresses: boolean;
  readonly #documents: readonly MarkdownDocument[];
  readonly #maps: Map<string, NameMap> = new Map();
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
    return strictness === "exact" ? this.#exactPaths.get(normalForm(path)) : this.#find("path", path, strictness);
  }

  /** Whether files lie in or below a folder; without exactness the answer may be true for a folder of a similar name. */
  hasFolder(path: string, strictness: Strictness): boolean {
    if (strictness === "exact") return this.existingFolder(path) !== undefined;
    this.#looseFolders ??= this.#collectFolders(looseForm);
    return this.#looseFolders.has(looseForm(path));
  }

  /** A folder that holds files, as its path is spelled. */
  existingFolder(path: string): string | undefined {
    this.#exactFolders ??= this.#collectFolders(normalForm);
    return this.#exactFolders.get(normalForm(path));
  }

  /** Files whose path ends with one of these, by whole segments; the ends have two segments or more. */
  bySuffixes(ends: readonly string[], strictness: Strictness): FileIds | undefined {
    return unionOf(ends.map((end) => this.#find("suffix", end, strictness)));
  }

  /** Files of this name with its ending, anywhere; else documents of this name without their ending. */
  byName(name: string, strictness: Strictness): FileIds | undefined {
    return this.#find("fileName", name, strictness) ?? this.#find("baseName", name, strictness);
  }

  /**
   * The only file that a name without `/` can mean from anywhere, whichever stage finds it: no other file and no folder has the name in
   * any form of comparison, and this one has it exactly. `undefined` where there is a doubt.
   */
  uniqueByName(name: string): number | undefined {
    if (this.hasAddresses || name.startsWith(".") || /\.html$/i.test(name) || !this.mayEndIn(name)) return undefined;
    const key = looseForm(name);
    if (this.#map("folderName", "loose").has(key)) return undefined;
    const id = unionOf([this.#map("fileName", "loose").get(key), this.#map("baseName", "loose").get(key)]);
    if (typeof id !== "number") return undefined;
    const fileName = normalForm(baseNameOf(this.pathOf(id)));
    const wanted = normalForm(name);
    return fileName === wanted || withoutMarkdownExtension(fileName) === wanted ? id : undefined;
  }

  /** Index pages of folders with this name. */
  byFolderName(name: string, strictness: Strictness): FileIds | undefined {
    return this.#find("folderName", name, strictness);
  }

  /** Documents that state this title. */
  byTitle(title: string, strictness: Strictness): FileIds | undefined {
    return this.#find("title", title, strictness);
  }

  byAlias(alias: string, strictness: Strictness): FileIds | undefined {
    return this.#find("alias", alias, strictness);
  }

  /** Documents with another address, in the form of `addressKey`. */
  byAddress(key: string, strictness: Strictness): FileIds | undefined {
    return this.#find("address", key, strictness);
  }

  /** The other addresses of all documents. */
  addressKeys(): readonly string[] {
    const keys: string[] = [];
    this.#eachName("address", (key) => keys.push(key));
    return keys;
  }

  #find(kind: NameKind, name: string, strictness: Strictness): FileIds | undefined {
    const loose = this.#map(kind, "loose").get(looseForm(name));
    if (loose === undefined || strictness === "loose") return loose;
    return this.#map(kind, strictness).get(formOf[strictness](name));
  }

  #map(kind: NameKind, strictness: Strictness): NameMap {
    const key = `${kind} ${strictness}`;
    let map = this.#maps.get(key) as Map<string, FileIds> | undefined;
    if (map === undefined) {
      const made = new Map<string, FileIds>();
      const form = formOf[strictness];
      this.#eachName(kind, (name, id) => addFile(made, form(name), id));
      map = made;
      this.#maps.set(key, map);
    }
    return map;
  }

  #eachName(kind: NameKind, add: (name: string, id: number) => void): void {
    const { paths, documentCount } = this.files;
    const end = kind === "path" || kind === "suffix" || kind === "fileName" ? paths.length : documentCount;
    for (let id = 0; id < end; id++) {
      const path = paths[id] as string;
      if (kind === "path") add(path, id);
      else if (kind === "suffix") eachSuffix(path, (suffix) => add(suffix, id));
      else if (kind === "fileName") add(baseNameOf(path), id);
      else this.#eachDocumentName(kind, this.#documents[id] as MarkdownDocument, (name) => add(name, id));
    }
  }

  #eachDocumentName(kind: NameKind, document: MarkdownDocument, add: (name: string) => void): void {
    const { path, title, titleSource, aliases, addresses } = document;
    const fileName = baseNameOf(path);
    const folder = folderOf(path);
    if (kind === "baseName") add(withoutMarkdownExtension(fileName) ?? fileName);
    // A title that is only the file's name says nothing new.
    else if (kind === "title" && titleSource !== "name") add(title.trim());
    else if (kind === "alias") for (const alias of aliases) add(alias.trim());
    else if (kind === "address") for (const address of addresses) addressKeys(address, folder).forEach(add);
    else if (kind === "folderName" && folder !== "" && isIndexPage(fileName)) add(baseNameOf(folder));
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

  #collectFolders(form: (text: string) => string): ReadonlyMap<string, string> {
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

/** Each end of a path of two segments or more, the whole path excepted. */
function eachSuffix(path: string, add: (suffix: string) => void): void {
  const last = path.lastIndexOf("/");
  for (let slash = path.indexOf("/"); slash !== -1 && slash < last; slash = path.indexOf("/", slash + 1)) {
    add(path.slice(slash + 1));
  }
}
