/** The difference of two texts as a small unified diff. */
import { diffArrays } from "diff/lib/diff/array.js";
import type { Cut } from "../../base/cut.ts";

/** A diff, `""` for equal texts. */
export interface TextDiff {
  readonly diff: string;
  /** Set where the diff was longer than its bound; what is there is whole lines from its beginning. */
  readonly cut?: Cut<never>;
}

/** What to compare. */
export interface DiffRequest {
  /** Shown as the name of both files; `null` on a side says that there is no file. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Most characters of the diff. Default 8,000. */
  readonly maximumCharacters?: number | undefined;
}

const defaultCharacters = 8_000;
/** Unchanged lines around a change. */
const contextLines = 3;
/** Characters of one line that are shown. */
const lineCharacters = 400;
/** Lines that may differ before the shortest difference is no longer looked for. */
const maximumEditLength = 500;

/** Characters of the differing part above which it is shown as replaced as a whole. */
const comparedCharacters = 400_000;

/** Lines that both texts have, or only one of them. */
interface Run {
  readonly kind: " " | "-" | "+";
  /** How many lines; `lines` may end early where a diff would be cut before. */
  readonly count: number;
  readonly lines: readonly string[];
}

/** Compares two texts line by line. Time and size are bounded, however much differs. */
export function unifiedDiff({ path, before, after, maximumCharacters = defaultCharacters }: DiffRequest): TextDiff {
  if (before === after) return { diff: "" };
  const writer = new DiffWriter(maximumCharacters);
  writer.add(before === null ? "--- /dev/null" : `--- a/${path}`);
  writer.add(after === null ? "+++ /dev/null" : `+++ b/${path}`);
  const { firstLine, runs } = compare(before ?? "", after ?? "", maximumCharacters);
  for (const hunk of hunksOf(runs, firstLine)) if (!writer.addHunk(hunk)) break;
  return writer.result();
}

/** The runs of the part that differs with the lines around it, and the 0-based line at which they begin. */
function compare(old: string, now: string, shown: number): { readonly firstLine: number; readonly runs: Run[] } {
  const { head, oldEnd, newEnd } = differingPart(old, now);
  const start = linesBefore(old, head);
  const removed = old.slice(head, oldEnd);
  const added = now.slice(head, newEnd);
  const runs = [
    ...same(linesOf(old.slice(start, head))),
    ...middle(removed, added, shown),
    ...same(firstLines(old, oldEnd, contextLines)),
  ];
  return { firstLine: countLines(old.slice(0, start)), runs };
}

function same(lines: readonly string[]): Run[] {
  return lines.length === 0 ? [] : [{ kind: " ", count: lines.length, lines }];
}

function middle(removed: string, added: string, shown: number): Run[] {
  if (removed.length + added.length <= comparedCharacters && removed !== "" && added !== "") {
    const changes = diffArrays(linesOf(removed), linesOf(added), { maxEditLength: maximumEditLength });
    if (changes !== undefined) {
      return changes.map(({ value, added: isNew, removed: isOld }) => ({
        kind: isNew ? "+" : isOld ? "-" : " ",
        count: value.length,
        lines: value,
      }));
    }
  }
  const whole = (kind: "-" | "+", text: string): Run[] =>
    text === "" ? [] : [{ kind, count: countLines(text), lines: firstLines(text, 0, shown) }];
  return [...whole("-", removed), ...whole("+", added)];
}

/** Where the texts differ, in whole lines: what is before `head` and after the ends is the same in both. */
function differingPart(old: string, now: string): { head: number; oldEnd: number; newEnd: number } {
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old.charCodeAt(head) === now.charCodeAt(head)) head++;
  while (head > 0 && !(isLineStart(old, head) && isLineStart(now, head))) head--;
  let tail = 0;
  while (tail < least - head && old.charCodeAt(old.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)) tail++;
  while (tail > 0 && !(isLineStart(old, old.length - tail) && isLineStart(now, now.length - tail))) tail--;
  return { head, oldEnd: old.length - tail, newEnd: now.length - tail };
}

