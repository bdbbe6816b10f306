/** Destinations, titles and labels of links and definitions. Each function gives the offset behind what it reads, or −1. */
import { isPunctuation, isSpace, skipBlanks, skipSpaces } from "./characters.ts";
import { lookAhead, unit } from "./memory.ts";

/** Where the destination and the title that were read last begin and end; a title without a beginning is none. */
export let destinationStart: i32 = 0;
export let destinationEnd: i32 = 0;
export let titleStart: i32 = -1;
export let titleEnd: i32 = -1;

/** How deep parentheses may be nested. */
const maximumNesting: i32 = 32;

/** Units that a label may have. */
const maximumLabel: i32 = 999;

export function readDestination(at: i32, end: i32): i32 {
  if (at >= end) return -1;
  return unit(at) === 0x3c ? readEnclosed(at + 1, end) : readRaw(at, end);
}

/** Counts what was looked at from `start` to `at` and gives `result`. */
function after(start: i32, at: i32, result: i32): i32 {
  lookAhead(at - start);
  return result;
}

function readEnclosed(at: i32, end: i32): i32 {
  destinationStart = at;
  for (; at < end; at += 1) {
    const code = unit(at);
    if (code === 0x3e) {
      destinationEnd = at;
      return at + 1;
    }
    if (code === 0x3c || code === 0x0a || code === 0x0d) break;
    if (code === 0x5c && isEscapable(unit(at + 1))) at += 1;
  }
  return after(destinationStart, at, -1);
}

/** `<`, `>` and the backslash. */
function isEscapable(code: i32): bool {
  return code === 0x3c || code === 0x3e || code === 0x5c;
}

function readRaw(at: i32, end: i32): i32 {
  destinationStart = at;
  let nesting = 0;
  for (; at < end; at += 1) {
    const code = unit(at);
    if (nesting === 0 && (code === 0x29 || isSpace(code))) break;
    if (code <= 0x20 || code === 0x7f) return after(destinationStart, at, -1);
    if (code === 0x28) {
      nesting += 1;
      if (nesting >= maximumNesting) return after(destinationStart, at, -1);
    } else if (code === 0x29) {
      nesting -= 1;
    } else if (code === 0x5c && isParenthesisOrBackslash(unit(at + 1)) && at + 1 < end) {
      at += 1;
    }
  }
  destinationEnd = at;
  return after(destinationStart, at, nesting === 0 ? at : -1);
}

function isParenthesisOrBackslash(code: i32): bool {
  return code === 0x28 || code === 0x29 || code === 0x5c;
}

/** Whether a unit begins a title. */
export function beginsTitle(code: i32): bool {
  return code === 0x22 || code === 0x27 || code === 0x28;
}

/** Reads a title; one that goes on in another line gives −2. */
export function readTitle(at: i32, end: i32): i32 {
  const opening = unit(at);
  const closing = opening === 0x28 ? 0x29 : opening;
  at += 1;
  titleStart = at;
  let lines = 0;
  for (; at < end; at += 1) {
    const code = unit(at);
    if (code === closing) {
      titleEnd = at;
      return after(titleStart, at, lines > 0 ? -2 : at + 1);
    }
    if (code === 0x0a) lines += 1;
    if (code === 0x5c && (unit(at + 1) === closing || unit(at + 1) === 0x5c)) at += 1;
  }
  return after(titleStart, at, -1);
}

/** Reads `(destination "title")` from behind the parenthesis on; −2 for one that is not read here. */
export function readResource(at: i32, end: i32): i32 {
  titleStart = -1;
  titleEnd = -1;
  at = skipSpaces(at, end);
  if (at < end && unit(at) === 0x29) {
    destinationStart = at;
    destinationEnd = at;
    return at + 1;
  }
  at = readDestination(at, end);
  if (at < 0) return -1;
  const next = skipSpaces(at, end);
  if (next < end && next > at && beginsTitle(unit(next))) {
    at = readTitle(next, end);
    if (at < 0) return at;
    at = skipSpaces(at, end);
  } else {
    at = next;
  }
  return at < end && unit(at) === 0x29 ? at + 1 : -1;
}

/** The offset of the bracket that ends a label which begins at `at`, behind its bracket; −1 where it is no label. */
export function labelEnd(at: i32, end: i32): i32 {
  const start = at;
  let hasText = false;
  for (; at < end && at - start <= maximumLabel; at += 1) {
    const code = unit(at);
    if (code === 0x5d) return hasText ? at : -1;
    if (code === 0x5b) return -1;
    if (!isSpace(code)) hasText = true;
    if (code === 0x5c && (unit(at + 1) === 0x5b || unit(at + 1) === 0x5c || unit(at + 1) === 0x5d)) at += 1;
  }
  return -1;
}

/** Reads ` destination "title"` up to the end of a line from behind a definition's colon on. */
export function readDefinition(at: i32, end: i32): i32 {
  titleStart = -1;
  titleEnd = -1;
  at = readDestination(skipBlanks(at, end), end);
  if (at < 0 || destinationStart === end) return -1;
  const next = skipBlanks(at, end);
  if (next === end) return at;
  if (next === at || !beginsTitle(unit(next))) return -1;
  at = readTitle(next, end);
  return at >= 0 && skipBlanks(at, end) === end ? at : -1;
}

/** Whether a backslash at an offset escapes what follows. */
export function isEscape(at: i32, end: i32): bool {
  return at + 1 < end && isPunctuation(unit(at + 1));
}
