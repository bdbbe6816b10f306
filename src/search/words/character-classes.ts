/** What each character means to the tokeniser: part of a word, an ideograph, a separator. */

/** Bits of a character's class. No bit: a separator. */
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
/** `_`, `-`, `.`: join the words on both sides to one identifier. */
export const JOINER = 8;
/** A letter, mark or number outside ASCII, in a script that is written with blanks between words. */
export const OTHER_WORD = 16;
/** Han, kana, Hangul, bopomofo: found by single characters and pairs. */
export const IDEOGRAPH = 32;
/** Thai, Lao, Khmer, Burmese: written without blanks, split by `Intl.Segmenter`. */
export const UNSPACED = 64;
/** Emoji and other pictographs: each is a word of its own. */
export const PICTOGRAPH = 128;
/** Invisible in a word (soft hyphen, joiners): dropped there, a separator elsewhere. */
export const IGNORED = 256;

/** `+`, `#` and `'`: separators that may yet belong to the word before them. */
const TRAILING = 512;

/** Any character that a spaced word can be made of. */
export const WORD: number = LOWER | UPPER | DIGIT | OTHER_WORD;

/** Classes of the 128 ASCII characters. */
export const asciiClasses: Uint16Array = makeAsciiClasses();

/** Lower case of the 128 ASCII characters; the others stand for themselves. */
export const asciiLower: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) =>
  unit >= 65 && unit <= 90 ? unit + 32 : unit,
);

function makeAsciiClasses(): Uint16Array {
  const classes = new Uint16Array(128);
  classes.fill(DIGIT, 48, 58);
  classes.fill(UPPER, 65, 91);
  classes.fill(LOWER, 97, 123);
  for (const joiner of "_-.") classes[joiner.charCodeAt(0)] = JOINER;
  for (const trailing of "+#'") classes[trailing.charCodeAt(0)] = TRAILING;
  return classes;
}

const ideograph =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc\uff70]$/u;
/** Voicing marks of kana have no script of their own. */
const kanaMark = /^[\u3099\u309a\uff9e\uff9f]$/u;
const unspaced = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const wordCharacter = /^[\p{L}\p{M}\p{N}]$/u;
const pictograph = /^\p{Extended_Pictographic}$/u;
const ignored = /^(?:\u034f|\u200d|[\u00ad\u200c\u2060\ufeff])$/u;
/** Marks that only choose how the character before them is drawn. */
const variation = /^[\u20e3\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u;

/** The class of a code point from the Unicode properties of the runtime. */
function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (ignored.test(character)) return IGNORED;
  if (variation.test(character)) return 0;
  if (kanaMark.test(character)) return IDEOGRAPH;
  if (!wordCharacter.test(character)) return pictograph.test(character) ? PICTOGRAPH : 0;
  if (ideograph.test(character)) return IDEOGRAPH;
  return unspaced.test(character) ? UNSPACED : OTHER_WORD;
}

/** Classes by blocks of 256 code units, made when a text first needs them: a table of everything would cost each start. */
const pages: (Uint16Array | undefined)[] = [];

/** The class of the character that begins with `unit`, a code unit outside ASCII, at `at`. */
export function classAt(text: string, at: number, unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdbff) {
    const codePoint = text.codePointAt(at) as number;
    return codePoint > 0xffff ? classify(codePoint) : 0;
  }
  const page = pages[unit >> 8] ?? makePage(unit >> 8);
  return page[unit & 255] as number;
}

function makePage(number: number): Uint16Array {
  const page = new Uint16Array(256);
  const surrogates = number >= 0xd8 && number <= 0xdf;
  if (!surrogates) for (let low = 0; low < 256; low++) page[low] = classify((number << 8) | low);
  pages[number] = page;
  return page;
}
