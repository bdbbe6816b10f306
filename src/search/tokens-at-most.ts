/** How many tokens a text costs a model at most. */

/** A line break with the blanks around it; blanks; a word; up to three digits; marks. A single blank belongs to the word behind it. */
const pieces = /\s*[\r\n]+|[^\S\r\n]+|[\p{L}\p{M}]+|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]+/gu;

/** Letters of a word that are one token. */
const lettersOfToken = 4;
const marksOfToken = 4;

/** Runs of one mark, as in a rule or the frame of a table. */
const oneMark = /^(.)\1{3,}$/su;

/**
 * A bound on what current tokenizers count, without their tables: they split a text as is done here and make of each piece one token or
 * a few. A word costs a token for four letters of ASCII, another alphabet one for two letters, ideographs, kana and Hangul three for two,
 * a pictograph three; a mark costs one. An estimate on the high side for ordinary prose; texts of rare strings may cost a model more.
 */
export function tokensAtMost(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) tokens += costOf(piece);
  return tokens;
}

function costOf(piece: string): number {
  if (/^\s/u.test(piece)) return piece === " " ? 0 : 1 + Math.floor(piece.length / 16);
  if (/^[A-Za-z]/.test(piece) && /^[A-Za-z]+$/.test(piece)) return Math.ceil(piece.length / lettersOfToken);
  if (/^\p{N}/u.test(piece)) return /^\d+$/.test(piece) ? 1 : 3;
  if (/^[\p{L}\p{M}]/u.test(piece)) return Math.ceil(lettersCost(piece));
  if (oneMark.test(piece)) return Math.ceil(piece.length / marksOfToken);
  let tokens = 0;
  for (const mark of piece) tokens += mark.charCodeAt(0) < 0x80 ? 1 : mark.length > 1 ? 3 : 2;
  return tokens;
}

function lettersCost(piece: string): number {
  let tokens = 0;
  for (const letter of piece) {
    const unit = letter.charCodeAt(0);
    if (unit < 0x80) tokens += 1 / 3;
    else if (unit < 0x600) tokens += 1 / 2;
    else tokens += letter.length > 1 ? 3 : 1.5;
  }
  return tokens;
}
