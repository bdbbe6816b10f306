/** Finds tokens that stand one behind the other. */
import { foldWord } from "./fold-word.ts";
import type { AskedPhrase } from "./plan-terms.ts";
import { EXTRA, FOLDED, hashOf, type TokenSpans } from "./tokenise.ts";

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

  /** Offset in the scanned text of the first occurrence; −1 when there is none. */
  find(text: string, spans: TokenSpans): number {
    const { phrase, fallbacks } = this;
    const lastStarts = new Int32Array(phrase.length);
    let fits = 0;
    let place = 0;
    for (let index = 0; index < spans.count; index++) {
      const flags = spans.flags[index] as number;
      if ((flags & EXTRA) !== 0) continue;
      const folded = (flags & FOLDED) === 0 ? undefined : foldWord(text.slice(spans.starts[index], spans.ends[index]));
      if (folded === "") continue;
      lastStarts[place++ % phrase.length] = spans.starts[index] as number;
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
