/** What the links of a set of files lead to, moved from one set to the next. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { type DocumentOrder, documentOrder } from "../document-order.ts";
import type { GraphOptions, LinkResolution } from "../knowledge-graph.ts";
import { carried, type SortedDifference } from "../sorted-difference.ts";
import { isCopiedFolder } from "./content-roots.ts";
import { hasEqualAnchors } from "./document-anchors.ts";
import { FileTable } from "./file-table.ts";
import { KeySet, LinkKeyTable } from "./link-key-table.ts";
import { addKeys, keyOfFragments, keysOfNames, keysOfPath, type LinkKeys } from "./link-keys.ts";
import { folderOf } from "./name-forms.ts";
import { NameIndex } from "./name-index.ts";
import { isEqualResolution } from "./resolution.ts";
import { ResolutionPass } from "./resolution-pass.ts";
import { SitePages } from "./site-pages.ts";

/** Per document and link, in the order of the documents. */
type Links = readonly (readonly LinkResolution[])[];

/** A document with what became of its links. */
export interface ResolvedDocument {
  readonly document: MarkdownDocument;
  readonly links: readonly LinkResolution[];
}

/** A document that is not as it was, or whose links are not. */
export interface TouchedDocument {
  /** Its number in the table of files. */
  readonly file: number;
  readonly before?: ResolvedDocument | undefined;
  readonly after?: ResolvedDocument | undefined;
}

/** All links, and what is different from before. */
export interface ResolvedLinks {
  readonly links: Links;
  readonly order: DocumentOrder;
  readonly touched: readonly TouchedDocument[];
}

/** The two lists of files. */
export interface FileDifference {
  readonly documents: SortedDifference<MarkdownDocument>;
  readonly otherPaths: SortedDifference<LogicalPath>;
}

/**
 * The state moves with the files: names that come and go are taken into the index and out of it, and only links that share a key with
 * one of them (see `link-keys.ts`) are resolved again, besides those of changed documents. What decides about all links together (where
 * the site's root is, which folders are copied to it) is watched, and where it changes everything is to be made anew.
 */
export class LinkState {
  readonly #options: GraphOptions;
  readonly #files: FileTable = new FileTable();
  readonly #names: NameIndex;
  readonly #sitePages: SitePages = new SitePages();
  #keys: LinkKeyTable | undefined;
  #links: Links;
  #order: DocumentOrder;
  #otherFiles: Int32Array;

