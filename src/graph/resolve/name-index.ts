/** Every name that a file can be found by. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { addressKeys } from "./address-key.ts";
import { CountedNames } from "./counted-names.ts";
import { addFile, type FileIds, removeFile, unionOf } from "./file-group.ts";
import type { FileTable } from "./file-table.ts";
import { FolderNames } from "./folder-names.ts";
import {
  baseNameOf,
  foldedForm,
  folderOf,
  isIndexPage,
  looseForm,
  markdownExtensions,
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

/** What a file can be called by, besides its path. `otherPage` is a folder's page that is no document. */
type NameKind =
  | "path"
  | "suffix"
  | "fileName"
  | "otherPage"
  | "baseName"
  | "folderName"
  | "title"
  | "alias"
  | "address";

interface NameMap {
  readonly kind: NameKind;
  readonly form: (text: string) => string;
  readonly ids: Map<string, FileIds>;
}

/**
 * Finds files by name. Each kind of name has a map by its loosest form; stricter maps are made only where that one leaves a doubt, since
 * what it does not hold no stricter one does. Maps are made when they are first asked, and no look-up scans. Files can be added and
 * removed: what is found depends only on those that are there, never on the order in which they came.
 */
export class NameIndex {
  readonly files: FileTable;
  readonly #maps: Map<string, NameMap> = new Map();
  readonly #exactPaths: Map<string, FileIds> = new Map();
  #withAddresses = 0;
  #folders: FolderNames | undefined;
  #ends: CountedNames | undefined;
  #addressStarts: CountedNames | undefined;

  /** An index of the files in the table. */
  constructor(files: FileTable) {
    this.files = files;
    this.#eachFile((id) => this.#addPath(id));
  }

