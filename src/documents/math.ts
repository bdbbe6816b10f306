/** Finds math: `$…$` within a line, `$$…$$` also over several. */
import { isBlank, isEscaped, isLetterOrDigit, isLineEnd } from "./character-class.ts";
import { marksPair, nextUnmasked } from "./mark-pairs.ts";
import {
  appendRange,
  createRanges,
  firstRangeAfter,
  noRanges,
  type OpaqueRanges,
  opaque,
  opaqueEndAt,
} from "./opaque-ranges.ts";

const DOLLAR = 36;

/**
 * Ranges of math from `from` on, dollar signs included. A `$` opens before a character that is no blank and not after a letter or digit;
 * it closes after one that is no blank and not before a letter or digit. So prices, variables and globs stay text.
 */
export function findMath(text: string, from: number, mask: OpaqueRanges): OpaqueRanges {
  if (!text.includes("$", from)) return noRanges;
  const found = createRanges();
  /** The first closing `$` at or after the place that was looked at last; closing does not depend on what opened. */
  let closer = -1;
  let open = nextUnmasked(text, "$", from, mask);
  while (open !== -1) {
    let end = open + 1;
    if (text.charCodeAt(open + 1) === DOLLAR) {
      end = displayEnd(text, open, mask);
      if (end > 0) appendRange(found, open, end, opaque.math);
      else end = -end;
    } else if (opens(text, open)) {
      if (closer < open + 2) closer = nextCloser(text, open + 2, mask);
      if (closer === -1) closer = text.length;
      if (closer < text.length && isFormula(text, open, closer, mask)) {
        end = closer + 1;
        appendRange(found, open, end, opaque.math);
      }
    }
    open = nextUnmasked(text, "$", end, mask);
  }
  return found;
}

/** The end of `$$…$$` that opens at `open`; the negated place to go on at when nothing closes it. */
function displayEnd(text: string, open: number, mask: OpaqueRanges): number {
  let body = open + 2;
  while (text.charCodeAt(body) === DOLLAR) body++;
  if (body > open + 2 || isEscaped(text, open)) return -body;
  const close = nextUnmasked(text, "$$", body, mask);
  if (close === -1) return -body;
  return marksPair({ text, open, close, closesAlone: true }) ? close + 2 : -body;
}

function opens(text: string, offset: number): boolean {
  const next = text.charCodeAt(offset + 1);
  if (isBlank(next) || isLineEnd(next)) return false;
  return offset === 0 || (!isLetterOrDigit(text.charCodeAt(offset - 1)) && !isEscaped(text, offset));
}

function nextCloser(text: string, from: number, mask: OpaqueRanges): number {
  let at = nextUnmasked(text, "$", from, mask);
  while (at !== -1) {
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(at + 1);
    const tight = !isBlank(before) && !isLineEnd(before) && before !== DOLLAR && before !== 40;
    if (tight && after !== DOLLAR && !(after < 0xd800 && isLetterOrDigit(after)) && !isEscaped(text, at)) return at;
    at = nextUnmasked(text, "$", at + 1, mask);
  }
  return -1;
}

const operator = /[=+^_\\<>*/]/;
/** Longest inline formula, in code units: keeps a line of a thousand dollar signs linear. */
const maximumFormula = 500;

/** Whether what stands between is on one line, has no code in it and is not the text between two prices. */
function isFormula(text: string, open: number, close: number, mask: OpaqueRanges): boolean {
  if (close - open > maximumFormula) return false;
  let blank = false;
  for (let index = open + 1; index < close; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) return false;
    if (isBlank(unit)) blank = true;
  }
  const range = firstRangeAfter(mask, open);
  if ((mask.starts[range] ?? close) < close && opaqueEndAt(mask, mask.starts[range] as number, opaque.code) !== -1) {
    return false;
  }
  const first = text.charCodeAt(open + 1);
  return !(blank && first >= 48 && first <= 57) || operator.test(text.slice(open + 1, close));
}
