/** Sets or removes one key of the front matter; every other byte of the file stays. */

import { editConflict, quoted, wrongEdit } from "../../base/edit-errors.ts";
import { GraphdownError } from "../../base/errors.ts";
import { firstEnding, uniformEnding } from "../../base/line-endings.ts";
import { lineOf, lineStarts } from "../../base/lines.ts";
import { utf8Length } from "../../base/utf8-length.ts";
import { readFrontMatter } from "../front-matter/read-front-matter.ts";
import type { FrontMatter } from "../markdown-document.ts";
import { plainValue } from "../plain-value.ts";
import { isEqualJson } from "./is-equal-json.ts";
import { type YamlValue, yamlString, yamlText } from "./yaml-text.ts";
import { valueRangeOf } from "./yaml-value-range.ts";

/** What to set. */
export interface PropertyEdit {
  /** As it is written in the file; one that differs from it only in case is meant too. */
  readonly key: string;
  /** `null` removes the key with its value. */
  readonly value: YamlValue;
}

/** A text after an edit, and the key as the file spells it. */
export interface EditedProperty {
  readonly text: string;
  readonly key: string;
}

/**
 * Sets one key. A block is made where there is none. `edit_conflict` with reason `invalid_frontmatter` where the block does not parse, and
 * `entangled` where the key can't be changed without changing others; `unsupported_format` where the block is not YAML. `limit_exceeded` where
 * the block would be larger than `maximumBytes`; `invalid_input` for a key or value that YAML can't hold.
 */
export function setProperty(text: string, { key: wanted, value }: PropertyEdit, maximumBytes: number): EditedProperty {
  checkKey(wanted);
  const written = value === null ? null : yamlText(value);
  const { frontMatter, diagnostics } = readFrontMatter({ text, maximumBytes });
  if (frontMatter === undefined) {
    if (written === null) return { text, key: wanted };
    const made = withNewBlock(text, wanted, written);
    checkSize(addedBytes(text, made), maximumBytes);
    return { text: made, key: wanted };
  }
  if (!frontMatter.valid) throw invalidBlock(diagnostics[0]);
  if (frontMatter.format !== "yaml") throw otherFormat(frontMatter.format);
  const key = spelledKey(frontMatter, wanted);
  const change = { text, frontMatter, key, written };
  const edited = frontMatter.values.has(key) ? changeKey(change) : addKey(change);
  checkSize(utf8Length(frontMatter.source) + addedBytes(text, edited), maximumBytes);
  if (!holds({ edited, frontMatter, key, value, maximumBytes })) throw entangled(key);
  return { text: edited, key };
}

function checkKey(key: string): void {
  if (key.trim() === "" || /[\r\n]/.test(key)) {
    throw wrongEdit("key", `The key ${quoted(key)} is none.`, "Give a key of one line that is not blank.");
  }
  if (/\p{Cs}/u.test(key)) {
    throw wrongEdit("key", `The key ${quoted(key)} holds half a character.`, "Give a key of whole characters.");
  }
  const { length } = yamlString(key);
  if (length <= maximumKeyCharacters) return;
  throw wrongEdit(
    "key",
    `The key ${quoted(key)} takes ${length} characters, and YAML allows ${maximumKeyCharacters}.`,
    "Give a shorter key.",
    { maximum: maximumKeyCharacters, actual: length },
  );
}

/** Longest key that YAML takes on one line with its value, as written. */
const maximumKeyCharacters = 1_000;

function addedBytes(before: string, after: string): number {
  return utf8Length(after) - utf8Length(before);
}

/** A block that is too large would not be read any more. */
function checkSize(bytes: number, maximum: number): void {
  if (bytes <= maximum) return;
  throw new GraphdownError({
    code: "limit_exceeded",
    message: `The front matter would have ${bytes} bytes, and at most ${maximum} are read (maximumFrontMatterBytes).`,
    details: { limit: "maximumFrontMatterBytes", maximum, actual: bytes },
    next: "Put long text into the body of the file, or raise maximumFrontMatterBytes.",
  });
}

interface Change {
  readonly text: string;
  readonly frontMatter: FrontMatter;
  readonly key: string;
  readonly written: string | null;
}

function withNewBlock(text: string, key: string, written: string): string {
  const ending = uniformEnding(text) ?? firstEnding(text) ?? "\n";
  return ["---", `${yamlString(key)}: ${written}`, "---", text].join(ending);
}

