/** What a document holds under a key: front matter, inline properties, and what it is by itself. */
import { foldKey } from "../../../documents/fold-key.ts";
import type { MarkdownDocument, PropertyValue } from "../../../documents/markdown-document.ts";

/** Keys that every document has besides its own; one of the same name in its front matter goes first. */
const builtIn: Readonly<Record<string, (document: MarkdownDocument) => readonly PropertyValue[]>> = {
  path: ({ path }) => [text(path)],
  title: ({ title }) => [text(title)],
  description: ({ description }) => (description === undefined ? [] : [text(description)]),
  language: ({ language }) => (language === undefined ? [] : [text(language)]),
  aliases: ({ aliases }) => aliases.map(text),
  tags: ({ tags }) => tags.map(({ name }) => text(name)),
  authors: ({ authors }) => authors.map(({ name }) => text(name)),
  published: ({ published }) => (published === undefined ? [] : [published]),
  modified: ({ modified }) => (modified === undefined ? [] : [modified]),
  words: ({ wordCount }) => [number(wordCount)],
  lines: ({ lineCount }) => [number(lineCount)],
  bytes: ({ byteLength }) => [number(byteLength)],
};

/** All scalar values under a key; those of lists one by one. An empty value is none. */
export function metadataValues(document: MarkdownDocument, foldedKey: string): readonly PropertyValue[] {
  const own: PropertyValue[] = [];
  for (const [key, value] of document.frontMatter?.values ?? []) if (foldKey(key) === foldedKey) collect(value, own);
  for (const { key, value, source } of document.properties) {
    if (source === "inline" && foldKey(key) === foldedKey) collect(value, own);
  }
  if (own.length > 0) return own;
  return Object.hasOwn(builtIn, foldedKey) ? (builtIn[foldedKey]?.(document) ?? []) : [];
}

function collect(value: PropertyValue, into: PropertyValue[]): void {
  if (value.type === "list") for (const item of value.items) collect(item, into);
  else if (value.type === "map") for (const item of value.entries.values()) collect(item, into);
  else if (value.type !== "null") into.push(value);
}

function text(value: string): PropertyValue {
  return { type: "text", value, text: value };
}

function number(value: number): PropertyValue {
  return { type: "integer", value, text: String(value) };
}
