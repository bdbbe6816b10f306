/** Resolves links against a set of files that stays as it is meanwhile. */
import { decodeOnce } from "../../base/decode-once.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { entityIri, externalIri, isReservedIri } from "../iri.ts";
import type { GraphOptions, LinkResolution, ResolvedBy } from "../knowledge-graph.ts";
import { ContentRoots } from "./content-roots.ts";
import { DocumentAnchors } from "./document-anchors.ts";
import type { FileTable } from "./file-table.ts";
import { LinkResolver, type TargetLookup } from "./link-resolver.ts";
import { foldedForm, withoutMarkdownExtension, withSingleBlanks } from "./name-forms.ts";
import type { NameIndex } from "./name-index.ts";
import { Resolution } from "./resolution.ts";

type FoundFile = Extract<TargetLookup, { kind: "file" }>;

const outside = new Resolution({ status: "outside" });
const plainText = new Resolution({ status: "text" });
const unaddressable = new Resolution({ status: "external" });
const missingPath = new Resolution({ status: "missing" });
const crossReference = /^xref:/i;

/** Equal resolutions of one pass are mostly one object, so that a link costs no more than the reference to it. */
export class ResolutionPass {
  readonly roots: ContentRoots;
  readonly #names: NameIndex;
  readonly #files: FileTable;
  readonly #isStrict: boolean;
  readonly #resolver: LinkResolver;
  readonly #anchors: Map<number, DocumentAnchors> = new Map();
  /** The plain resolution of each file by what found it, for all links that need no more. */
  readonly #plain: Map<ResolvedBy, Map<number, LinkResolution>> = new Map();
  readonly #externalByUrl: Map<string, LinkResolution> = new Map();
  readonly #externalByIri: Map<string, LinkResolution> = new Map();
  readonly #missing: Map<string, LinkResolution> = new Map();
  readonly #entities: Map<string, LinkResolution> = new Map();
  readonly #baseIri: string;

  constructor(names: NameIndex, options: GraphOptions) {
    this.#baseIri = options.baseIri;
    this.roots = new ContentRoots(names, options.contentRoots);
    this.#names = names;
    this.#files = names.files;
    this.#isStrict = options.strict;
    this.#resolver = new LinkResolver(names, this.roots, options);
  }