  /**
   * Takes a file of the table into the index, or out of it while the table still has it. `note` is told the folders that appear or
   * vanish with it; nobody has asked for folders where it is told none.
   */
  add(id: number, note: (folder: string) => void): void {
    this.#addPath(id);
    const path = this.files.pathOf(id);
    for (const { kind, form, ids } of this.#maps.values())
      this.#namesOf(kind, id, (name) => addFile(ids, form(name), id));
    this.#folders?.add(path, note);
    if (this.#ends !== undefined) for (const end of endsOf(path)) this.#ends.add(end);
    if (this.#addressStarts !== undefined) for (const start of this.#startsOf(id)) this.#addressStarts.add(start);
  }

  /** See {@link NameIndex.add}. */
  remove(id: number, note: (folder: string) => void): void {
    const path = this.files.pathOf(id);
    removeFile(this.#exactPaths, normalForm(path), id);
    if (this.#hasAddress(id)) this.#withAddresses--;
    for (const { kind, form, ids } of this.#maps.values())
      this.#namesOf(kind, id, (name) => removeFile(ids, form(name), id));
    this.#folders?.remove(path, note);
    if (this.#ends !== undefined) for (const end of endsOf(path)) this.#ends.remove(end);
    if (this.#addressStarts !== undefined) for (const start of this.#startsOf(id)) this.#addressStarts.remove(start);
  }

  /** Puts another document with the same path in the place of one, in the table too. */
  replace(id: number, document: MarkdownDocument): void {
    this.#eachStatedName(id, removeFile, (start) => this.#addressStarts?.remove(start));
    if (this.#hasAddress(id)) this.#withAddresses--;
    this.files.replace(id, document);
    this.#eachStatedName(id, addFile, (start) => this.#addressStarts?.add(start));
    if (this.#hasAddress(id)) this.#withAddresses++;
  }

  /** Whether any document has another address. */
  get hasAddresses(): boolean {
    return this.#withAddresses > 0;
  }

  /** The path of a file. */
  pathOf(id: number): LogicalPath {
    return this.files.pathOf(id);
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
    if (this.#ends === undefined) {
      const ends = new CountedNames();
      this.#eachFile((id) => {
        for (const end of endsOf(this.files.pathOf(id))) ends.add(end);
      });
      this.#ends = ends;
    }
    return this.#ends.has(looseForm(name));
  }

  byPath(path: string, strictness: Strictness): FileIds | undefined {
    return strictness === "exact" ? this.#exactPaths.get(normalForm(path)) : this.#find("path", path, strictness);
  }

  /** Whether files lie in or below a folder; without exactness the answer may be true for a folder of a similar name. */
  hasFolder(path: string, strictness: Strictness): boolean {
    if (strictness === "exact") return this.existingFolder(path) !== undefined;
    return this.#allFolders().hasSimilar(path);
  }

  /** A folder that holds files, as its path is spelled; of several spellings the first by code point. */
  existingFolder(path: string): string | undefined {
    return this.#allFolders().existing(path);
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
    if (this.#map("folderName", "loose").has(key) || this.#map("otherPage", "loose").has(key)) return undefined;
    const fileNames = this.#map("fileName", "loose");
    // A Markdown file that is no document has no base name, and yet a path without its ending leads to it.
    const withEnding = markdownExtensions.map((extension) => fileNames.get(key + extension));
    const id = unionOf([fileNames.get(key), this.#map("baseName", "loose").get(key), ...withEnding]);
    if (typeof id !== "number") return undefined;
    const fileName = normalForm(baseNameOf(this.pathOf(id)));
    const wanted = normalForm(name);
    if (fileName === wanted) return id;
    const isDocument = this.files.documentOf(id) !== undefined;
    return isDocument && markdownExtensions.some((extension) => fileName === wanted + extension) ? id : undefined;
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

  /** Whether an address of a document begins with this segment, in the loosest form. */
  isAddressStart(segment: string): boolean {
    if (this.#addressStarts === undefined) {
      const starts = new CountedNames();
      this.#eachFile((id) => {
        for (const start of this.#startsOf(id)) starts.add(start);
      });
      this.#addressStarts = starts;
    }
    return this.#addressStarts.has(looseForm(segment));
  }

  /** What a document is called by itself and not by its path. */
  #eachStatedName(id: number, change: typeof addFile, changeStart: (start: string) => void): void {
    for (const { kind, form, ids } of this.#maps.values()) {
      if (kind === "title" || kind === "alias" || kind === "address")
        this.#documentNames(kind, id, (name) => change(ids, form(name), id));
    }
    if (this.#addressStarts !== undefined) this.#startsOf(id).forEach(changeStart);
  }

  #addPath(id: number): void {
    addFile(this.#exactPaths, normalForm(this.files.pathOf(id)), id);
    if (this.#hasAddress(id)) this.#withAddresses++;
  }

  #hasAddress(id: number): boolean {
    return (this.files.documentOf(id)?.addresses.length ?? 0) > 0;
  }

  #find(kind: NameKind, name: string, strictness: Strictness): FileIds | undefined {
    const loose = this.#map(kind, "loose").get(looseForm(name));
    if (loose === undefined || strictness === "loose") return loose;
    return this.#map(kind, strictness).get(formOf[strictness](name));
  }

  #map(kind: NameKind, strictness: Strictness): ReadonlyMap<string, FileIds> {
    const key = `${kind} ${strictness}`;
    let map = this.#maps.get(key);
    if (map === undefined) {
      const form = formOf[strictness];
      const ids = new Map<string, FileIds>();
      this.#eachFile((id) => this.#namesOf(kind, id, (name) => addFile(ids, form(name), id)));
      map = { kind, form, ids };
      this.#maps.set(key, map);
    }
    return map.ids;
  }

  #eachFile(visit: (id: number) => void): void {
    for (let id = 0; id < this.files.end; id++) if (this.files.has(id)) visit(id);
  }

  #namesOf(kind: NameKind, id: number, add: (name: string) => void): void {
    const path = this.files.pathOf(id);
    if (kind === "path") add(path);
    else if (kind === "suffix") eachSuffix(path, add);
    else if (kind === "fileName") add(baseNameOf(path));
    else if (kind === "otherPage") this.#otherPage(id, add);
    else this.#documentNames(kind, id, add);
  }

  #otherPage(id: number, add: (name: string) => void): void {
    const folder = folderOf(this.files.pathOf(id));
    const isPage = folder !== "" && isIndexPage(baseNameOf(this.files.pathOf(id)));
    if (isPage && this.files.documentOf(id) === undefined) add(baseNameOf(folder));
  }

  #documentNames(kind: NameKind, id: number, add: (name: string) => void): void {
    const document = this.files.documentOf(id);
    if (document === undefined) return;
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

  #startsOf(id: number): readonly string[] {
    const { path = "", addresses = [] } = this.files.documentOf(id) ?? {};
    return addresses.flatMap((address) =>
      addressKeys(address, folderOf(path)).map((key) => looseForm(key.split("/", 1)[0] as string)),
    );
  }

  #allFolders(): FolderNames {
    if (this.#folders === undefined) {
      const folders = new FolderNames();
      this.#eachFile((id) => folders.add(this.files.pathOf(id)));
      this.#folders = folders;
    }
    return this.#folders;
  }
}

/** What targets that lead to a file can end in. */
function endsOf(path: string): readonly string[] {
  const name = baseNameOf(path);
  const base = withoutMarkdownExtension(name);
  if (base === undefined) return [looseForm(name)];
  const ends = [looseForm(name), looseForm(base), `${looseForm(base)}.html`];
  if (isIndexPage(name)) ends.push(looseForm(baseNameOf(folderOf(path))));
  return ends;
}

/** Each end of a path of two segments or more, the whole path excepted. */
function eachSuffix(path: string, add: (suffix: string) => void): void {
  const last = path.lastIndexOf("/");
  for (let slash = path.indexOf("/"); slash !== -1 && slash < last; slash = path.indexOf("/", slash + 1)) {
    add(path.slice(slash + 1));
  }
}