/** The key as it is there: exactly, or else the only one that differs in case. */
function spelledKey({ values }: FrontMatter, wanted: string): string {
  if (values.has(wanted)) return wanted;
  const alike = [...values.keys()].filter((key) => key.toLowerCase() === wanted.toLowerCase());
  return alike.length === 1 ? (alike[0] as string) : wanted;
}

function addKey({ text, frontMatter, key, written }: Change): string {
  if (written === null) return text;
  const { range, source } = frontMatter;
  const ending = uniformEnding(text) ?? firstEnding(text) ?? "\n";
  const indent = /^[ ]*(?=[^\s#])/m.exec(source)?.[0] ?? "";
  return `${text.slice(0, range.end)}${indent}${yamlString(key)}: ${written}${ending}${text.slice(range.end)}`;
}

function changeKey({ text, frontMatter, key, written }: Change): string {
  const { range, source, lines } = frontMatter;
  const starts = lineStarts(source);
  const line = (lines.get(key) as number) - frontMatter.startLine - 1;
  const following = [...lines.values()]
    .map((other) => other - frontMatter.startLine - 1)
    .filter((other) => other > line);
  if ([...lines.values()].filter((other) => other === lines.get(key)).length > 1) throw entangled(key);
  const nextLine = Math.min(starts.length, ...following);
  const lineStart = starts[line] as number;
  const blockEnd = endOfContent(source, starts, line, nextLine);
  const value = valueRangeOf(source, key);
  if (value === undefined) throw entangled(key);
  const splice = (start: number, end: number, middle: string): string =>
    text.slice(0, range.start + start) + middle + text.slice(range.start + end);
  if (written === null) return splice(lineStart, blockEnd, "");
  const isOneLine = lineOf(starts, Math.max(value.end - 1, value.colonEnd - 1)) - 1 === line;
  const isFollowed = value.closed && /^[ \t]+#/.test(source.slice(value.end, blockEnd));
  if (isOneLine || isFollowed) return splice(value.colonEnd, Math.max(value.end, value.colonEnd), ` ${written}`);
  const ended = source.slice(0, blockEnd).replace(/(?:\r\n|\r|\n)$/, "").length;
  return splice(value.colonEnd, ended, ` ${written}`);
}

/** Where the lines of a key end: blank lines and comments before the next key are not its own. */
function endOfContent(source: string, starts: readonly number[], line: number, nextLine: number): number {
  let last = nextLine - 1;
  while (last > line && /^(?:\s*|#.*)[\r\n]*$/.test(source.slice(starts[last], starts[last + 1]))) last--;
  return starts[last + 1] ?? source.length;
}

interface Expectation {
  readonly edited: string;
  readonly frontMatter: FrontMatter;
  readonly key: string;
  readonly value: YamlValue;
  readonly maximumBytes: number;
}

/** Whether the edited block says what is wanted of the key, and of every other what it said before. */
function holds({ edited, frontMatter, key, value, maximumBytes }: Expectation): boolean {
  const now = readFrontMatter({ text: edited, maximumBytes }).frontMatter;
  if (now === undefined || !now.valid) return false;
  const before = new Map(Array.from(frontMatter.values, ([name, old]) => [name, plainValue(old)]));
  const after = new Map(Array.from(now.values, ([name, old]) => [name, plainValue(old)]));
  if (value === null) before.delete(key);
  else before.set(key, value);
  return isEqualJson([...before], [...after]);
}

function invalidBlock(diagnostic: { readonly line: number; readonly message: string } | undefined): Error {
  return editConflict(
    "invalid_frontmatter",
    `The front matter does not parse, so nothing was changed. Line ${diagnostic?.line ?? 1}: ${diagnostic?.message ?? ""}`,
    "Correct the block with file_access_replace_lines first.",
    { line: diagnostic?.line ?? 1 },
  );
}

function otherFormat(format: string): Error {
  return editConflict(
    "unsupported_format",
    `The front matter is ${format.toUpperCase()}, and only keys of YAML are set.`,
    "Change its lines with file_access_replace.",
    { format },
  );
}

function entangled(key: string): Error {
  return editConflict(
    "entangled",
    `The key ${quoted(key)} can't be changed by itself: its line holds other keys, or others refer to its value.`,
    "Change the lines with file_access_replace.",
  );
}
