/** Resolves every link of every document, and numbers the nodes that only links bring in. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { externalIri } from "../iri.ts";
import type { GraphOptions, LinkResolution } from "../knowledge-graph.ts";
import { type DocumentNodes, KeyedNodes } from "../numbered-nodes.ts";
import { isSitePage } from "./content-roots.ts";
import { DocumentAnchors } from "./document-anchors.ts";
import type { FileList } from "./file-group.ts";
import { LinkResolver, type TargetLookup } from "./link-resolver.ts";
import { foldedForm, folderOf, withoutMarkdownExtension, withSingleBlanks } from "./name-forms.ts";

/** What became of all links. */
export interface ResolvedLinks {
  /** Per document and link. */
  readonly links: readonly (readonly LinkResolution[])[];
  /** Key: the IRI. */
  readonly externals: KeyedNodes<string>;
  /** Assets that a link leads to. Key: the path. */
  readonly assets: KeyedNodes<LogicalPath>;
  /** Wikilink targets without a note. Value: the target as first written. */
  readonly missing: KeyedNodes<string>;
}

/** A resolution whose target is numbered once all links are known. */
type Unnumbered = { -readonly [Key in keyof LinkResolution]: LinkResolution[Key] };

const outside: LinkResolution = { status: "outside" };
const plainText: LinkResolution = { status: "text" };
const unaddressable: LinkResolution = { status: "external" };
const crossReference = /^xref:/i;
const unnumbered = -1;
const slash = 0x2f;
/** Root-relative pages of which none is found that it takes to call the root foreign. */
const minimumSitePages = 20;

/** Resolves all links. Documents are sorted by path; their own place is their node's number. */
export function resolveLinks(input: {
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
  readonly options: GraphOptions;
  readonly nodes: DocumentNodes;
}): ResolvedLinks {
  const pass = new ResolutionPass(input);
  const links = input.documents.map((document, index) => pass.resolveDocument(document, index));
  pass.settleSitePages(links);
  return { links, ...pass.numberTargets() };
}

class ResolutionPass {
  readonly #documents: readonly MarkdownDocument[];
  readonly #files: FileList;
  readonly #options: GraphOptions;
  readonly #nodes: DocumentNodes;
  readonly #resolver: LinkResolver;
  readonly #anchors: (DocumentAnchors | undefined)[] = [];
  /** The plain resolution of each document, shared by all links that need no more. */
  readonly #plain: (LinkResolution | undefined)[] = [];
  /** Whether a root-relative link leads to something. */
  #rootIsHere = false;
  /** Root-relative links to pages that are not found. */
  readonly #sitePages: { readonly document: number; readonly link: number }[] = [];
  readonly #externalByUrl: Map<string, LinkResolution> = new Map();
  readonly #externals: Map<string, Unnumbered> = new Map();
  readonly #assets: Map<string, Unnumbered[]> = new Map();
  readonly #missing: Map<string, { readonly target: string; readonly resolution: Unnumbered }> = new Map();

