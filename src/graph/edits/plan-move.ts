/** Plans the move of a file: which bytes of which files change so that every link still leads where it did. Pure. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { TextEdit } from "../../base/text-edits.ts";
import { pathsOfLink, type WrittenPath } from "../../documents/edits/link-paths.ts";
import { type PathEdit, writePaths } from "../../documents/edits/write-paths.ts";
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { deriveDocument } from "../../documents/packed/derive-document.ts";
import { buildGraph } from "../build-graph.ts";
import type { KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";
import { ContentRoots } from "../resolve/content-roots.ts";
import { FileTable } from "../resolve/file-table.ts";
import { LinkResolver } from "../resolve/link-resolver.ts";
import {
  baseNameOf,
  folderOf,
  isIndexPage,
  markdownExtensions,
  withoutMarkdownExtension,
} from "../resolve/name-forms.ts";
import { NameIndex } from "../resolve/name-index.ts";
import { fileTest } from "./file-test.ts";
import { encodeDestination, rebasedPath, relativePath } from "./written-target.ts";

/** What a move changes in one file. */
export interface FileChange {
  /** The file as it is called before the move. */
  readonly path: LogicalPath;
  /** SHA-256 of the bytes that the edits refer to. */
  readonly sha256: string;
  readonly edits: readonly TextEdit[];
}

/** A link that the plan does not keep, with the reason. */
export interface LeftLink {
  readonly path: LogicalPath;
  readonly line: number;
  /** As written. */
  readonly target: string;
}

/** A move as a plan. */
export interface MovePlan {
  /** Files whose links change, the moved one among them where its own do; by path. */
  readonly changes: readonly FileChange[];
  /** How many links are rewritten. */
  readonly links: number;
  /** Links that lead to the old path and could not be rewritten. */
  readonly left: readonly LeftLink[];
}

export interface MoveRequest {
  readonly graph: KnowledgeGraph;
  readonly from: LogicalPath;
  readonly to: LogicalPath;
  /** Links that are to stay as they are, as {@link linkKey} names them. */
  readonly except?: ReadonlySet<string> | undefined;
}

/** Names one link of a graph. */
export function linkKey(document: LogicalPath, link: number): string {
  return `${link} ${document}`;
}

/**
 * Plans a move. A link is rewritten where, as it is written, it would no longer lead to the same file: to the moved one, from the moved
 * one, or to another that the new path would put in its place. Links that lead nowhere stay, but relative ones of the moved file go with it.
 */
export function planMove({ graph, from, to, except = new Set() }: MoveRequest): MovePlan {
  const world = new WorldAfter(graph, from, to);
  const changes: FileChange[] = [];
  const left: LeftLink[] = [];
  let links = 0;
  for (const [index, document] of graph.documents.entries()) {
    const resolutions = graph.links[index] as readonly LinkResolution[];
    const paths = new Map<number, PathEdit>();
    for (const [place, link] of document.links.entries()) {
      const target = world.rewrittenTarget(document, link, resolutions[place] as LinkResolution, place);
      if (target === undefined) continue;
      const written = except.has(linkKey(document.path, place)) ? [] : pathsOfLink(document, link);
      const texts = written.map((path) => target(path));
      if (written.length === 0 || texts.includes(undefined)) {
        left.push({ path: document.path, line: link.line, target: link.target });
        continue;
      }
      links++;
      for (const [at, place] of written.entries()) paths.set(place.start, { place, path: texts[at] as string });
    }
    if (paths.size === 0) continue;
    const { path, sha256 } = document;
    changes.push({ path, sha256, edits: writePaths(document.text, [...paths.values()]) });
  }
  return { changes, links, left };
}

/** How a link is written anew at a place; `undefined` where no way of writing it leads there. */
type Writer = (place: WrittenPath) => string | undefined;