  /** What a link in a document leads to; `source` is the document's number in the table of files. */
  resolve(link: MarkdownLink, folder: string, source: number): LinkResolution {
    if (link.metadata === "thing") return this.#thing(link, folder);
    if (link.external)
      return this.#crossReference(link, folder) ?? this.#ownAddress(link) ?? this.#external(link.target);
    if (link.onlyIfResolved && this.#isStrict) return plainText;
    if (link.path === "") {
      if (link.target === "") return plainText;
      return this.#file({ kind: "file", id: source, by: "self", caseDiffers: false }, link);
    }
    const found = this.#resolver.find(folder, link.path, link.lookup);
    if (found.kind === "file") return this.#file(found, link);
    if (link.onlyIfResolved) return plainText;
    if (found.kind === "none") return this.#nothing(found, link);
    // A folder without a page counts as found.
    return new Resolution({ status: "asset", path: found.path as LogicalPath, by: "folder" });
  }

  /** The note of that name, else the thing of that name or IRI. Other files and folders are no things. */
  #thing(link: MarkdownLink, folder: string): LinkResolution {
    if (link.external) return isReservedIri(this.#baseIri, link.target) ? plainText : this.#entity(link.target);
    const found = this.#resolver.find(folder, link.path, "wikilink");
    if (found.kind === "file" && this.#files.documentOf(found.id) !== undefined) return this.#file(found, link);
    const iri = entityIri(this.#baseIri, link.target);
    if (found.kind !== "none" || found.candidates === undefined) return this.#entity(iri);
    return new Resolution({ status: "entity", iri, candidates: found.candidates });
  }

  #entity(iri: string): LinkResolution {
    let resolution = this.#entities.get(iri);
    if (resolution === undefined) {
      resolution = new Resolution({ status: "entity", iri });
      this.#entities.set(iri, resolution);
    }
    return resolution;
  }

  /** `xref:` names a document by its `uid`; without one here it names something of another set, as any external address does. */
  #crossReference(link: MarkdownLink, folder: string): LinkResolution | undefined {
    if (!crossReference.test(link.target)) return undefined;
    const found = this.#resolver.findById(link.path.replace(crossReference, ""), folder);
    return found?.kind === "file" ? this.#file(found, link) : undefined;
  }

  /** An IRI of ours that is written out names the file that has it; without one it is an address like any other. */
  #ownAddress(link: MarkdownLink): LinkResolution | undefined {
    const path = this.ownPath(link);
    if (path === undefined) return undefined;
    const found = this.#names.byExactPath(path.normalize("NFC")) ?? [];
    const id = (typeof found === "number" ? [found] : found).find((each) => this.#files.pathOf(each) === path);
    return id === undefined ? undefined : this.#file({ kind: "file", id, by: "path", caseDiffers: false }, link);
  }

  /** The path below the base that an address names; `undefined` for addresses elsewhere, and for names of ours that are no files. */
  ownPath({ path }: MarkdownLink): string | undefined {
    if (!path.startsWith(this.#baseIri)) return undefined;
    const below = path.slice(this.#baseIri.length);
    return below === "" || below.startsWith("~") ? undefined : below.split("/").map(decodeOnce).join("/");
  }

  #external(url: string): LinkResolution {
    let resolution = this.#externalByUrl.get(url);
    if (resolution === undefined) {
      resolution = this.#externalOf(url);
      this.#externalByUrl.set(url, resolution);
    }
    return resolution;
  }

  #externalOf(url: string): LinkResolution {
    // A data URL is content, not the address of something.
    const iri = /^data:/i.test(url) ? undefined : externalIri(url);
    if (iri === undefined) return unaddressable;
    let resolution = this.#externalByIri.get(iri);
    if (resolution === undefined) {
      resolution = new Resolution({ status: "external", iri });
      this.#externalByIri.set(iri, resolution);
    }
    return resolution;
  }

  #file(found: FoundFile, link: MarkdownLink): LinkResolution {
    const document = this.#files.documentOf(found.id);
    const fragment =
      document === undefined || link.fragment === undefined
        ? undefined
        : this.#anchorsOf(found.id, document).find(link.fragment, link.lookup, found.by === "self");
    const { id: file, by, caseDiffers, candidates } = found;
    const make = (): LinkResolution =>
      new Resolution({
        status: document === undefined ? "asset" : "document",
        path: this.#files.pathOf(file),
        by,
        caseDiffers: caseDiffers || undefined,
        candidates,
        fragment,
        file,
      });
    return fragment === undefined && !caseDiffers && candidates === undefined ? this.#shared(found, make) : make();
  }

  #shared({ id, by }: FoundFile, make: () => LinkResolution): LinkResolution {
    let known = this.#plain.get(by);
    if (known === undefined) {
      known = new Map();
      this.#plain.set(by, known);
    }
    let resolution = known.get(id);
    if (resolution === undefined) {
      resolution = make();
      known.set(id, resolution);
    }
    return resolution;
  }

  #anchorsOf(id: number, document: MarkdownDocument): DocumentAnchors {
    let anchors = this.#anchors.get(id);
    if (anchors === undefined) {
      anchors = new DocumentAnchors(document);
      this.#anchors.set(id, anchors);
    }
    return anchors;
  }

  #nothing(found: Extract<TargetLookup, { kind: "none" }>, link: MarkdownLink): LinkResolution {
    if (found.candidates !== undefined) return new Resolution({ status: "missing", candidates: found.candidates });
    if (found.outside) return outside;
    if (link.lookup === "path") return missingPath;
    const name = foldedForm(withSingleBlanks(missingTarget(link)));
    let resolution = this.#missing.get(name);
    if (resolution === undefined) {
      resolution = new Resolution({ status: "missing", name });
      this.#missing.set(name, resolution);
    }
    return resolution;
  }
}

/** The note that a wikilink asks for, as written. */
export function missingTarget({ path }: MarkdownLink): string {
  return withoutMarkdownExtension(path) ?? path;
}
