/** What a document holds under a key: front matter, inline properties, relations, and what it is by itself. */
import type { MarkdownDocument, PropertyValue } from "../../../documents/markdown-document.ts";
import { type WrittenValue, writtenValues } from "../../../documents/written-values.ts";

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

/** All scalar values under a key, as the document says them; else what it is by itself. */
export function metadataValues(document: MarkdownDocument, foldedKey: string): readonly WrittenValue[] {
  const own = writtenValues(document, foldedKey);
  if (own.length > 0) return own;
  return Object.hasOwn(builtIn, foldedKey) ? (builtIn[foldedKey]?.(document) ?? []) : [];
}

function text(value: string): PropertyValue {
  return { type: "text", value, text: value };
}

function number(value: number): PropertyValue {
  return { type: "integer", value, text: String(value) };
}
