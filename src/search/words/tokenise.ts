/**
 * Text to tokens, the same for what is indexed and what is asked.
 *
 * A word is a run of letters, marks and digits. An identifier (`maxRetryCount`, `max_retry_count`, `ADR-016`, `2026.4.10`, `C++`) gives
 * its words and, as an extra token, the whole. A run of ideographs gives its characters and, as extra tokens, each pair of neighbours.
 * A run of Thai, Lao, Khmer or Burmese gives what `Intl.Segmenter` takes for words. A pictograph is a word.
 */
import {
  asciiClasses,
  classAt,
  DIGIT,
  IDEOGRAPH,
  IGNORED,
  JOINER,
  LOWER,
  OTHER_WORD,
  PICTOGRAPH,
  UNSPACED,
  UPPER,
  WORD,
} from "./character-classes.ts";

/** Set for a token that needs `foldWord`; without it, lower-casing ASCII is all that folding would do. */
export const FOLDED = 1;
/** Set for a token that only repeats others: the whole of an identifier, a pair of ideographs. It takes no place of its own. */
export const EXTRA = 2;
/** Set for ideographs, single and in pairs. */
export const IDEOGRAPHIC = 4;

/** Longest identifier, in code units, that is also kept whole: what is longer is no name but data. */
export const maximumIdentifierLength = 128;

/** Tokens as ranges of the scanned text, in arrays that are used again and again. An extra token stands behind the first of the tokens that it repeats. */
export class TokenSpans {
  count = 0;
  starts: Int32Array = new Int32Array(1024);
  ends: Int32Array = new Int32Array(1024);
  /** {@link hashOf} of the token; 0 where it is {@link FOLDED}. */
  hashes: Int32Array = new Int32Array(1024);
  flags: Uint8Array = new Uint8Array(1024);

  push(start: number, end: number, hash: number, flags: number): void {
    const index = this.count++;
    if (index === this.starts.length) this.grow();
    this.starts[index] = start;
    this.ends[index] = end;
    this.hashes[index] = hash;
    this.flags[index] = flags;
  }

  private grow(): void {
    const length = this.starts.length * 2;
    this.starts = enlarged(this.starts, new Int32Array(length));
    this.ends = enlarged(this.ends, new Int32Array(length));
    this.hashes = enlarged(this.hashes, new Int32Array(length));
    this.flags = enlarged(this.flags, new Uint8Array(length));
  }
}

function enlarged<Kind extends Int32Array | Uint8Array>(from: Kind, to: Kind): Kind {
  to.set(from);
  return to;
}

/** Start value and factor of the hash of tokens (FNV-1a over code units). */
const hashSeed: number = 0x811c9dc5 | 0;
const hashFactor = 0x01000193;

/** Set in every small letter of ASCII, and clear in its capital: a hash with it is the same for both. */
const LOWER_BIT = 32;

/** The hash of a part of a text, the same for any case of ASCII letters. */
export function hashOf(text: string, start: number, end: number): number {
  let hash = hashSeed;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit < 128 ? unit | LOWER_BIT : unit), hashFactor);
  }
  return hash;
}

/** Appends the tokens of `text` from `start` to `end` to `spans`. */
export function scanTokens(text: string, start: number, end: number, spans: TokenSpans): void {
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit >= 128) {
      at = scanOther(text, at, end, unit, spans);
      continue;
    }
    const kind = asciiClasses[unit] as number;
    if ((kind & WORD) === 0) {
      at++;
      continue;
    }
    // Nearly all words are ASCII, in one case, and end at a plain separator: those are done here, all others in `scanIdentifier`.
    let hash = Math.imul(hashSeed ^ (unit | LOWER_BIT), hashFactor);
    let rest = 0;
    let stop = 0;
    let wordEnd = at + 1;
    for (; wordEnd < end; wordEnd++) {
      const next = text.charCodeAt(wordEnd);
      stop = next < 128 ? (asciiClasses[next] as number) : OTHER_WORD;
      if ((stop & ASCII_WORD) === 0) break;
      hash = Math.imul(hash ^ (next | LOWER_BIT), hashFactor);
      rest |= stop;
      stop = 0;
    }
    if (stop === 0 && ((rest & UPPER) === 0 || ((rest | kind) & LOWER) === 0)) {
      spans.push(at, wordEnd, hash, 0);
      at = wordEnd;
    } else at = scanIdentifier(text, at, end, spans);
  }
}

