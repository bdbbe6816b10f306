/** Documents for tests of the graph, made without a parser, so that a test states exactly what the graph is built from. */
import type { LogicalPath } from "../../src/base/logical-path.ts";
import type {
  Anchor,
  FrontMatter,
  MarkdownDocument,
  MarkdownLink,
  Property,
  PropertyValue,
  Section,
} from "../../src/documents/markdown-document.ts";
import { createSlugger } from "../../src/documents/slug.ts";

/** What a test says about a document; everything else is filled in. */
export interface DocumentSketch extends Partial<Omit<MarkdownDocument, "path" | "sections" | "links" | "tags">> {
  /** Headings as `# One`, `## Two`; each takes two lines, from line 3 on. */
  readonly headings?: readonly string[];
  /** Links as written (`[[a#b|text]]`, `![[a]]`, `[text](dest)`, `![text](dest)`, `key:: [[a]]`), one a line, or whole ones. */
  readonly links?: readonly (string | MarkdownLink)[];
  /** Section that all links stand in. */
  readonly linksIn?: number;
  readonly tags?: readonly string[];
}

/** A document at `path`. Its title is its first heading, else its file name. */
export function makeDocument(path: string, sketch: DocumentSketch = {}): MarkdownDocument {
  const { headings = [], links = [], linksIn = 0, tags = [], ...given } = sketch;
  const sections = makeSections(headings);
  const name = (path.split("/").at(-1) as string).replace(/\.[^.]+$/, "");
  return {
    path: path as LogicalPath,
    sha256: "0".repeat(64),
    byteLength: 0,
    lineCount: 0,
    text: "",
    title: sections[1]?.text ?? name,
    titleSource: sections[1] === undefined ? "name" : "heading",
    aliases: [],
    addresses: [],
    authors: [],
    properties: [],
    anchors: [],
    tasks: [],
    observations: [],
    wordCount: 0,
    hidden: [],
    diagnostics: [],
    sections,
    links: links.map((link, index) =>
      typeof link === "string" ? makeLink(link, index + 1, Math.min(linksIn, headings.length)) : link,
    ),
    tags: tags.map((tag) => ({ name: tag, source: "body", line: 1, column: 1, section: 0 })),
    ...given,
  };
}

/** Front matter that says an id and nothing else. */
export function frontMatterWithId(id: PropertyValue): FrontMatter {
  return {
    format: "yaml",
    source: `id: ${id.text}\n`,
    range: { start: 4, end: 9 + id.text.length },
    startLine: 1,
    endLine: 3,
    values: new Map([["id", id]]),
    lines: new Map([["id", 2]]),
    valid: true,
  };
}

function makeSections(headings: readonly string[]): Section[] {
  const slug = createSlugger();
  const sections: Section[] = [
    {
      index: 0,
      level: 0,
      text: "",
      slug: "",
      headingPath: [],
      parent: -1,
      startLine: 1,
      endLine: 2,
      ownEndLine: 2,
      own: { start: 0, end: 0 },
    },
  ];
  for (const [place, heading] of headings.entries()) {
    const [, marks = "#", text = ""] = /^(#+) ?(.*)$/.exec(heading) ?? [];
    const level = marks.length;
    const parent = sections.findLast((section) => section.level > 0 && section.level < level)?.index ?? -1;
    const startLine = 3 + 2 * place;
    sections.push({
      index: place + 1,
      level,
      text,
      slug: slug(text),
      headingPath: [...(parent === -1 ? [] : (sections[parent] as Section).headingPath), text],
      parent,
      startLine,
      endLine: startLine + 1,
      ownEndLine: startLine + 1,
      own: { start: 0, end: 0 },
    });
  }
  return sections;
}

/** A link from its written form. */
export function makeLink(written: string, line = 1, section = 0, extra: Partial<MarkdownLink> = {}): MarkdownLink {
  const relation = /^([^[\]]+?):: (.*)$/s.exec(written);
  const source = relation === null ? written : (relation[2] as string);
  const wikilink = /^(!?)\[\[([^|]*?)(?:\|(.*))?\]\]$/s.exec(source);
  const markdown = /^(!?)\[(.*?)\]\((.*)\)$/s.exec(source);
  const parts = wikilink ?? markdown;
  if (parts === null) throw new Error(`${written} is no link`);
  const embed = parts[1] === "!";
  const target = (wikilink === null ? parts[3] : parts[2]) as string;
  const text = (wikilink === null ? parts[2] : (parts[3] ?? target)) as string;
  const hash = target.indexOf("#");
  const beforeHash = hash === -1 ? target : target.slice(0, hash);
  return {
    syntax: relation !== null ? "inline" : wikilink === null ? "markdown" : embed ? "embed" : "wikilink",
    embed,
    lookup: wikilink === null ? "path" : "wikilink",
    ...(relation === null ? {} : { relation: relation[1] as string }),
    target,
    path: wikilink === null ? beforeHash.replace(/\?.*$/s, "") : beforeHash,
    ...(hash === -1 ? {} : { fragment: target.slice(hash + 1) }),
    text,
    line,
    column: 1,
    range: { start: 0, end: 0 },
    section,
    external: wikilink === null && /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/.test(target),
    ...extra,
  };
}

/** A block or custom anchor. */
export function makeAnchor(name: string, kind: Anchor["kind"] = "block", section = 0): Anchor {
  return { name, kind, section, line: 1 };
}

/** A property of front matter with a text value. */
export function textProperty(key: string, value: string): Property {
  return { key, value: { type: "text", value, text: value }, source: "frontmatter", line: 2, section: 0 };
}
