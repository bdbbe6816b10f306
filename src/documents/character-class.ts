/** What kind of character a code point is (letter, digit, mark, ideograph, emoji), by a table that fills itself. */

/** Letters of every script; ideographs and kana too. */
export const letterClass = 1;
/** Digits and other numbers of every script. */
export const digitClass = 2;
/** Combining marks, variation selectors among them. */
export const markClass = 4;
/** Characters that are a word by themselves: Han, Hiragana, Katakana. */
export const ideographClass = 8;
export const emojiClass = 16;
/** The zero-width joiner, which holds emoji together and joins letters of some scripts. */
export const joinerClass = 32;

/** Set in every entry that is known, so that 0 means "not looked up yet". */
const known = 128;

const letterPattern = /[\p{L}\p{Nl}]/u;
const digitPattern = /\p{N}/u;
const markPattern = /\p{M}/u;
const ideographPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]/u;
const emojiPattern = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u;

/** One byte a code point: only the pages that are touched take memory. */
const table = new Uint8Array(0x110000);

/** The classes of a code point as a sum of the constants above; 0 for everything else, unpaired surrogates included. */
export function characterClass(codePoint: number): number {
  const entry = table[codePoint] as number;
  return entry === 0 ? lookUp(codePoint) : entry & ~known;
}

/** Whether a code point is a letter or a digit of any script. */
export function isLetterOrDigit(codePoint: number): boolean {
  return (characterClass(codePoint) & (letterClass | digitClass)) !== 0;
}

function lookUp(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  let classes = 0;
  if (letterPattern.test(character)) classes |= letterClass;
  if (digitPattern.test(character)) classes |= digitClass;
  if (markPattern.test(character)) classes |= markClass;
  if ((classes & letterClass) !== 0 && ideographPattern.test(character)) classes |= ideographClass;
  if (codePoint >= 0x80 && emojiPattern.test(character)) classes |= emojiClass;
  if (codePoint === 0x200d) classes |= joinerClass;
  table[codePoint] = classes | known;
  return classes;
}

/** The code point that ends before `offset`; −1 at the start of the text. */
export function codePointBefore(text: string, offset: number): number {
  if (offset <= 0) return -1;
  const unit = text.charCodeAt(offset - 1);
  if (unit < 0xdc00 || unit > 0xdfff || offset < 2) return unit;
  const high = text.charCodeAt(offset - 2);
  return high >= 0xd800 && high <= 0xdbff ? (text.codePointAt(offset - 2) as number) : unit;
}

/** Whether the character at `offset` is escaped: an odd number of backslashes stands before it. */
export function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (first > 0 && text.charCodeAt(first - 1) === 92) first--;
  return ((offset - first) & 1) === 1;
}

/** Whether a code unit is a blank within a line: space or tab. */
export function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9;
}

/** Whether a code unit ends a line, or is the NaN that `charCodeAt` gives past the end of a text. */
export function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13 || Number.isNaN(unit);
}