function isLineStart(text: string, offset: number): boolean {
  if (offset === 0) return true;
  const before = text.charCodeAt(offset - 1);
  return before === lineFeed || (before === carriageReturn && text.charCodeAt(offset) !== lineFeed);
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Offset of the line that is at most three lines before the one that begins at `offset`. */
function linesBefore(text: string, offset: number): number {
  let start = offset;
  for (let line = 0; line < contextLines && start > 0; line++) {
    start--;
    while (!isLineStart(text, start)) start--;
  }
  return start;
}

/** Lines from an offset on, at most so many. */
function firstLines(text: string, offset: number, maximum: number): string[] {
  const lines: string[] = [];
  let start = offset;
  while (lines.length < maximum && start < text.length) {
    let end = start + 1;
    while (end < text.length && !isLineStart(text, end)) end++;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

function linesOf(text: string): string[] {
  return firstLines(text, 0, Number.POSITIVE_INFINITY);
}

function countLines(text: string): number {
  let count = text === "" ? 0 : 1;
  for (let offset = 1; offset < text.length; offset++) if (isLineStart(text, offset)) count++;
  return count;
}

interface HunkLine {
  readonly kind: Run["kind"];
  readonly line: string;
}

interface Hunk {
  /** 0-based first lines, and how many, before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  oldCount: number;
  newCount: number;
  readonly lines: HunkLine[];
}

/** Changes with the lines around them; those that are near each other share a hunk. */
function hunksOf(runs: readonly Run[], firstLine: number): Hunk[] {
  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  let oldLine = firstLine;
  let newLine = firstLine;
  for (const [index, run] of runs.entries()) {
    const { kind, lines, count } = run;
    if (kind === " ") {
      const bridges = open !== undefined && index < runs.length - 1 && count <= 2 * contextLines;
      if (open !== undefined) extend(open, bridges ? run : same(lines.slice(0, contextLines))[0]);
      if (!bridges) open = undefined;
    } else {
      if (open === undefined) {
        const leading = runs[index - 1]?.kind === " " ? (runs[index - 1] as Run).lines.slice(-contextLines) : [];
        const { length } = leading;
        open = { oldStart: oldLine - length, newStart: newLine - length, oldCount: 0, newCount: 0, lines: [] };
        extend(open, same(leading)[0]);
        hunks.push(open);
      }
      extend(open, run);
    }
    if (kind !== "+") oldLine += count;
    if (kind !== "-") newLine += count;
  }
  return hunks;
}

function extend(hunk: Hunk, run: Run | undefined): void {
  if (run === undefined) return;
  for (const line of run.lines) hunk.lines.push({ kind: run.kind, line });
  if (run.kind !== "+") hunk.oldCount += run.count;
  if (run.kind !== "-") hunk.newCount += run.count;
}

class DiffWriter {
  readonly #maximum: number;
  readonly #lines: string[] = [];
  #length = 0;
  /** No line fits any more. */
  #cut = false;
  /** A line was shortened. */
  #cutLine = false;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Adds a line if there is room for it; whether there was. */
  add(line: string): boolean {
    if (this.#cut || this.#length + line.length + 1 > this.#maximum) {
      this.#cut = true;
      return false;
    }
    this.#lines.push(line);
    this.#length += line.length + 1;
    return true;
  }

  addHunk({ oldStart, newStart, oldCount, newCount, lines }: Hunk): boolean {
    const range = (start: number, size: number): string => {
      const first = size === 0 ? start : start + 1;
      return size === 1 ? `${first}` : `${first},${size}`;
    };
    if (!this.add(`@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`)) return false;
    return lines.every(({ kind, line }) => this.#addLine(kind, line));
  }

  /** A carriage return before the line feed stays, as other programs show it; a lone one looks the same. */
  #addLine(kind: string, line: string): boolean {
    const isEnded = /[\r\n]$/.test(line);
    const shown = line.endsWith("\n") ? line.slice(0, -1) : line;
    const cut = shown.length > lineCharacters;
    const text = cut ? `${shown.slice(0, lineCharacters)}… (${shown.length - lineCharacters} more characters)` : shown;
    if (cut) this.#cutLine = true;
    return this.add(kind + text) && (isEnded || this.add("\\ No newline at end of file"));
  }

  result(): TextDiff {
    const diff = this.#lines.map((line) => `${line}\n`).join("");
    return this.#cut || this.#cutLine ? { diff, cut: { reason: "characters" } } : { diff };
  }
}
