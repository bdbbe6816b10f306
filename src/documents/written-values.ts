/** What a document says under a key, wherever it says it: in its front matter, in inline properties, or by relations. */
import { foldKey } from "./fold-key.ts";
import { textValue } from "./front-matter/property-value.ts";
import { findValueLinks, type ValueLink } from "./front-matter/value-links.ts";
import type { MarkdownDocument, MarkdownLink, PropertyValue } from "./markdown-document.ts";

/** A scalar. One that is a link has its source as text, and the names under which it can be asked for. */
export type WrittenValue = PropertyValue & {
  /** The target first, then its path, its file's name without an ending, and what the link shows. Absent for what is no link. */
  readonly linkNames?: readonly string[];
};

/**
 * All scalar values under a key; those of lists and maps one by one. An empty value is none. A link is one value, shown alike whether
 * YAML takes it for a list (`[[Home]]`), it stands in quotes or in the text; the same link is given once.
 */
export function writtenValues(document: MarkdownDocument, foldedKey: string): readonly WrittenValue[] {
  const values: WrittenValue[] = [];
  const { frontMatter, properties, links, text } = document;
  const bareBrackets = frontMatter?.format === "yaml";
  for (const [key, value] of frontMatter?.values ?? [])
    if (foldKey(key) === foldedKey) collect(value, bareBrackets, values);
  for (const { key, value, source } of properties)
    if (source === "inline" && foldKey(key) === foldedKey) collect(value, false, values);
  for (const link of links) {
    if (link.relation === undefined || link.syntax === "frontmatter" || foldKey(link.relation) !== foldedKey) continue;
    values.push(linkValue(text.slice(link.range.start, link.range.end), [link]));
  }
  return values.some(({ linkNames }) => linkNames !== undefined) ? withoutRepeats(values) : values;
}

/** The target of a text that is one link and nothing else. */
export function targetOfLink(text: string): string | undefined {
  const { links, onlyLinks } = findValueLinks(textValue(text), "", { bareBrackets: false, maps: false });
  const [link] = links;
  return onlyLinks && links.length === 1 && link?.written === text ? link.target : undefined;
}

function collect(value: PropertyValue, bareBrackets: boolean, into: WrittenValue[]): void {
  if (value.type === "null") return;
  if (value.type === "map") {
    for (const entry of value.entries.values()) collect(entry, bareBrackets, into);
    return;
  }
  const { links, onlyLinks } = findValueLinks(value, "", { bareBrackets, maps: false });
  if (value.type === "list") {
    const [link] = links;
    if (onlyLinks && links.length === 1 && link?.written === value.text) into.push(linkValue(value.text, links));
    else for (const item of value.items) collect(item, bareBrackets, into);
  } else if (!onlyLinks) into.push(value);
  else if (isListOfLinks(value.text, links)) for (const link of links) into.push(linkValue(link.written, [link]));
  else into.push(linkValue(value.text, links));
}

/** Whether only commas, semicolons and blanks stand between links, and no remark that would be lost. */
function isListOfLinks(text: string, links: readonly ValueLink[]): boolean {
  let at = 0;
  for (const { written } of links) {
    const start = text.indexOf(written, at);
    if (start === -1 || /[^,;\s]/.test(text.slice(at, start))) return false;
    at = start + written.length;
  }
  return !/[^,;\s]/.test(text.slice(at));
}

function linkValue(written: string, links: readonly Pick<MarkdownLink, "target" | "path" | "text">[]): WrittenValue {
  return { ...textValue(written), linkNames: [...new Set(links.flatMap(namesOf))].filter((name) => name !== "") };
}

const noteEnding = /\.(?:md|mdx|markdown)$/i;

function namesOf({ target, path, text }: Pick<MarkdownLink, "target" | "path" | "text">): string[] {
  const plain = decoded(path);
  return [target, plain, plain.slice(plain.lastIndexOf("/") + 1).replace(noteEnding, ""), text];
}

/** Percent-escapes read; as written where they are none. */
function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function withoutRepeats(values: readonly WrittenValue[]): readonly WrittenValue[] {
  const seen = new Set<string>();
  return values.filter(({ linkNames, text }) => {
    if (linkNames === undefined) return true;
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}
