/** Escapes and entities. */
import { constantLength, constantUnit, isAlphanumeric, isDigit, isPunctuation, lower } from "./characters.ts";
import { giveUp, unit } from "./memory.ts";

/** Names of entities that are read here, between blanks; a text with others is left to other parsers. */
const names: string =
  " amp lt gt quot apos nbsp copy reg trade mdash ndash hellip lsquo rsquo ldquo rdquo laquo raquo middot bull times deg larr rarr uarr darr le ge ne emsp ensp thinsp shy vert euro pound sect para plusmn frac12 check lbrack rbrack lcub rcub ast num ";

/** The longest name of an entity, and the most digits of a number. */
const longestName: i32 = 31;

/** The offset behind the entity that `&` at an offset begins, or `at + 1` where it begins none. */
export function entityEnd(at: i32, end: i32): i32 {
  if (unit(at + 1) === 0x23) return numberEnd(at, end);
  let stop = at + 1;
  while (stop < end && stop - at <= longestName && isAlphanumeric(unit(stop))) stop += 1;
  if (stop === at + 1 || stop >= end || unit(stop) !== 0x3b) return at + 1;
  if (!isKnown(at + 1, stop)) giveUp(80);
  return stop + 1;
}

function isKnown(start: i32, end: i32): bool {
  const size = end - start;
  for (let at = 0; at + size + 1 < constantLength(names); at += 1) {
    if (constantUnit(names, at) !== 0x20) continue;
    let index = 0;
    while (index < size && constantUnit(names, at + 1 + index) === unit(start + index)) index += 1;
    if (index === size && constantUnit(names, at + 1 + size) === 0x20) return true;
  }
  return false;
}

function numberEnd(at: i32, end: i32): i32 {
  const isHexadecimal = at + 2 < end && lower(unit(at + 2)) === 0x78;
  let stop = isHexadecimal ? at + 3 : at + 2;
  const start = stop;
  let value = 0;
  while (stop < end && stop - start < 8) {
    const digit = digitValue(unit(stop), isHexadecimal);
    if (digit < 0) break;
    value = value * (isHexadecimal ? 16 : 10) + digit;
    stop += 1;
  }
  if (stop === start || stop >= end || unit(stop) !== 0x3b) return at + 1;
  if (stop - start > 5 || !isUsual(value)) giveUp(81);
  return stop + 1;
}

function digitValue(code: i32, isHexadecimal: bool): i32 {
  if (isDigit(code)) return code - 0x30;
  const letter = lower(code);
  return isHexadecimal && letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Whether a number is that of a character which becomes no part of a literal or of its surroundings. */
function isUsual(value: i32): bool {
  if (value >= 0x80) return value >= 0xa0 && value < 0xd800;
  if (value === 0x40 || value === 0x5f || (value >= 0x2b && value <= 0x2f) || value === 0x3a) return value === 0x2c;
  return isPunctuation(value);
}

/** Looks at the entities of a destination or title. */
export function checkEntities(at: i32, end: i32): void {
  while (at < end) at = unit(at) === 0x26 ? entityEnd(at, end) : at + 1;
}

/** Gives up where a character that is escaped would make a literal of the text around it. */
export function checkEscape(at: i32): void {
  const code = unit(at + 1);
  if (code === 0x40) checkEscapedAt(at);
  if (code !== 0x2e && code !== 0x3a && code !== 0x2f) return;
  const before = lower(unit(at - 1));
  if (before === 0x77 || before === 0x70 || before === 0x73 || before === 0x3a || before === 0x2f) giveUp(83);
}

/** Gives up where an escaped `@` may be that of an address. */
function checkEscapedAt(at: i32): void {
  const before = unit(at - 1);
  if (!isAlphanumeric(before) && before !== 0x2b && before !== 0x2d && before !== 0x2e && before !== 0x5f) return;
  let stop = at + 2;
  while (isAlphanumeric(unit(stop)) || unit(stop) === 0x2d || unit(stop) === 0x5f) stop += 1;
  const code = unit(stop);
  const next = unit(stop + 1);
  if (code === 0x2e || code === 0x26 || (code === 0x5c && (next === 0x2e || next === 0x2d || next === 0x5f)))
    giveUp(82);
}