/** The files as they are called after the move. */
class WorldAfter {
  readonly #isFile: (path: LogicalPath) => boolean;
  readonly #from: LogicalPath;
  readonly #to: LogicalPath;
  readonly #after: KnowledgeGraph;
  readonly #places: ReadonlyMap<LogicalPath, number>;
  readonly #resolver: LinkResolver;
  readonly #files: FileTable;

  constructor(graph: KnowledgeGraph, from: LogicalPath, to: LogicalPath) {
    this.#isFile = fileTest(graph);
    this.#from = from;
    this.#to = to;
    const { documents, otherPaths } = filesAfter(graph, from, to);
    // What stands first in a wikilink has been settled for all documents together.
    const options = { ...graph.options, wikilinkOrder: "target-first" } as const;
    this.#after = buildGraph({ documents, otherPaths, options });
    this.#places = new Map(this.#after.documents.map(({ path }, index) => [path, index]));
    this.#files = new FileTable();
    for (const document of this.#after.documents) this.#files.addDocument(document);
    for (const path of this.#after.otherPaths) this.#files.addOther(path);
    const names = new NameIndex(this.#files);
    this.#resolver = new LinkResolver(names, new ContentRoots(names, options.contentRoots), options);
  }

  /** `undefined` for a link that stays as it is. */
  rewrittenTarget(
    document: MarkdownDocument,
    link: MarkdownLink,
    before: LinkResolution,
    place: number,
  ): Writer | undefined {
    if (link.external || link.path === "") return undefined;
    const moves = document.path === this.#from;
    const folder = folderOf(moves ? this.#to : document.path);
    if (before.path === undefined)
      return moves ? this.#rebased(folderOf(document.path), folder, link, before) : undefined;
    const wanted = before.path === this.#from ? this.#to : before.path;
    const now = this.#after.links[this.#places.get(moves ? this.#to : document.path) ?? -1]?.[place];
    if (now?.path === wanted && isAsGood(now, before)) return undefined;
    if (!this.#isFile(before.path))
      return moves ? this.#rebased(folderOf(document.path), folder, link, before) : undefined;
    const old = { path: before.path, by: before.by };
    const candidates = this.#candidates({ link, old, folder, wanted });
    return (place) => {
      const { form } = place;
      const isUrl = form === "destination" || form === "attribute" || (form === "plain" && link.lookup === "path");
      for (const candidate of candidates) {
        const encoded = isUrl ? encodeDestination(candidate) : candidate;
        // Paths that stand in a value by themselves are a list with commas.
        const text = form === "plain" ? encoded.replaceAll(",", "%2C") : encoded;
        if (fits(text, place) && this.#leadsTo(folder, text, link.lookup, wanted)) return text;
      }
      return undefined;
    };
  }

  /** A relative target that leads to no file, such as a folder or something missing, as seen from the new folder. */
  #rebased(oldFolder: string, folder: string, link: MarkdownLink, { status }: LinkResolution): Writer | undefined {
    const { path } = link;
    const isRelative = link.lookup === "path" ? !path.startsWith("/") : /^\.\.?\//.test(path);
    if (!isRelative || oldFolder === folder || status === "text" || status === "external") return undefined;
    const written = rebasedPath(oldFolder, folder, path);
    return written === path || written === "" ? undefined : () => written;
  }

  /** Ways to write a link to a file, the one most like the old first. */
  #candidates(request: {
    readonly link: MarkdownLink;
    readonly old: { readonly path: LogicalPath; readonly by: LinkResolution["by"] };
    readonly folder: string;
    readonly wanted: LogicalPath;
  }): readonly string[] {
    const { link, old, folder, wanted } = request;
    const endings = likeWritten(link, old, wanted);
    if (link.path.startsWith("/"))
      return endings.flatMap((path) => [...this.#rooted(link.path, old.path, path), `/${path}`]);
    // The folder that the link itself lies in is `./`.
    const relative = endings.map((path) => relativePath(folder, path) || "./");
    if (link.lookup === "wikilink" && !/^\.\.?\//.test(link.path)) {
      return [...endings.flatMap((path) => suffixesOf(path)), ...suffixesOf(wanted), ...relative];
    }
    return link.path.startsWith("./") ? [...relative.map(dotted), ...relative] : relative;
  }

  /** A rooted path below the same content root, where the old one was. */
  #rooted(written: string, old: LogicalPath, path: string): readonly string[] {
    const inner = written.slice(1).replace(/\/$/, "");
    const at = inner === "" ? -1 : old.lastIndexOf(inner);
    const root = at > 0 ? old.slice(0, at) : "";
    return root !== "" && path.startsWith(root) ? [`/${path.slice(root.length)}`] : [];
  }

  #leadsTo(folder: string, text: string, lookup: "wikilink" | "path", wanted: LogicalPath): boolean {
    const found = this.#resolver.find(folder, text, lookup);
    return (
      found.kind === "file" &&
      this.#files.pathOf(found.id) === wanted &&
      found.candidates === undefined &&
      !found.caseDiffers
    );
  }
}

/** Whether a target was found by what the file is called, and not by what it says of itself. */
function isByPath({ by }: Pick<LinkResolution, "by">): boolean {
  return by === "path" || by === "root" || by === "suffix" || by === "name" || by === "self" || by === "folder";
}

/** Whether a link is found as surely as before: a name that is only a title now, or one of several, is not what was written. */
function isAsGood(now: LinkResolution, before: LinkResolution): boolean {
  return (
    (now.candidates === undefined || before.candidates !== undefined) &&
    (isByPath(now) || !isByPath(before)) &&
    (now.caseDiffers !== true || before.caseDiffers === true)
  );
}

function filesAfter(graph: KnowledgeGraph, from: LogicalPath, to: LogicalPath) {
  const isMarkdown = withoutMarkdownExtension(to) !== undefined;
  const documents = graph.documents.flatMap((document) => {
    if (document.path !== from) return [document];
    return isMarkdown ? [deriveDocument(document, { path: to })] : [];
  });
  const wasDocument = graph.documents.some(({ path }) => path === from);
  const others = graph.otherPaths.filter((path) => path !== from);
  const otherPaths = wasDocument && isMarkdown ? others : [...others, to].sort(compareCodePoints);
  return { documents, otherPaths };
}

/** The new path with the ending that the old one was written with (none, `.html`, the folder of an index page), then in full. */
function likeWritten(
  { path: written, lookup }: MarkdownLink,
  old: { readonly path: LogicalPath; readonly by: LinkResolution["by"] },
  path: LogicalPath,
): readonly string[] {
  const bare = withoutMarkdownExtension(path);
  if (bare === undefined || withoutMarkdownExtension(old.path) === undefined) return [path];
  const writtenBare = markdownExtensions.every((extension) => !written.toLowerCase().endsWith(extension));
  if (!writtenBare) return [path];
  if (/\.html$/i.test(written)) return [`${bare}.html`, path];
  if (old.by !== "folder") return [bare, path];
  // A page without its ending is no folder: only the file itself is sure to be found by every reader of Markdown.
  const file = lookup === "wikilink" ? [bare, path] : [path];
  const isIndex = isIndexPage(baseNameOf(path)) && path.includes("/");
  return isIndex ? [folderOf(path) + (written.endsWith("/") ? "/" : ""), ...file] : file;
}

/** Ends of a path by whole segments, the shortest first. */
function suffixesOf(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(segments.length - 1 - index).join("/"));
}

function dotted(path: string): string {
  return /^\.\.?\//.test(path) ? path : `./${path}`;
}

/** Whether a path can stand between the brackets of a wikilink, or plainly in a text. */
function fits(path: string, { form, scalar }: WrittenPath): boolean {
  if (form === "wikilink") return !/[[\]|#^]/.test(path) && path === path.trim();
  if (form !== "plain") return true;
  return scalar === undefined ? !/^[%@]|[\s"'#:{}[\],&*!|>`]/.test(path) : !/\s/.test(path);
}
