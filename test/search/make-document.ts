/** Documents for search tests, made from short Markdown without a Markdown parser: ATX headings, simple front matter, plain links. */
import type { LogicalPath } from "../../src/base/logical-path.ts";
import type {
  DocumentTag,
  MarkdownDocument,
  Property,
  PropertyValue,
  Section,
} from "../../src/documents/markdown-document.ts";

interface OpenSection {
  readonly level: number;
  readonly text: string;
  readonly start: number;
  readonly startLine: number;
}

/** A document as `parseDocument` would give it, as far as search looks at it. */
export function makeDocument(path: string, text: string): MarkdownDocument {
  const frontMatter = readFrontMatter(text);
  const sections = readSections(text, frontMatter.end, frontMatter.lines);
  const firstHeading = sections.find((section) => section.level === 1) ?? sections[1];
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
  const given = frontMatter.values.get("title")?.[0];
  return {
    path: path as LogicalPath,
    sha256: "0".repeat(64),
    byteLength: text.length,
    lineCount: text.split("\n").length,
    text,
    title: given ?? firstHeading?.text ?? stem.replaceAll(/[-_]/g, " "),
    titleSource: given !== undefined ? "frontmatter" : firstHeading !== undefined ? "heading" : "name",
    ...optional("description", frontMatter.values.get("description")?.[0]),
    ...optional("language", frontMatter.values.get("lang")?.[0]),
    aliases: frontMatter.values.get("aliases") ?? [],
    addresses: [],
    tags: readTags(text, frontMatter.values.get("tags") ?? [], sections),
    authors: [],
    properties: propertiesOf(frontMatter.values),
    sections,
    links: [],
    anchors: [],
    tasks: [],
    observations: [],
    wordCount: 0,
    hidden: [...text.matchAll(/(?<=\]\()[^()\s]*(?=\))/g)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    })),
    diagnostics: [],
  };
}

function optional<Key extends string>(key: Key, value: string | undefined): { [Name in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [Name in Key]: string });
}

function readFrontMatter(text: string): { end: number; lines: number; values: Map<string, readonly string[]> } {
  const values = new Map<string, readonly string[]>();
  const match = /^---\r?\n([\s\S]*?)\r?\n?---\r?\n/.exec(text);
  if (match === null) return { end: 0, lines: 0, values };
  for (const line of (match[1] ?? "").split(/\r?\n/)) {
    const pair = /^([\w.]+): *(.*)$/.exec(line);
    if (pair === null) continue;
    const value = (pair[2] as string).trim().replace(/^"(.*)"$/, "$1");
    const items = value.startsWith("[") ? value.slice(1, -1).split(",") : [value];
    values.set(
      pair[1] as string,
      items.map((item) => item.trim().replace(/^["'](.*)["']$/, "$1")).filter((item) => item !== ""),
    );
  }
  return { end: match[0].length, lines: match[0].split("\n").length - 1, values };
}

function readSections(text: string, start: number, skippedLines: number): Section[] {
  const open: OpenSection[] = [{ level: 0, text: "", start, startLine: skippedLines + 1 }];
  let line = skippedLines + 1;
  let fenced = false;
  for (let at = start; at < text.length; line++) {
    const end = text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at) + 1;
    const source = text.slice(at, end);
    if (/^ {0,3}(```|~~~)/.test(source)) fenced = !fenced;
    const heading = fenced ? null : /^(#{1,6})[ \t]+(.*?)[ \t]*(?:\r?\n)?$/.exec(source);
    if (heading !== null)
      open.push({ level: heading[1]?.length ?? 0, text: plain(heading[2] ?? ""), start: at, startLine: line });
    at = end;
  }
  const lastLine = line - 1;
  return open.map((section, index): Section => {
    const next = open[index + 1];
    const outer = open.slice(index + 1).find((other) => section.level === 0 || other.level <= section.level);
    const above = ancestorsOf(open, index);
    return {
      index,
      level: section.level,
      text: section.text,
      slug: section.text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-"),
      headingPath: section.level === 0 ? [] : [...above.map((ancestor) => open[ancestor]?.text ?? ""), section.text],
      parent: above.at(-1) ?? -1,
      startLine: section.startLine,
      endLine: (outer?.startLine ?? lastLine + 1) - 1,
      ownEndLine: (next?.startLine ?? lastLine + 1) - 1,
      own: { start: section.start, end: next?.start ?? text.length },
    };
  });
}

function ancestorsOf(open: readonly OpenSection[], index: number): number[] {
  const above: number[] = [];
  let level = open[index]?.level ?? 0;
  for (let before = index - 1; before > 0; before--) {
    const other = open[before]?.level ?? 0;
    if (other >= level) continue;
    above.unshift(before);
    level = other;
  }
  return above;
}

function plain(heading: string): string {
  return heading.replaceAll("`", "").replace(/\s+#+$/, "");
}

function readTags(text: string, given: readonly string[], sections: readonly Section[]): DocumentTag[] {
  const tags: DocumentTag[] = given.map((name) => ({
    name: name.replace(/^#/, ""),
    source: "frontmatter",
    line: 1,
    column: 1,
    section: 0,
  }));
  for (const match of text.matchAll(/(?<=^|[^\p{L}\p{N}#(])#([\p{L}_][\p{L}\p{N}/_-]*)/gu)) {
    const name = match[1] as string;
    if (tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase())) continue;
    const section = sections.findLast((candidate) => candidate.own.start <= match.index)?.index ?? 0;
    const before = text.slice(0, match.index);
    tags.push({ name, source: "body", line: before.split("\n").length, column: 1, section });
  }
  return tags;
}

const known = new Set(["title", "description", "lang", "aliases", "tags"]);

function propertiesOf(values: ReadonlyMap<string, readonly string[]>): Property[] {
  return [...values].flatMap(([key, items]): Property[] =>
    known.has(key) ? [] : [{ key, value: propertyValue(items), source: "frontmatter", line: 2, section: 0 }],
  );
}

function propertyValue(items: readonly string[]): PropertyValue {
  const values = items.map(
    (text): PropertyValue =>
      /^-?\d+$/.test(text)
        ? { type: "integer", value: Number(text), text }
        : /^-?\d+\.\d+$/.test(text)
          ? { type: "decimal", value: Number(text), text }
          : { type: "text", value: text, text },
  );
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  return { type: "list", items: values, text: items.join(", ") };
}