/** What begins with a character outside ASCII. Gives where it ends. */
function scanOther(text: string, at: number, end: number, unit: number, spans: TokenSpans): number {
  const kind = classAt(text, at, unit);
  if (kind === OTHER_WORD) return scanIdentifier(text, at, end, spans);
  if (kind === IDEOGRAPH) return scanIdeographs(text, at, end, spans);
  if (kind === UNSPACED) return scanUnspaced(text, at, end, spans);
  const next = at + (kind !== 0 && isLead(unit) ? 2 : 1);
  if (kind === PICTOGRAPH && next <= end) spans.push(at, next, 0, FOLDED);
  return next;
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** A name that is no longer is nothing without its suffix. */
const longestInitials = 2;

const ASCII_WORD = LOWER | UPPER | DIGIT;
const PLUS = 43;
const HASH = 35;
const APOSTROPHE = 39;
const LOWER_S = 115;
const CURLY_APOSTROPHE = 0x2019;

/** Words joined to one identifier, from the first word character on. Gives where it ends. */
function scanIdentifier(text: string, start: number, end: number, spans: TokenSpans): number {
  let at = start;
  let parts = 0;
  let seenAnywhere = 0;
  for (;;) {
    const partStart = at;
    let hash = hashSeed;
    let seen = 0;
    while (at < end) {
      const unit = text.charCodeAt(at);
      if (unit < 128) {
        const kind = asciiClasses[unit] as number;
        if ((kind & WORD) === 0) break;
        hash = Math.imul(hash ^ (unit | LOWER_BIT), hashFactor);
        seen |= kind;
        at++;
        continue;
      }
      const kind = classAt(text, at, unit);
      if ((kind & (OTHER_WORD | IGNORED)) === 0) break;
      seen |= OTHER_WORD;
      at = Math.min(end, at + (isLead(unit) ? 2 : 1));
    }
    if ((seen & OTHER_WORD) !== 0) spans.push(partStart, at, 0, FOLDED);
    else if ((seen & UPPER) !== 0 && (seen & LOWER) !== 0) pushMixedCase(text, partStart, at, hash, spans);
    else spans.push(partStart, at, hash, 0);
    parts++;
    seenAnywhere |= seen;
    if (at >= end) break;
    const unit = text.charCodeAt(at);
    if (unit === PLUS || unit === HASH) {
      const suffixEnd = endOfSuffix(text, partStart, at, end);
      if (suffixEnd !== at) {
        pushSuffixed({ text, partStart, partEnd: at, suffixEnd, seen, spans });
        at = suffixEnd;
        if (isWordAt(text, at, end)) continue;
      }
    } else if (unit === APOSTROPHE || unit === CURLY_APOSTROPHE) {
      return afterContraction(text, at, end, parts > 1 ? { start, seen: seenAnywhere, spans } : undefined);
    }
    if (at < end && isJoinerAt(text, at) && isWordAt(text, at + 1, end)) at++;
    else break;
  }
  if (parts > 1) pushWhole(text, start, at, seenAnywhere, spans);
  return at;
}

function isJoinerAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && (asciiClasses[unit] as number) === JOINER;
}

function isWordAt(text: string, at: number, end: number): boolean {
  if (at >= end) return false;
  const unit = text.charCodeAt(at);
  const kind = unit < 128 ? (asciiClasses[unit] as number) : classAt(text, at, unit);
  return (kind & WORD) !== 0;
}

/** The whole of an identifier as an extra token, unless it is too long to be one. */
function pushWhole(text: string, start: number, end: number, seen: number, spans: TokenSpans): void {
  if (end - start > maximumIdentifierLength) return;
  if ((seen & OTHER_WORD) !== 0) spans.push(start, end, 0, FOLDED | EXTRA);
  else spans.push(start, end, hashOf(text, start, end), EXTRA);
}

/** `++` after a word, or `#` after one or two letters (`C#`, `F#`, `VB#`) with no word behind, belongs to a name. Gives where it ends. */
function endOfSuffix(text: string, partStart: number, at: number, end: number): number {
  if (text.charCodeAt(at) === PLUS) return at + 1 < end && text.charCodeAt(at + 1) === PLUS ? at + 2 : at;
  if (at - partStart > longestInitials || isWordAt(text, at + 1, end)) return at;
  for (let index = partStart; index < at; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 128 || ((asciiClasses[unit] as number) & DIGIT) !== 0) return at;
  }
  return at + 1;
}

/** `C++` and `C#` are words of their own, and `C` is none of theirs; a longer name (`notepad++`) is found without its suffix too. */
function pushSuffixed(found: {
  readonly text: string;
  readonly partStart: number;
  readonly partEnd: number;
  readonly suffixEnd: number;
  readonly seen: number;
  readonly spans: TokenSpans;
}): void {
  const { text, partStart, partEnd, suffixEnd, seen, spans } = found;
  const last = spans.count - 1;
  const isOneWord = spans.starts[last] === partStart && ((spans.flags[last] as number) & (EXTRA | FOLDED)) === 0;
  if (isOneWord && partEnd - partStart <= longestInitials) {
    spans.count = last;
    spans.push(partStart, suffixEnd, hashOf(text, partStart, suffixEnd), 0);
  } else pushWhole(text, partStart, suffixEnd, seen, spans);
}

