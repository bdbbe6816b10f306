/** Finds code in the source of MDX, before tags are taken out of it: fences at any indentation, and code spans. */
import { isBlank, isLineEnd } from "./character-class.ts";
import { appendRange, createRanges, type OpaqueRanges, opaque } from "./opaque-ranges.ts";

const BACKTICK = 96;
const TILDE = 126;
/** Longest code span, in code units: keeps unmatched backticks linear. */
const maximumSpan = 1_000;

/** Ranges of fenced code and code spans from `from` on, in order. */
export function findSourceCode(text: string, from: number): OpaqueRanges {
  const found = createRanges();
  let line = from;
  let backtick = -1;
  while (line < text.length) {
    if (backtick < line) backtick = text.indexOf("`", line);
    if (backtick === -1) backtick = text.length;
    const fence = fenceAt(text, line);
    if (fence === undefined) {
      const end = lineEnd(text, line);
      line = backtick < end ? addSpans(text, backtick, end, found) : end;
    } else {
      const end = fenceEnd(text, fence);
      appendRange(found, line, end, opaque.code);
      line = end;
    }
  }
  return found;
}

interface Fence {
  readonly unit: number;
  readonly length: number;
  readonly end: number;
}

function lineEnd(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at === -1 ? text.length : at + 1;
}

/** The fence that a line begins with; one of backticks has none in its information string. */
function fenceAt(text: string, line: number): Fence | undefined {
  let start = line;
  while (isBlank(text.charCodeAt(start)) || text.charCodeAt(start) === 62) start++;
  const unit = text.charCodeAt(start);
  if (unit !== BACKTICK && unit !== TILDE) return undefined;
  let end = start;
  while (text.charCodeAt(end) === unit) end++;
  if (end - start < 3) return undefined;
  const next = lineEnd(text, end);
  if (unit === BACKTICK && text.slice(end, next).includes("`")) return undefined;
  return { unit, length: end - start, end: next };
}

/** Where a fence ends: after the closing line, or at the end of the text. */
function fenceEnd(text: string, fence: Fence): number {
  let line = fence.end;
  while (line < text.length) {
    const next = lineEnd(text, line);
    let start = line;
    while (isBlank(text.charCodeAt(start)) || text.charCodeAt(start) === 62) start++;
    let end = start;
    while (text.charCodeAt(end) === fence.unit) end++;
    if (end - start >= fence.length) {
      while (isBlank(text.charCodeAt(end))) end++;
      if (isLineEnd(text.charCodeAt(end))) return next;
    }
    line = next;
  }
  return text.length;
}

/** Adds the code spans that start in [at, end), a part of a line that begins with a backtick; gives where the next line begins. */
function addSpans(text: string, first: number, end: number, found: OpaqueRanges): number {
  let at = first;
  let last = end;
  while (at !== -1 && at < end) {
    let open = at;
    while (text.charCodeAt(open) === BACKTICK) open++;
    const close = text.charCodeAt(at - 1) === 92 ? -1 : spanEnd(text, open, open - at);
    if (close !== -1) {
      appendRange(found, at, close, opaque.code);
      last = Math.max(last, close);
    }
    at = text.indexOf("`", close === -1 ? open : close);
  }
  return last === end ? end : lineEnd(text, last);
}

/** The end of the code span that a run of `length` backticks opened before `from`; −1 when the paragraph has no such run. */
function spanEnd(text: string, from: number, length: number): number {
  let run = 0;
  let blankSince = -1;
  for (let index = from; index <= text.length && index < from + maximumSpan; index++) {
    const unit = text.charCodeAt(index);
    if (unit === BACKTICK) {
      run++;
      blankSince = -1;
      continue;
    }
    if (run === length) return index;
    run = 0;
    if (unit === 10 && blankSince !== -1) return -1;
    if (unit === 10) blankSince = index;
    else if (!isBlank(unit) && unit !== 13) blankSince = -1;
  }
  return -1;
}
