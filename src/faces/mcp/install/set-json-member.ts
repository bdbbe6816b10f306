/** Sets one member in a JSON text and leaves every other byte as it is. */
import { GraphdownError } from "../../../base/errors.ts";
import { parseJson } from "../../../base/parse-json.ts";

/**
 * The text with `value` at `path`, objects on the way made where they are missing. A text of nothing but blanks counts as `{}`. What is no
 * strict JSON (comments, commas before an end, keys twice) is `invalid_input`, and something else than an object on the way `edit_conflict`.
 * Indentation and line ends follow the text.
 */
export function setJsonMember(text: string, path: readonly string[], value: unknown): string {
  const layout = layoutOf(text);
  const content = text.replace(/^\ufeff/, "");
  const bom = text.slice(0, text.length - content.length);
  if (content.trim() === "") return `${bom}${render(nest(path, value), 0, layout)}${layout.lineEnd}`;
  parseJson(content);
  return bom + setIn({ text: content, at: skipBlanks(content, 0), depth: 0, layout }, path, value);
}

interface Layout {
  readonly indent: string;
  readonly lineEnd: string;
}

/** An object in the text: where it begins, and how deep it is. */
interface Place {
  readonly text: string;
  readonly at: number;
  readonly depth: number;
  readonly layout: Layout;
}

function setIn({ text, at, depth, layout }: Place, path: readonly string[], value: unknown): string {
  if (text[at] !== "{") throw noObject();
  const [key, ...rest] = path as [string, ...string[]];
  const { members, end } = membersOf(text, at);
  const member = members.find(({ name }) => name === key);
  if (member === undefined) {
    const added = `${JSON.stringify(key)}: ${render(nest(rest, value), depth + 1, layout)}`;
    return insertMember({ text, at, depth, layout }, { last: members.at(-1)?.end, end }, added);
  }
  if (rest.length > 0) return setIn({ text, at: member.start, depth: depth + 1, layout }, rest, value);
  return text.slice(0, member.start) + render(value, depth + 1, layout) + text.slice(member.end);
}

/** Behind the last member, or as the first one. */
function insertMember(
  { text, at, depth, layout }: Place,
  { last, end }: { readonly last: number | undefined; readonly end: number },
  added: string,
): string {
  const line = layout.lineEnd + layout.indent.repeat(depth + 1);
  if (last !== undefined) {
    // What stands on one line stays there.
    const isOneLine = !text.slice(at, end).includes("\n");
    return `${text.slice(0, last)},${isOneLine ? " " : line}${added}${text.slice(last)}`;
  }
  return `${text.slice(0, at + 1)}${line}${added}${layout.lineEnd}${layout.indent.repeat(depth)}${text.slice(end - 1)}`;
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function render(value: unknown, depth: number, { indent, lineEnd }: Layout): string {
  return JSON.stringify(value, null, indent).replaceAll("\n", lineEnd + indent.repeat(depth));
}

function layoutOf(text: string): Layout {
  const indent = /^[{[]?\s*?\n([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return { indent, lineEnd: text.includes("\r\n") ? "\r\n" : "\n" };
}

interface Member {
  readonly name: string;
  /** Offsets of the value. */
  readonly start: number;
  readonly end: number;
}

/** The members of the object at an offset of a text that is known to be JSON, and the offset behind it. */
function membersOf(text: string, at: number): { readonly members: readonly Member[]; readonly end: number } {
  const members: Member[] = [];
  let position = skipBlanks(text, at + 1);
  while (text[position] !== "}") {
    const keyEnd = endOfValue(text, position);
    const name = JSON.parse(text.slice(position, keyEnd)) as string;
    const start = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ name, start, end });
    position = skipBlanks(text, end);
    if (text[position] === ",") position = skipBlanks(text, position + 1);
  }
  return { members, end: position + 1 };
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    else if (depth === 0 && isInWord(character)) {
      while (isInWord(text[at + 1])) at += 1;
    }
    if (depth === 0) return at + 1;
  }
}

/** A letter, digit or sign of a number or of `true`, `false`, `null`. */
function isInWord(character: string | undefined): boolean {
  return character !== undefined && /[\w.+-]/.test(character);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text[at] ?? "x")) at += 1;
  return at;
}

function noObject(): GraphdownError {
  return new GraphdownError({
    code: "edit_conflict",
    message: "The configuration holds something else where an object of servers belongs.",
    details: { reason: "no_object" },
    next: "Look at the file and set it right.",
  });
}
