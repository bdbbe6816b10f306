/** Documents made by hand, so that tests of writers can hold any title, key and target, whatever a parser would make of it. */
import { sha256OfText } from "../../src/base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../src/base/logical-path.ts";
import type {
  DocumentTag,
  MarkdownDocument,
  MarkdownLink,
  Property,
  PropertyValue,
  Section,
} from "../../src/documents/markdown-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { GraphOptions, KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";

export interface NoteLink extends Partial<MarkdownLink> {
  readonly target: string;
}

export interface NoteFields
  extends Partial<Omit<MarkdownDocument, "path" | "links" | "sections" | "tags" | "properties">> {
  /** Targets of wikilinks, or links with more about them. */
  readonly links?: readonly (string | NoteLink)[];
  /** Headings after the lead, as level and text; slugs are made from their places. */
  readonly headings?: readonly (readonly [number, string])[];
  readonly tags?: readonly string[];
  readonly properties?: Readonly<Record<string, PropertyValue>> | ReadonlyMap<string, PropertyValue>;
}

/** A document with the given fields and plain values for all others. */
export function note(path: string, fields: NoteFields = {}): MarkdownDocument {
  const { links = [], headings = [], tags = [], properties = {}, ...rest } = fields;
  return {
    path: parseLogicalPath(path),
    sha256: sha256OfText(path),
    byteLength: 10,
    lineCount: 10,
    text: "",
    title: path,
    titleSource: "frontmatter",
    aliases: [],
    addresses: [],
    authors: [],
    tags: tags.map(tagOf),
    properties: [...(properties instanceof Map ? properties : Object.entries(properties))].map(propertyOf),
    sections: [sectionOf(0, 0, ""), ...headings.map(([level, text], index) => sectionOf(index + 1, level, text))],
    links: links.map(linkOf),
    anchors: [],
    tasks: [],
    observations: [],
    wordCount: 3,
    hidden: [],
    diagnostics: [],
    ...rest,
  };
}

export interface GraphFields {
  readonly otherPaths?: readonly string[];
  readonly options?: Partial<GraphOptions>;
}

export function graphOf(
  documents: readonly MarkdownDocument[],
  { otherPaths = [], options }: GraphFields = {},
): KnowledgeGraph {
  return buildGraph({
    documents,
    otherPaths: otherPaths as LogicalPath[],
    ...(options === undefined ? {} : { options }),
  });
}

/** Plain values of front matter. */
export const textValue = (text: string): PropertyValue => ({ type: "text", value: text, text });
export const numberValue = (
  type: "integer" | "decimal" | "double" | "float",
  value: number,
  text: string = String(value),
): PropertyValue => {
  return { type, value, text };
};

function tagOf(name: string): DocumentTag {
  return { name, source: "frontmatter", line: 2, column: 1, section: 0 };
}

function propertyOf([key, value]: readonly [string, PropertyValue]): Property {
  return { key, value, source: "frontmatter", line: 2, section: 0 };
}

function sectionOf(index: number, level: number, text: string): Section {
  const line = index * 10 + 1;
  return {
    index,
    level,
    text,
    slug: index === 0 ? "" : `part-${index}`,
    headingPath: index === 0 ? [] : [text],
    parent: -1,
    startLine: line,
    endLine: line + 9,
    ownEndLine: line + 9,
    own: { start: 0, end: 0 },
  };
}

function linkOf(link: string | NoteLink, index: number): MarkdownLink {
  const fields = typeof link === "string" ? { target: link } : link;
  const hash = fields.target.indexOf("#");
  return {
    syntax: "wikilink",
    embed: false,
    lookup: "wikilink",
    path: hash === -1 ? fields.target : fields.target.slice(0, hash),
    ...(hash === -1 ? {} : { fragment: fields.target.slice(hash + 1) }),
    text: fields.target,
    line: index + 1,
    column: 1,
    range: { start: 0, end: 0 },
    section: 0,
    external: false,
    ...fields,
  };
}