  constructor(input: Parameters<typeof resolveLinks>[0]) {
    const { documents, otherPaths, options, nodes } = input;
    this.#documents = documents;
    this.#files = {
      paths: [...documents.map(({ path }) => path), ...otherPaths],
      documentCount: documents.length,
    };
    this.#options = options;
    this.#nodes = nodes;
    this.#resolver = new LinkResolver(this.#files, documents, options);
  }

  resolveDocument(document: MarkdownDocument, index: number): LinkResolution[] {
    const folder = folderOf(document.path);
    return document.links.map((link, place) => {
      const resolution = this.#resolve(link, folder, index);
      if (link.lookup === "path" && link.path.charCodeAt(0) === slash)
        this.#noteSitePage(resolution, link, index, place);
      return resolution;
    });
  }

  #noteSitePage({ status }: LinkResolution, { path }: MarkdownLink, document: number, link: number): void {
    if (status === "document" || status === "asset") this.#rootIsHere = true;
    else if (status === "missing" && isSitePage(path.slice(1))) this.#sitePages.push({ document, link });
  }

  #resolve(link: MarkdownLink, folder: string, source: number): LinkResolution {
    if (link.external) return this.#crossReference(link, folder) ?? this.#external(link.target);
    if (link.onlyIfResolved && this.#options.strict) return plainText;
    if (link.path === "") {
      if (link.target === "") return plainText;
      return this.#document(source, { kind: "file", id: source, by: "self", caseDiffers: false }, link);
    }
    const found = this.#resolver.find(folder, link.path, link.lookup);
    if (found.kind === "file") {
      return found.id < this.#files.documentCount ? this.#document(found.id, found, link) : this.#asset(found);
    }
    if (link.onlyIfResolved) return plainText;
    return found.kind === "folder" ? this.#folder(found.path) : this.#nothing(found, link);
  }

  /** `xref:` names a document by its `uid`; without one here it names something of another set, as any external address does. */
  #crossReference(link: MarkdownLink, folder: string): LinkResolution | undefined {
    if (!crossReference.test(link.target)) return undefined;
    const found = this.#resolver.findById(link.path.replace(crossReference, ""), folder);
    return found?.kind === "file" ? this.#document(found.id, found, link) : undefined;
  }

  #external(url: string): LinkResolution {
    const known = this.#externalByUrl.get(url);
    if (known !== undefined) return known;
    const resolution = this.#externalOf(url);
    this.#externalByUrl.set(url, resolution);
    return resolution;
  }

  #externalOf(url: string): LinkResolution {
    // A data URL is content, not the address of something.
    const iri = /^data:/i.test(url) ? undefined : externalIri(url);
    if (iri === undefined) return unaddressable;
    let resolution = this.#externals.get(iri);
    if (resolution === undefined) {
      resolution = { status: "external", target: unnumbered };
      this.#externals.set(iri, resolution);
    }
    return resolution;
  }

  #document(id: number, found: Extract<TargetLookup, { kind: "file" }>, link: MarkdownLink): LinkResolution {
    const fragment =
      link.fragment === undefined
        ? undefined
        : this.#anchorsOf(id).find(link.fragment, link.lookup, found.by === "self");
    const plain = fragment === undefined && found.by === "path" && !found.caseDiffers && found.candidates === undefined;
    const shared = plain ? this.#plain[id] : undefined;
    if (shared !== undefined) return shared;
    const resolution: Unnumbered = {
      status: "document",
      target: id,
      path: this.#files.paths[id] as LogicalPath,
      by: found.by,
    };
    if (found.caseDiffers) resolution.caseDiffers = true;
    if (found.candidates !== undefined) resolution.candidates = found.candidates;
    if (fragment !== undefined) resolution.fragment = fragment;
    if (plain) this.#plain[id] = resolution;
    return resolution;
  }

  #anchorsOf(id: number): DocumentAnchors {
    let anchors = this.#anchors[id];
    if (anchors === undefined) {
      anchors = new DocumentAnchors(this.#documents[id] as MarkdownDocument);
      this.#anchors[id] = anchors;
    }
    return anchors;
  }

  #asset(found: Extract<TargetLookup, { kind: "file" }>): LinkResolution {
    const path = this.#files.paths[found.id] as LogicalPath;
    const resolution: Unnumbered = { status: "asset", target: unnumbered, path, by: found.by };
    if (found.caseDiffers) resolution.caseDiffers = true;
    if (found.candidates !== undefined) resolution.candidates = found.candidates;
    const links = this.#assets.get(path);
    if (links === undefined) this.#assets.set(path, [resolution]);
    else links.push(resolution);
    return resolution;
  }

  /** A folder without a page counts as found; it has a node where documents lie below it. */
  #folder(path: string): LinkResolution {
    const target = this.#nodes.folders.numberOf(path);
    const found = { status: "asset", path: path as LogicalPath, by: "folder" } as const;
    return target === undefined ? found : { ...found, target };
  }

  #nothing(found: Extract<TargetLookup, { kind: "none" }>, link: MarkdownLink): LinkResolution {
    if (found.candidates !== undefined) return { status: "missing", candidates: found.candidates };
    if (found.outside) return outside;
    if (link.lookup === "path") return { status: "missing" };
    const target = withoutMarkdownExtension(link.path) ?? link.path;
    const key = foldedForm(withSingleBlanks(target));
    let missing = this.#missing.get(key);
    if (missing === undefined) {
      missing = { target, resolution: { status: "missing", target: unnumbered } };
      this.#missing.set(key, missing);
    }
    return missing.resolution;
  }

  /**
   * Where many root-relative pages are written and not one leads to anything here, `/` is the root of a site that these documents are
   * only a part of: pages that are not found are outside and not broken.
   */
  settleSitePages(links: readonly LinkResolution[][]): void {
    if (this.#rootIsHere || this.#sitePages.length < minimumSitePages) return;
    for (const { document, link } of this.#sitePages) (links[document] as LinkResolution[])[link] = outside;
  }

  /** Gives every target that only links name its number, after all other nodes. */
  numberTargets(): Omit<ResolvedLinks, "links"> {
    const externals = new KeyedNodes(
      this.#nodes.folders.end,
      mapValues(this.#externals, (_, iri) => iri),
    );
    const assets = new KeyedNodes(
      externals.end,
      mapValues(this.#assets, (_, path) => path as LogicalPath),
    );
    const missing = new KeyedNodes(
      assets.end,
      mapValues(this.#missing, ({ target }) => target),
    );
    for (const [rank, iri] of externals.keys.entries()) {
      (this.#externals.get(iri) as Unnumbered).target = externals.first + rank;
    }
    for (const [rank, path] of assets.keys.entries()) {
      for (const resolution of this.#assets.get(path) as Unnumbered[]) resolution.target = assets.first + rank;
    }
    for (const [rank, key] of missing.keys.entries()) {
      (this.#missing.get(key) as { resolution: Unnumbered }).resolution.target = missing.first + rank;
    }
    return { externals, assets, missing };
  }
}

function mapValues<Before, After>(
  map: ReadonlyMap<string, Before>,
  change: (value: Before, key: string) => After,
): Map<string, After> {
  return new Map(Array.from(map, ([key, value]) => [key, change(value, key)]));
}
