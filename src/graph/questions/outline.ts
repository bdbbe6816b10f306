/** One document at a glance: what to know before reading a range of it. */
import { GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, isBelow, type LogicalPath, parseDirectoryPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type {
  Diagnostic,
  LinkSyntax,
  MarkdownDocument,
  MarkdownLink,
  PropertyValue,
  TitleSource,
} from "../../documents/markdown-document.ts";
import { plainValue } from "../../documents/plain-value.ts";
import type { KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";
import { type LinkStatus, linkStatus } from "../resolve/link-status.ts";
import { backlinksOf } from "./backlinks.ts";
import { type BoundedList, maximumEntries } from "./bounded-list.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { nearDocuments } from "./near-documents.ts";

/** A heading with the lines of its section, sub-sections included. */
export interface OutlineHeading {
  readonly level: number;
  readonly text: string;
  readonly slug: string;
  /** Heading texts from the outermost to this one. */
  readonly path: readonly string[];
  readonly startLine: number;
  readonly endLine: number;
}

export interface OutlineLink {
  readonly syntax: LinkSyntax;
  readonly relation?: string;
  /** As written, fragment included. */
  readonly target: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** The file that it leads to. */
  readonly resolved?: LogicalPath;
  readonly fragment?: string;
  readonly status: LinkStatus;
}

/** A document that links here, with the first place where it does. */
export interface OutlineBacklink {
  readonly path: LogicalPath;
  readonly line: number;
  readonly column: number;
  /** What the link shows. */
  readonly text: string;
}

export interface OutlineProperty {
  readonly key: string;
  /** Typed; numbers that JSON can't hold exactly are text. */
  readonly value: unknown;
  /** As written. */
  readonly text: string;
}

export interface DocumentOutline {
  readonly path: LogicalPath;
  readonly title: string;
  readonly titleSource: TitleSource;
  readonly description?: string;
  readonly language?: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  /** Dates as written. */
  readonly published?: string;
  readonly modified?: string;
  /** Every key of the front matter, also those that have a field of their own, then the inline properties. */
  readonly properties: readonly OutlineProperty[];
  readonly headings: readonly OutlineHeading[];
  readonly links: readonly OutlineLink[];
  /** Other documents that link here: how many, and the first 10 by path. */
  readonly linkedFrom: BoundedList<OutlineBacklink>;
  readonly anchors: readonly { readonly name: string; readonly kind: "block" | "custom"; readonly line: number }[];
  readonly tasks: readonly {
    readonly text: string;
    readonly done: boolean;
    readonly state?: "in-progress" | "cancelled";
    readonly line: number;
    readonly due?: string;
  }[];
  /** Of the document itself and of its links, by place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly lineCount: number;
  readonly byteLength: number;
  /** An estimate of what reading the whole file costs a model. */
  readonly tokenEstimate: number;
}

/** The outline of a document. A path that names none is `not_found`, with near names; a folder is `invalid_input`. */
export function outlineOf({ graph, path }: { readonly graph: KnowledgeGraph; readonly path: string }): DocumentOutline {
  const named = parseDirectoryPath(path);
  const node = graph.nodeOf(named);
  const document = node?.kind === "document" ? graph.documents[node.index] : undefined;
  if (node === undefined || document === undefined) throw noDocument(graph, named);
  const resolutions = graph.linksOf(node.index);
  return {
    ...describe(document),
    headings: document.sections.slice(1).map(({ level, text, slug, headingPath, startLine, endLine }) => ({
      level,
      text,
      slug,
      path: headingPath,
      startLine,
      endLine,
    })),
    links: document.links.flatMap((link, index) => outlineLink(link, resolutions[index] as LinkResolution) ?? []),
    linkedFrom: linkedFrom(graph, node.index),
    anchors: document.anchors.map(({ name, kind, line }) => ({ name, kind, line })),
    tasks: document.tasks.map(({ text, done, state, line, due }) => ({
      text,
      done,
      ...(state === undefined ? {} : { state }),
      line,
      ...(due === undefined ? {} : { due }),
    })),
    diagnostics: [...document.diagnostics, ...(graph.diagnostics[node.index] ?? [])].sort(byPlace),
    lineCount: document.lineCount,
    byteLength: document.byteLength,
    tokenEstimate: estimateTokens(document.text),
  };
}

type Description = Omit<
  DocumentOutline,
  | "headings"
  | "links"
  | "linkedFrom"
  | "anchors"
  | "tasks"
  | "diagnostics"
  | "lineCount"
  | "byteLength"
  | "tokenEstimate"
>;

function describe(document: MarkdownDocument): Description {
  const { path, title, titleSource, description, language, aliases, tags, authors, published, modified } = document;
  return {
    path,
    title,
    titleSource,
    ...(description === undefined ? {} : { description }),
    ...(language === undefined ? {} : { language }),
    aliases,
    tags: tags.map(({ name }) => name),
    authors: authors.map(({ name }) => name),
    ...(published === undefined ? {} : { published: published.text }),
    ...(modified === undefined ? {} : { modified: modified.text }),
    properties: [
      ...Array.from(document.frontMatter?.values ?? [], ([key, value]) => outlineProperty(key, value)),
      ...document.properties
        .filter(({ key, source }) => source === "inline" || document.frontMatter?.values.has(key) !== true)
        .map(({ key, value }) => outlineProperty(key, value)),
    ],
  };
}

function linkedFrom(graph: KnowledgeGraph, document: number): DocumentOutline["linkedFrom"] {
  const first = new Map<number, OutlineBacklink>();
  for (const { source, places } of backlinksOf(graph, document)) {
    const { path } = graph.documents[source] as MarkdownDocument;
    for (const { line, column, text } of places) {
      const known = first.get(source);
      if (known === undefined || line < known.line || (line === known.line && column < known.column))
        first.set(source, { path, line, column, text });
    }
  }
  // Documents are numbered by path.
  const sources = [...first.keys()].sort((a, b) => a - b).slice(0, maximumEntries);
  return { count: first.size, first: sources.map((source) => first.get(source) as OutlineBacklink) };
}

function outlineProperty(key: string, value: PropertyValue): OutlineProperty {
  return { key, value: plainValue(value), text: value.text };
}

function outlineLink(link: MarkdownLink, resolution: LinkResolution): OutlineLink | undefined {
  if (resolution.status === "text") return undefined;
  const { syntax, relation, target, text, line, column, fragment } = link;
  return {
    syntax,
    ...(relation === undefined ? {} : { relation }),
    target,
    text,
    line,
    column,
    ...(resolution.path === undefined ? {} : { resolved: resolution.path }),
    ...(fragment === undefined ? {} : { fragment }),
    status: linkStatus(resolution),
  };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.line - b.line || a.column - b.column;
}

function noDocument(graph: KnowledgeGraph, path: DirectoryPath): GraphdownError {
  const inside = graph.documents.find((document) => isBelow(document.path, path));
  if (inside !== undefined) return folderAsDocument(path, inside.path);
  const suggestions = nearDocuments(graph, path);
  const isOther = graph.otherPaths.some((other) => other === path);
  const message = isOther
    ? `"${showPath(path)}" is a file, but no Markdown document of the knowledge base.`
    : `There is no document "${showPath(path)}".`;
  return new GraphdownError({
    code: "not_found",
    message,
    path: showPath(path),
    details: suggestions.length === 0 ? {} : { suggestions },
    next:
      suggestions.length === 0
        ? "Find the path with file_context_markdown_graph_search, or list a folder with file_access_ls."
        : `Did you mean ${suggestions.map((near) => `"${showPath(near)}"`).join(" or ")}?`,
  });
}

function folderAsDocument(path: DirectoryPath, inside: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `"${showPath(path === "" ? "/" : path)}" is a folder, and an outline is of one document.`,
    path: showPath(path),
    details: { reason: "is_directory", suggestions: [inside] },
    next: `Name a document in it, such as "${showPath(inside)}", or ask for file_context_markdown_graph_overview of the folder.`,
  });
}