/** `'s`, `'t`, `'re` … say nothing of their own: they are passed over. Any other word behind an apostrophe starts anew. */
function afterContraction(
  text: string,
  apostrophe: number,
  end: number,
  identifier: { readonly start: number; readonly seen: number; readonly spans: TokenSpans } | undefined,
): number {
  if (identifier !== undefined) pushWhole(text, identifier.start, apostrophe, identifier.seen, identifier.spans);
  let tail = apostrophe + 1;
  while (tail < end && tail - apostrophe <= 3 && isWordAt(text, tail, end)) tail++;
  const length = tail - apostrophe - 1;
  if (length === 0 || length > 2) return apostrophe + 1;
  return contractions.has(text.slice(apostrophe + 1, tail).toLowerCase()) ? tail : apostrophe + 1;
}

const contractions: ReadonlySet<string> = new Set(["s", "t", "d", "m", "re", "ve", "ll"]);

/** Splits `maxRetryCount` and `HTTPServer` where the case changes; the whole follows as an extra token. ASCII only. */
function pushMixedCase(text: string, start: number, end: number, hash: number, spans: TokenSpans): void {
  let wordStart = start;
  for (let at = start + 1; at < end; at++) {
    if (!isUpperAt(text, at)) continue;
    if (isUpperAt(text, at - 1) && !beginsWord(text, at, end)) continue;
    spans.push(wordStart, at, hashOf(text, wordStart, at), 0);
    wordStart = at;
  }
  if (wordStart === start) {
    spans.push(start, end, hash, 0);
    return;
  }
  spans.push(wordStart, end, hashOf(text, wordStart, end), 0);
  if (end - start <= maximumIdentifierLength) spans.push(start, end, hash, EXTRA);
}

/** Whether a capital after a capital begins the next word, as in `HTTPServer`; it does not in a plural (`RNAs`). */
function beginsWord(text: string, at: number, end: number): boolean {
  if (at + 1 >= end || ((asciiClasses[text.charCodeAt(at + 1)] as number) & LOWER) === 0) return false;
  return at + 2 !== end || text.charCodeAt(at + 1) !== LOWER_S;
}

function isUpperAt(text: string, at: number): boolean {
  return ((asciiClasses[text.charCodeAt(at)] as number) & UPPER) !== 0;
}

/** A run of ideographs: each character, and each pair of neighbours. */
function scanIdeographs(text: string, start: number, end: number, spans: TokenSpans): number {
  let at = start;
  let usual = true;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit < 128 || classAt(text, at, unit) !== IDEOGRAPH) break;
    usual &&= isUsual(unit);
    at += isLead(unit) ? 2 : 1;
  }
  if (at > end) at = end;
  if (usual) pushPlainIdeographs(text, start, at, spans);
  else pushUnusualIdeographs(text, start, at, spans);
  return at;
}

/** One code unit a character, and nothing to fold: Han, kana, Hangul syllables in their usual blocks. */
function isUsual(unit: number): boolean {
  return (
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fc) ||
    (unit >= 0x3400 && unit <= 0x4dbf) ||
    unit === 0x3005
  );
}

function pushPlainIdeographs(text: string, start: number, end: number, spans: TokenSpans): void {
  for (let at = start; at < end; at++) {
    const single = Math.imul(hashSeed ^ text.charCodeAt(at), hashFactor);
    spans.push(at, at + 1, single, IDEOGRAPHIC);
    if (at + 1 < end) {
      const pair = Math.imul(single ^ text.charCodeAt(at + 1), hashFactor);
      spans.push(at, at + 2, pair, IDEOGRAPHIC | EXTRA);
    }
  }
}

/** Half-width kana, conjoining jamo, rare Han: a character may be several code units, and folding decides what it is. */
function pushUnusualIdeographs(text: string, start: number, end: number, spans: TokenSpans): void {
  let previous = -1;
  let at = start;
  while (at < end) {
    let next = Math.min(end, at + (isLead(text.charCodeAt(at)) ? 2 : 1));
    while (next < end && continuesSyllable(text.charCodeAt(next))) next++;
    if (previous !== -1) spans.push(previous, next, 0, IDEOGRAPHIC | EXTRA | FOLDED);
    spans.push(at, next, 0, IDEOGRAPHIC | FOLDED);
    previous = at;
    at = next;
  }
}

/** Voicing marks of kana, and the vowels and final consonants of conjoining Hangul. */
function continuesSyllable(unit: number): boolean {
  return (
    unit === 0x3099 ||
    unit === 0x309a ||
    unit === 0xff9e ||
    unit === 0xff9f ||
    (unit >= 0x1160 && unit <= 0x11ff) ||
    (unit >= 0xd7b0 && unit <= 0xd7fb)
  );
}

let segmenter: Intl.Segmenter | undefined;

/** Words of scripts that are written without blanks. */
function scanUnspaced(text: string, start: number, end: number, spans: TokenSpans): number {
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit < 128 || (classAt(text, at, unit) & (UNSPACED | IGNORED)) === 0) break;
    at += isLead(unit) ? 2 : 1;
  }
  if (at > end) at = end;
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  for (const { segment, index } of segmenter.segment(text.slice(start, at)))
    spans.push(start + index, start + index + segment.length, 0, FOLDED);
  return at;
}
