/** Counts the words of a text (runs of letters and digits; each ideograph or kana by itself) outside masked ranges. */
import { characterClass, digitClass, ideographClass, letterClass, markClass } from "./character-class.ts";
import { MergedWalk, type OpaqueRanges } from "./opaque-ranges.ts";

/** 1 for ASCII letters and digits. */
const asciiWord = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  if (/[0-9A-Za-z]/.test(String.fromCharCode(unit))) asciiWord[unit] = 1;
}

/** What {@link countWords} takes. */
export interface WordCountInput {
  readonly text: string;
  readonly from: number;
  readonly mask: OpaqueRanges;
  /** What is masked besides. */
  readonly others: OpaqueRanges;
  readonly kinds: number;
}

/** Words from `from` on; masked ranges whose kind is in `kinds` are not counted and end a word. */
export function countWords({ text, from, mask, others, kinds }: WordCountInput): number {
  let count = 0;
  let at = from;
  const masked = new MergedWalk(mask, others);
  while (masked.next()) {
    if ((masked.kind & kinds) === 0) continue;
    if (masked.start > at) count += wordsBetween(text, at, masked.start);
    at = Math.max(at, masked.end);
  }
  return count + wordsBetween(text, at, text.length);
}

function wordsBetween(text: string, start: number, end: number): number {
  let count = 0;
  let inWord = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 128) {
      const word = asciiWord[unit] as number;
      count += word & (inWord ^ 1);
      inWord = word;
      continue;
    }
    let codePoint = unit;
    if (unit >= 0xd800 && unit <= 0xdbff) {
      codePoint = text.codePointAt(index) as number;
      if (codePoint > 0xffff) index++;
    }
    const classes = characterClass(codePoint);
    if ((classes & ideographClass) !== 0) {
      count++;
      inWord = 0;
    } else if ((classes & (letterClass | digitClass)) !== 0) {
      count += inWord ^ 1;
      inWord = 1;
    } else if ((classes & markClass) === 0) {
      inWord = 0;
    }
  }
  return count;
}
