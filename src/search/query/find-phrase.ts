/** Finds tokens that stand one behind the other. */
import { foldWord } from "../words/fold-word.ts";
import { EXTRA, FOLDED, hashOf, type TokenSpans } from "../words/tokenise.ts";
import type { AskedPhrase } from "./plan-terms.ts";

/**
 * A line break behind which another block begins: after an empty line, or before a list item, a heading, a row of a table, a fence or a line
 * of marks alone. `>` is taken for a blank, for it goes on with a quote more often than it begins one.
 */
const blockBreak =
  /(?:\r\n|\r(?!\n)|\n)[ \t>]*(?:[\r\n]|[-+*][ \t]|#{1,6}[ \t]|\||```|~~~|(?:=+|-+|\*{3,}|_{3,})[ \t]*[\r\n])/;

/** The first line of a section that begins with `#` is a block of its own. */
const markedHeading = /^[ \t>]*#[^\r\n]*/;

/** A phrase made ready to be found in many texts: in time that grows with the text alone (Knuth, Morris and Pratt). */
export class PhraseFinder {
  private readonly phrase: AskedPhrase;
  private readonly hashes: Int32Array;
  /** How many tokens still fit when the token behind the first `n` does not. */
  private readonly fallbacks: Int32Array;

  constructor(phrase: AskedPhrase) {
    this.phrase = phrase;
    this.hashes = Int32Array.from(phrase, (token) => hashOf(token, 0, token.length));
    this.fallbacks = new Int32Array(phrase.length + 1);
    this.fallbacks[0] = -1;
    for (let length = 1; length <= phrase.length; length++) {
      let fits = this.fallbacks[length - 1] as number;
      while (fits >= 0 && phrase[fits] !== phrase[length - 1]) fits = this.fallbacks[fits] as number;
      this.fallbacks[length] = fits + 1;
    }
  }

  /**
   * Offset in the scanned text of the first occurrence; −1 when there is none. A line break within a paragraph is a blank, but no phrase
   * goes from one block to the next. `start` is where the scanned part of the text begins.
   */
  find(text: string, spans: TokenSpans, start: number = 0): number {
    const { phrase, fallbacks } = this;
    const lastStarts = new Int32Array(phrase.length);
    let fits = 0;
    let place = 0;
    let before = -1;
    const headingEnd = endOfMarkedHeading(text, spans, start);
    for (let index = 0; index < spans.count; index++) {
      const flags = spans.flags[index] as number;
      if ((flags & EXTRA) !== 0) continue;
      const folded = (flags & FOLDED) === 0 ? undefined : foldWord(text.slice(spans.starts[index], spans.ends[index]));
      if (folded === "") continue;
      const begin = spans.starts[index] as number;
      if (fits > 0 && ((before <= headingEnd && begin >= headingEnd) || blockBreak.test(text.slice(before, begin))))
        fits = 0;
      before = spans.ends[index] as number;
      lastStarts[place++ % phrase.length] = begin;
      while (fits >= 0 && !this.fitsAt(fits, folded, text, spans, index)) fits = fallbacks[fits] as number;
      fits++;
      if (fits === phrase.length) return lastStarts[place % phrase.length] as number;
    }
    return -1;
  }

  private fitsAt(
    position: number,
    folded: string | undefined,
    text: string,
    spans: TokenSpans,
    index: number,
  ): boolean {
    const token = this.phrase[position] as string;
    if (folded !== undefined) return folded === token;
    const start = spans.starts[index] as number;
    const end = spans.ends[index] as number;
    if (spans.hashes[index] !== this.hashes[position] || end - start !== token.length) return false;
    return text.slice(start, end).toLowerCase() === token;
  }
}

/** Where the heading ends that a text begins with; −1 where it begins with none, or nothing was found in it. */
function endOfMarkedHeading(text: string, spans: TokenSpans, start: number): number {
  if (spans.count === 0) return -1;
  let end = start;
  while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
  return markedHeading.test(text.slice(start, end)) ? end : -1;
}