  /** Resolves all links of sorted files. */
  constructor(documents: readonly MarkdownDocument[], otherPaths: readonly LogicalPath[], options: GraphOptions) {
    this.#options = options;
    const files = Int32Array.from(documents, (document) => this.#files.addDocument(document));
    this.#otherFiles = Int32Array.from(otherPaths, (path) => this.#files.addOther(path));
    this.#order = documentOrder(files, this.#files.end);
    this.#names = new NameIndex(this.#files);
    const pass = new ResolutionPass(this.#names, options);
    const links = documents.map((document, index) => {
      const folder = folderOf(document.path);
      const resolved = document.links.map((link) => pass.resolve(link, folder, files[index] as number));
      this.#sitePages.count(document, resolved, 1);
      return resolved;
    });
    if (this.#sitePages.isElsewhere) {
      for (const [index, { links: written }] of documents.entries()) {
        const resolved = links[index] as LinkResolution[];
        for (let place = 0; place < written.length; place++) {
          resolved[place] = SitePages.settle(written[place] as MarkdownLink, resolved[place] as LinkResolution);
        }
      }
    }
    this.#links = links;
  }

  get links(): Links {
    return this.#links;
  }

  get order(): DocumentOrder {
    return this.#order;
  }

  /** Above every number in the table of files. */
  get fileEnd(): number {
    return this.#files.end;
  }

  /** Moves to other files, from those that it was last moved to. `undefined` where all is to be made anew; then the state is of no use any more. */
  move(difference: FileDifference): ResolvedLinks | undefined {
    const { documents, otherPaths } = difference;
    const isElsewhere = this.#sitePages.isElsewhere;
    const before = { links: this.#links, files: this.#order.files };
    const changed = new KeySet();
    const { hasAddresses } = this.#names;
    const isSameRoot = this.#moveFiles(difference, changed);
    // Without addresses a shorter way finds what the stages find: nobody has to trust that to the last letter.
    if (!isSameRoot || this.#names.hasAddresses !== hasAddresses) return undefined;
    const pass = new ResolutionPass(this.#names, this.#options);
    const touched: TouchedDocument[] = documents.removed.map((place) => ({
      file: before.files[place] as number,
      before: { document: documents.before[place] as MarkdownDocument, links: before.links[place] as LinkResolution[] },
    }));
    const links = carriedLinks(before.links, documents);
    const own = [...documents.added, ...documents.changed];
    for (const place of own) links[place] = this.#resolveAll(documents.after, place, pass);
    for (const place of own) {
      const origin = documents.origins === undefined ? place : (documents.origins[place] as number);
      touched.push({
        file: this.#order.files[place] as number,
        before: origin === -1 ? undefined : resolvedAt(documents.before, before.links, origin),
        after: resolvedAt(documents.after, links, place),
      });
    }
    if (changed.size > 0)
      touched.push(...this.#resolveAgain(documents.after, links, { changed, pass, except: new Set(own) }));
    for (const { before: old, after } of touched) {
      if (old !== undefined) this.#sitePages.count(old.document, old.links, -1);
      if (after !== undefined) this.#sitePages.count(after.document, after.links, 1);
    }
    if (this.#sitePages.isElsewhere !== isElsewhere) return undefined;
    this.#keepKeys(touched, pass);
    this.#moveOthers(otherPaths);
    this.#links = links;
    return { links, order: this.#order, touched };
  }

  /**
   * Takes files into the index and out of it, and collects the keys of what is different. First what comes, so that a folder whose one
   * file is renamed does not vanish meanwhile, and no number of what goes is given to what comes. `false` where root-relative links may start elsewhere now.
   */
  #moveFiles({ documents, otherPaths }: FileDifference, changed: KeySet): boolean {
    const { files } = this.#order;
    const { origins, before, after } = documents;
    let isSameRoot = true;
    const note = (folder: string): void => {
      changed.add(keysOfPath(folder));
      if (isCopiedFolder(folder)) isSameRoot = false;
    };
    const come = (id: number): void => {
      changed.add(keysOfPath(this.#files.pathOf(id)));
      this.#names.add(id, note);
    };
    const go = (id: number): void => {
      changed.add(keysOfPath(this.#files.pathOf(id)));
      this.#names.remove(id, note);
      // Maps of names that are made from now on are made without it.
      this.#files.remove(id);
    };
    const now = origins === undefined ? files : carried(files, origins, new Int32Array(origins.length));
    for (const place of documents.added) {
      const document = after[place] as MarkdownDocument;
      now[place] = this.#files.addDocument(document);
      changed.add(keysOfNames(document));
      come(now[place] as number);
    }
    const otherFiles = otherPaths.added.map((place) => this.#files.addOther(otherPaths.after[place] as LogicalPath));
    otherFiles.forEach(come);
    for (const place of documents.changed) {
      const old = before[origins === undefined ? place : (origins[place] as number)] as MarkdownDocument;
      this.#change(now[place] as number, old, after[place] as MarkdownDocument, changed);
    }
    for (const place of documents.removed) {
      changed.add(keysOfNames(before[place] as MarkdownDocument));
      go(files[place] as number);
    }
    for (const place of otherPaths.removed) go(this.#otherFiles[place] as number);
    this.#order = origins === undefined ? this.#order : documentOrder(now, this.#files.end);
    this.#addedOthers = otherFiles;
    return isSameRoot;
  }

  #addedOthers: readonly number[] = [];

  #change(id: number, old: MarkdownDocument, document: MarkdownDocument, changed: KeySet): void {
    if (!hasEqualAnchors(old, document)) changed.add([keyOfFragments(id)]);
    if (hasEqualNames(old, document)) this.#files.replace(id, document);
    else {
      changed.add(keysOfNames(old));
      changed.add(keysOfNames(document));
      this.#names.replace(id, document);
    }
  }

  #moveOthers({ origins, added }: SortedDifference<LogicalPath>): void {
    if (origins === undefined) return;
    const now = carried(this.#otherFiles, origins, new Int32Array(origins.length));
    for (const [rank, place] of added.entries()) now[place] = this.#addedOthers[rank] as number;
    this.#otherFiles = now;
  }

  #resolveAll(documents: readonly MarkdownDocument[], place: number, pass: ResolutionPass): readonly LinkResolution[] {
    const { path, links } = documents[place] as MarkdownDocument;
    const folder = folderOf(path);
    const file = this.#order.files[place] as number;
    return links.map((link) => this.#settled(link, pass.resolve(link, folder, file)));
  }

  #settled(link: MarkdownLink, resolution: LinkResolution): LinkResolution {
    return this.#sitePages.isElsewhere ? SitePages.settle(link, resolution) : resolution;
  }

  /** Resolves links of other documents that share a key with what is different, and gives the documents where one leads elsewhere. */
  #resolveAgain(
    documents: readonly MarkdownDocument[],
    links: (readonly LinkResolution[])[],
    {
      changed,
      pass,
      except,
    }: { readonly changed: KeySet; readonly pass: ResolutionPass; readonly except: ReadonlySet<number> },
  ): TouchedDocument[] {
    const touched: TouchedDocument[] = [];
    const { files } = this.#order;
    this.#keys ??= this.#allKeys(documents, links, { pass, except });
    const before = new Map<number, readonly LinkResolution[]>();
    this.#keys.find(files, changed, (place, index) => {
      if (except.has(place)) return;
      const { path, links: written } = documents[place] as MarkdownDocument;
      const link = written[index] as MarkdownLink;
      const resolved = links[place] as LinkResolution[];
      const old = resolved[index] as LinkResolution;
      const resolution = this.#settled(link, pass.resolve(link, folderOf(path), files[place] as number));
      if (isEqualResolution(old, resolution) && !SitePages.differ(old, resolution)) return;
      if (before.has(place)) resolved[index] = resolution;
      else {
        before.set(place, resolved);
        links[place] = resolved.with(index, resolution);
      }
    });
    for (const [place, old] of before) {
      const document = documents[place] as MarkdownDocument;
      touched.push({
        file: files[place] as number,
        before: { document, links: old },
        after: resolvedAt(documents, links, place),
      });
    }
    return touched;
  }

  /** The keys of documents that are as they were; those of the others follow when all is resolved. */
  #allKeys(
    documents: readonly MarkdownDocument[],
    links: Links,
    { pass, except }: { readonly pass: ResolutionPass; readonly except: ReadonlySet<number> },
  ): LinkKeyTable {
    const table = new LinkKeyTable();
    for (const [place, document] of documents.entries()) {
      if (except.has(place)) continue;
      const resolved = resolvedAt(documents, links, place);
      if (document.links.length > 0) table.set(this.#order.files[place] as number, keysOf(resolved, pass));
    }
    return table;
  }

  #keepKeys(touched: readonly TouchedDocument[], pass: ResolutionPass): void {
    if (this.#keys === undefined) return;
    for (const { file, after } of touched) {
      if (after === undefined) this.#keys.delete(file);
      else this.#keys.set(file, keysOf(after, pass));
    }
  }
}

function resolvedAt(documents: readonly MarkdownDocument[], links: Links, place: number): ResolvedDocument {
  return { document: documents[place] as MarkdownDocument, links: links[place] as readonly LinkResolution[] };
}

function keysOf({ document, links }: ResolvedDocument, { roots }: ResolutionPass): LinkKeys {
  const folder = folderOf(document.path);
  const ownRoots = roots.of(folder);
  const keys: LinkKeys = { first: [], further: [] };
  for (let place = 0; place < links.length; place++) {
    const link = document.links[place] as MarkdownLink;
    addKeys(keys, { link, folder, roots: ownRoots, resolution: links[place] as LinkResolution });
  }
  return keys;
}

/** The links in their new places; those of new documents are still to come. */
function carriedLinks(links: Links, { origins }: SortedDifference<MarkdownDocument>): (readonly LinkResolution[])[] {
  if (origins === undefined) return links.slice();
  const carried: (readonly LinkResolution[])[] = [];
  for (const origin of origins) carried.push(origin === -1 ? [] : (links[origin] as readonly LinkResolution[]));
  return carried;
}

function hasEqualNames(a: MarkdownDocument, b: MarkdownDocument): boolean {
  return (
    a.title === b.title &&
    a.titleSource === b.titleSource &&
    isEqualList(a.aliases, b.aliases) &&
    isEqualList(a.addresses, b.addresses)
  );
}

function isEqualList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
