/** What a set of code points takes when case is ignored: Unicode's simple case folding, as RE2 applies it. */
import { type CodePointSet, rangesOf, setOf } from "./code-point-set.ts";

/**
 * Blocks in which versions of Unicode agree on what is the same letter: Latin to Cyrillic, symbols, East Asian scripts, pictures. Others
 * still gain letters, so that two engines may differ in them.
 */
const settledBlocks: readonly (readonly [number, number])[] = [
  [0x0000, 0x052f],
  [0x2000, 0x2bff],
  [0x2e80, 0xa63f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xff00, 0xff60],
  [0x1f000, 0x1faff],
  [0x20000, 0x3ffff],
];

/** Where letters are that are the same as one of a settled block. */
const casedBlocks: readonly (readonly [number, number])[] = [
  [0x0080, 0x058f],
  [0x1c80, 0x1fff],
  [0x2100, 0x24ff],
  [0x2c00, 0x2d2f],
  [0xa640, 0xabbf],
  [0xff21, 0xff5a],
];

/** The letters that are the same as an ASCII one without being the other case of it: the Kelvin sign and the long s. */
const kelvinSign = 0x212a;
const longS = 0x017f;

/**
 * A set with everything that is the same when case is ignored. `undefined` where that differs between versions of Unicode, so that only
 * the one engine may tell.
 */
export function foldSet(set: CodePointSet): CodePointSet | undefined {
  const ranges = rangesOf(set);
  if (!ranges.every(isSettled)) return undefined;
  return (set.at(-1) ?? 0) < 0x80 ? foldAscii(ranges) : foldUnicode(ranges);
}

function isSettled([first, last]: readonly [number, number]): boolean {
  return settledBlocks.some(([start, end]) => start <= first && last <= end);
}

function foldAscii(ranges: readonly (readonly [number, number])[]): CodePointSet {
  const folded: (readonly [number, number])[] = [...ranges];
  for (const [first, last] of ranges) {
    for (const [from, to, shift] of [
      [0x41, 0x5a, 0x20],
      [0x61, 0x7a, -0x20],
    ] as const) {
      const start = Math.max(first, from);
      const end = Math.min(last, to);
      if (start <= end) folded.push([start + shift, end + shift]);
    }
  }
  const ascii = setOf(folded);
  const has = (letter: number): boolean => rangesOf(ascii).some(([first, last]) => first <= letter && letter <= last);
  if (has(0x6b)) folded.push([kelvinSign, kelvinSign]);
  if (has(0x73)) folded.push([longS, longS]);
  return setOf(folded);
}

function foldUnicode(ranges: readonly (readonly [number, number])[]): CodePointSet {
  const escapeOf = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;
  const same = new RegExp(`[${ranges.map(([first, last]) => `${escapeOf(first)}-${escapeOf(last)}`).join("")}]`, "giu");
  const letters = casedLetters().match(same) ?? [];
  return setOf([...ranges, ...letters.map((letter): [number, number] => codePointPair(letter))]);
}

function codePointPair(letter: string): [number, number] {
  const codePoint = letter.codePointAt(0) as number;
  return [codePoint, codePoint];
}

let knownLetters: string | undefined;

/** Every letter that may be the same as another one, as one text. */
function casedLetters(): string {
  if (knownLetters !== undefined) return knownLetters;
  const cased = /\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u;
  let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (const [first, last] of casedBlocks) {
    for (let codePoint = first; codePoint <= last; codePoint++) {
      const letter = String.fromCodePoint(codePoint);
      if (cased.test(letter)) letters += letter;
    }
  }
  knownLetters = letters;
  return letters;
}
