/** What the links of a set of files lead to, moved from one set to the next. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { ChunkedList } from "../chunked-list.ts";
import { type DocumentOrder, documentOrder } from "../document-order.ts";
import type { GraphOptions, LinkResolution } from "../knowledge-graph.ts";
import { carried, type SortedDifference } from "../sorted-difference.ts";
import { isCopiedFolder } from "./content-roots.ts";
import { hasEqualAnchors } from "./document-anchors.ts";
import { FileTable } from "./file-table.ts";
import { hasEqualNames } from "./has-equal-names.ts";
import { KeySet, LinkKeyTable } from "./link-key-table.ts";
import { addKeys, keyOfFragments, keysOfNames, keysOfPath, type LinkKeys } from "./link-keys.ts";
import { folderOf } from "./name-forms.ts";
import { NameIndex } from "./name-index.ts";
import { isEqualResolution } from "./resolution.ts";
import { ResolutionPass } from "./resolution-pass.ts";
import { SitePages } from "./site-pages.ts";

/** The links of each document, by its number in the table of files. */
export type LinksByFile = ChunkedList<readonly LinkResolution[]>;

const noLinks: readonly LinkResolution[] = [];

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
  readonly links: LinksByFile;
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
  #links: LinksByFile = new ChunkedList(noLinks);
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
    const resolved = documents.map((document, index) => {
      const folder = folderOf(document.path);
      const links = document.links.map((link) => pass.resolve(link, folder, files[index] as number));
      this.#sitePages.count(document, links, 1);
      return links;
    });
    const { isElsewhere } = this.#sitePages;
    for (const [index, { links: written }] of documents.entries()) {
      const links = resolved[index] as LinkResolution[];
      const settled = isElsewhere
        ? links.map((link, at) => SitePages.settle(written[at] as MarkdownLink, link))
        : links;
      this.#links.set(files[index] as number, settled);
    }
  }

  get links(): LinksByFile {
    return this.#links;
  }

  get order(): DocumentOrder {
    return this.#order;
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
    const links = before.links.fork();
    const touched: TouchedDocument[] = documents.removed.map((place) => {
      const file = before.files[place] as number;
      links.set(file, noLinks);
      return { file, before: { document: documents.before[place] as MarkdownDocument, links: before.links.get(file) } };
    });
    for (const place of [...documents.added, ...documents.changed]) {
      const file = this.#order.files[place] as number;
      const document = documents.after[place] as MarkdownDocument;
      const origin = documents.origins === undefined ? place : (documents.origins[place] as number);
      const old = documents.before[origin];
      links.set(file, this.#resolveAll(document, file, pass));
      touched.push({
        file,
        before: old === undefined ? undefined : { document: old, links: before.links.get(file) },
        after: { document, links: links.get(file) },
      });
    }
    const except = new Set(touched.map(({ file }) => file));
    if (changed.size > 0) touched.push(...this.#resolveAgain(documents.after, links, { changed, pass, except }));
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

  #resolveAll({ path, links }: MarkdownDocument, file: number, pass: ResolutionPass): readonly LinkResolution[] {
    const folder = folderOf(path);
    return links.map((link) => this.#settled(link, pass.resolve(link, folder, file)));
  }

  #settled(link: MarkdownLink, resolution: LinkResolution): LinkResolution {
    return this.#sitePages.isElsewhere ? SitePages.settle(link, resolution) : resolution;
  }

  /** Resolves links of other documents that share a key with what is different, and gives the documents where one leads elsewhere. */
  #resolveAgain(documents: readonly MarkdownDocument[], links: LinksByFile, again: LinksAgain): TouchedDocument[] {
    const { changed, pass, except } = again;
    const { files } = this.#order;
    this.#keys ??= this.#allKeys(documents, links, again);
    const found = new Map<number, { readonly place: number; readonly before: readonly LinkResolution[] }>();
    this.#keys.find(files, changed, (place, index) => {
      const file = files[place] as number;
      if (except.has(file)) return;
      const { path, links: written } = documents[place] as MarkdownDocument;
      const link = written[index] as MarkdownLink;
      const resolved = links.get(file);
      const old = resolved[index] as LinkResolution;
      const resolution = this.#settled(link, pass.resolve(link, folderOf(path), file));
      if (isEqualResolution(old, resolution) && !SitePages.differ(old, resolution)) return;
      if (!found.has(file)) found.set(file, { place, before: resolved });
      links.set(file, resolved.with(index, resolution));
    });
    return Array.from(found, ([file, { place, before }]) => {
      const document = documents[place] as MarkdownDocument;
      return { file, before: { document, links: before }, after: { document, links: links.get(file) } };
    });
  }

  /** The keys of documents that are as they were; those of the others follow when all is resolved. */
  #allKeys(documents: readonly MarkdownDocument[], links: LinksByFile, { pass, except }: LinksAgain): LinkKeyTable {
    const table = new LinkKeyTable();
    for (const [place, document] of documents.entries()) {
      const file = this.#order.files[place] as number;
      if (except.has(file) || document.links.length === 0) continue;
      table.set(file, keysOf({ document, links: links.get(file) }, pass));
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

function keysOf({ document, links }: ResolvedDocument, pass: ResolutionPass): LinkKeys {
  const folder = folderOf(document.path);
  const ownRoots = pass.roots.of(folder);
  const keys: LinkKeys = { first: [], further: [] };
  for (let place = 0; place < links.length; place++) {
    const link = document.links[place] as MarkdownLink;
    const ownPath = link.external ? pass.ownPath(link) : undefined;
    addKeys(keys, { link, folder, roots: ownRoots, resolution: links[place] as LinkResolution, ownPath });
  }
  return keys;
}

/** What it takes to resolve links again. */
interface LinksAgain {
  readonly changed: KeySet;
  readonly pass: ResolutionPass;
  /** Documents of which all links are resolved already, by their numbers in the table of files. */
  readonly except: ReadonlySet<number>;
}
