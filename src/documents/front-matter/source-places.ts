/** Finds where values of front matter stand in the file. */
import { isPairAt, lineOf, lineStarts } from "../../base/lines.ts";
import type { FrontMatter } from "../markdown-document.ts";
import type { TextRange } from "../markdown-engine.ts";

/** Line and column in the file, and the range in its text. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
  readonly range: TextRange;
}

/** Texts that are not found cost a search each; after so many the places of keys have to do. */
const maximumMisses = 100;

/** With more keys than this their lines are sorted once instead of looked through for each key. */
const fewKeys = 32;

/** The finder for one block; keys, and the texts of a key, have to be asked for in their order. */
export class SourcePlaces {
  readonly #source: string;
  readonly #offset: number;
  readonly #lines: FrontMatter["lines"];
  readonly #starts: readonly number[];
  /** The line of the file on which the source begins. */
  readonly #firstLine: number;
  #sortedLines: readonly number[] | undefined;
  #key: string | undefined;
  /** Where the search for the next text of the key begins, and where its source ends. */
  #at = 0;
  #end = 0;
  #misses = 0;
  // The column that was counted last: offsets that go up within a line cost only what lies between them.
  #columnLine = -1;
  #columnAt = 0;
  #column = 1;

  constructor(frontMatter: FrontMatter) {
    this.#source = frontMatter.source;
    this.#offset = frontMatter.range.start;
    this.#lines = frontMatter.lines;
    this.#starts = lineStarts(frontMatter.source);
    this.#firstLine = frontMatter.range.start === 0 ? 1 : 2;
  }

  /**
   * The next place of `written` in the source of `key`, also as the escapes of the format write it. A text that does not stand there
   * as such (folded lines, aliases) has the place of its key's line.
   */
  find(key: string, written: string): SourcePlace {
    if (this.#key !== key) this.#enter(key);
    const found = this.#misses < maximumMisses ? this.#searchForms(written) : undefined;
    return found ?? this.#placeOfKey(key);
  }

  #searchForms(written: string): SourcePlace | undefined {
    if (written === "") return undefined;
    const found = this.#search(written);
    if (found !== undefined || !/['"\\]/.test(written)) return found;
    return this.#search(written.replaceAll("'", "''")) ?? this.#search(JSON.stringify(written).slice(1, -1));
  }

  /** The next place of a text that does not stand on a comment line. */
  #search(text: string): SourcePlace | undefined {
    let found = this.#source.indexOf(text, this.#at);
    while (found !== -1 && found + text.length <= this.#end) {
      const line = lineOf(this.#starts, found) - 1;
      if (!this.#isComment(line)) {
        this.#at = found + text.length;
        return this.#place(line, found, this.#at);
      }
      found = this.#source.indexOf(text, found + text.length);
    }
    return undefined;
  }

  #isComment(line: number): boolean {
    let at = this.#starts[line] ?? 0;
    while (this.#source.charCodeAt(at) === 0x20 || this.#source.charCodeAt(at) === 0x09) at++;
    return this.#source.charCodeAt(at) === 0x23;
  }

  #enter(key: string): void {
    const line = this.#lineOf(key);
    this.#end = this.#startOf(this.#lineAfter(line));
    // Several keys may share a line; what was found before stays behind.
    this.#at = Math.max(this.#at, this.#startOf(line));
    const written = this.#source.indexOf(key, this.#at);
    if (written !== -1 && written < this.#end) this.#at = written + key.length;
    this.#key = key;
  }

  /** The line of the file on which a key stands. */
  #lineOf(key: string): number {
    return this.#lines.get(key) ?? this.#firstLine;
  }

  /** Offset at which a line of the file starts; the end of the source for a line past it. */
  #startOf(line: number): number {
    return this.#starts[line - this.#firstLine] ?? this.#source.length;
  }

  /** The first line below `line` on which another key stands; one past the source when there is none. */
  #lineAfter(line: number): number {
    let next = this.#firstLine + this.#starts.length;
    if (this.#lines.size <= fewKeys) {
      for (const candidate of this.#lines.values()) if (candidate > line && candidate < next) next = candidate;
      return next;
    }
    this.#sortedLines ??= [...new Set(this.#lines.values())].sort((a, b) => a - b);
    return this.#sortedLines[firstAbove(this.#sortedLines, line)] ?? next;
  }

  #placeOfKey(key: string): SourcePlace {
    this.#misses++;
    const line = this.#lineOf(key);
    const start = this.#startOf(line);
    const text = this.#source.slice(start, Math.max(start, this.#startOf(line + 1)));
    return this.#place(line - this.#firstLine, start, start + text.trimEnd().length);
  }

  #place(line: number, start: number, end: number): SourcePlace {
    return {
      line: this.#firstLine + line,
      column: this.#columnOf(line, start),
      range: { start: this.#offset + start, end: this.#offset + end },
    };
  }

  #columnOf(line: number, offset: number): number {
    if (line !== this.#columnLine || offset < this.#columnAt) {
      this.#columnLine = line;
      this.#columnAt = this.#starts[line] ?? 0;
      this.#column = 1;
    }
    let at = this.#columnAt;
    for (; at < offset; this.#column++) at += isPairAt(this.#source, at) ? 2 : 1;
    this.#columnAt = at;
    return this.#column;
  }
}

/** Index of the first of ascending numbers that is larger than `bound`. */
function firstAbove(numbers: readonly number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
