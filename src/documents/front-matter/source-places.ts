/** Finds where values of front matter stand in the file. */
import type { FrontMatter } from "../markdown-document.ts";
import type { TextRange } from "../markdown-engine.ts";
import type { TextPlaces } from "../text-places.ts";

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
  readonly #frontMatter: FrontMatter;
  readonly #places: TextPlaces;
  #sortedLines: readonly number[] | undefined;
  #key: string | undefined;
  /** Where the search for the next text of the key begins, and where its source ends; offsets into the source of the block. */
  #at = 0;
  #end = 0;
  #misses = 0;

  /** @param places Those of the text that has the front matter. */
  constructor(frontMatter: FrontMatter, places: TextPlaces) {
    this.#frontMatter = frontMatter;
    this.#places = places;
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
    const { source, range } = this.#frontMatter;
    let found = source.indexOf(text, this.#at);
    while (found !== -1 && found + text.length <= this.#end) {
      const line = this.#places.line(range.start + found);
      if (!this.#isComment(line)) {
        this.#at = found + text.length;
        return this.#place(line, found, this.#at);
      }
      found = source.indexOf(text, found + text.length);
    }
    return undefined;
  }

  #isComment(line: number): boolean {
    const { source } = this.#frontMatter;
    let at = this.#startOf(line);
    while (source.charCodeAt(at) === 0x20 || source.charCodeAt(at) === 0x09) at++;
    return source.charCodeAt(at) === 0x23;
  }

  #enter(key: string): void {
    const line = this.#lineOf(key);
    this.#end = this.#startOf(this.#lineAfter(line));
    // Several keys may share a line; what was found before stays behind.
    this.#at = Math.max(this.#at, this.#startOf(line));
    const written = this.#frontMatter.source.indexOf(key, this.#at);
    if (written !== -1 && written < this.#end) this.#at = written + key.length;
    this.#key = key;
  }

  /** The line of the file on which a key stands. */
  #lineOf(key: string): number {
    return this.#frontMatter.lines.get(key) ?? this.#firstLine;
  }

  /** The line of the file on which the source begins. */
  get #firstLine(): number {
    return this.#frontMatter.range.start === 0 ? 1 : 2;
  }

  /** Offset into the source at which a line of the file starts; the end of the source for a line past it. */
  #startOf(line: number): number {
    const { source, range } = this.#frontMatter;
    return Math.min(this.#places.startOf(line) - range.start, source.length);
  }

  /** The first line below `line` on which another key stands; one past the source when there is none. */
  #lineAfter(line: number): number {
    const { lines, endLine, range } = this.#frontMatter;
    const past = range.start === 0 ? endLine + 1 : endLine;
    if (lines.size <= fewKeys) {
      let next = past;
      lines.forEach((candidate) => {
        if (candidate > line && candidate < next) next = candidate;
      });
      return next;
    }
    this.#sortedLines ??= [...new Set(lines.values())].sort((a, b) => a - b);
    return this.#sortedLines[firstAbove(this.#sortedLines, line)] ?? past;
  }

  #placeOfKey(key: string): SourcePlace {
    this.#misses++;
    const line = this.#lineOf(key);
    const start = this.#startOf(line);
    const text = this.#frontMatter.source.slice(start, Math.max(start, this.#startOf(line + 1)));
    return this.#place(line, start, start + text.trimEnd().length);
  }

  #place(line: number, start: number, end: number): SourcePlace {
    const { range } = this.#frontMatter;
    return {
      line,
      column: this.#places.column(range.start + start, line),
      range: { start: range.start + start, end: range.start + end },
    };
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
