/** The marks with which list items and thematic breaks begin. */
import { isBlank, isDigit, skipBlanks } from "./characters.ts";
import { giveUp, unit } from "./memory.ts";

/** What `readMarker` found: the bullet, or what follows the number; its length; how much belongs to it with the blanks behind. */
export let marker: i32 = 0;
export let markerLength: i32 = 0;
export let prefixLength: i32 = 0;
/** Whether nothing follows it on its line. */
export let isEmptyItem: bool = false;
/** Whether it may interrupt a paragraph. */
export let isStrong: bool = false;

/** Whether a marker stands at an offset. */
export function readMarker(at: i32, end: i32): bool {
  const code = unit(at);
  let length = 1;
  isStrong = true;
  if (code === 0x2d || code === 0x2a) {
    if (isThematicBreak(at, end)) return false;
  } else if (code !== 0x2b) {
    length = numberLength(at, end);
    if (length === 0) return false;
    isStrong = length === 2 && code === 0x31;
  }
  const after = at + length;
  if (after < end && !isBlank(unit(after))) return false;
  marker = unit(after - 1);
  markerLength = length;
  readPrefix(after, end);
  return true;
}

/** Digits and what ends them; 0 for none. */
function numberLength(at: i32, end: i32): i32 {
  let next = at;
  while (next < end && next - at < 10 && isDigit(unit(next))) next += 1;
  const digits = next - at;
  if (digits === 0 || digits > 9 || next >= end) return 0;
  const code = unit(next);
  return code === 0x2e || code === 0x29 ? digits + 1 : 0;
}

function readPrefix(after: i32, end: i32): void {
  const text = skipBlanks(after, end);
  isEmptyItem = text >= end;
  prefixLength = markerLength;
  if (isEmptyItem) {
    isStrong = false;
    return;
  }
  for (let at = after; at < text; at += 1) if (unit(at) === 0x09) giveUp(20);
  prefixLength += text - after > 4 ? 1 : text - after;
}

/** Whether a line from `at` on is three or more of `*`, `-` or `_` and blanks. */
export function isThematicBreak(at: i32, end: i32): bool {
  const code = unit(at);
  if (code !== 0x2a && code !== 0x2d && code !== 0x5f) return false;
  let count = 0;
  for (; at < end; at += 1) {
    const next = unit(at);
    if (next === code) count += 1;
    else if (!isBlank(next)) return false;
  }
  return count >= 3;
}
