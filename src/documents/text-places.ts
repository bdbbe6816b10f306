/** Line and column of offsets in one text, fast for offsets that are asked for in order and never slow for others. */
import { isPairAt, lineOf } from "../base/lines.ts";

const surrogates = /[\ud800-\udbff]/;
const noPairs: readonly number[] = [];
/** Code units between two stored counts of surrogate pairs. */
const stride = 64;

/** Where offsets stand in one text. Made once a document; keeps the last line that was asked for. */
export class TextPlaces {
  readonly text: string;
  /** Offsets at which lines start. */
  readonly starts: readonly number[];
  #last = 0;
  /** Surrogate pairs before each multiple of the stride; empty when the text has none. */
  #pairs: readonly number[] | undefined;

  constructor(text: string, starts: readonly number[]) {
    this.text = text;
    this.starts = starts;
  }

  /** 1-based number of the line that holds `offset`. */
  line(offset: number): number {
    const { starts } = this;
    let index = this.#last;
    if (index < starts.length && (starts[index] as number) <= offset) {
      for (let steps = 0; steps < 4; steps++, index++) {
        if (index + 1 >= starts.length || (starts[index + 1] as number) > offset) {
          this.#last = index;
          return index + 1;
        }
      }
    }
    this.#last = lineOf(starts, offset) - 1;
    return this.#last + 1;
  }

  /** 1-based column of `offset` in `line`, in code points. */
  column(offset: number, line: number): number {
    const start = this.starts[line - 1] ?? 0;
    this.#pairs ??= surrogates.test(this.text) ? countPairs(this.text) : noPairs;
    if (this.#pairs === noPairs) return offset - start + 1;
    return offset - start + 1 - (this.#pairsBefore(offset) - this.#pairsBefore(start));
  }

  /** Offset at which a line starts; the end of the text for the line after the last one. */
  startOf(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  #pairsBefore(offset: number): number {
    const block = Math.floor(offset / stride);
    let pairs = this.#pairs?.[block] ?? 0;
    for (let index = block * stride; index < offset; index++) if (isPairAt(this.text, index)) pairs++;
    return pairs;
  }
}

function countPairs(text: string): number[] {
  const pairs = [0];
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if (index > 0 && index % stride === 0) pairs.push(count);
    if (isPairAt(text, index)) count++;
  }
  pairs.push(count);
  return pairs;
}
