/** Turns the UTF-8 of a text into UTF-16, whose units JavaScript counts in. */
import { bytesPlace, giveUp, textBase } from "./memory.ts";

/** Where the next byte is read, and where the next unit is written. */
let from: usize = 0;
let to: usize = 0;

/** Whether there are characters that stand for what is no text, as in UTF-8 half a pair in JavaScript does. */
export let hasReplacement: bool = false;

/** Puts a text of `units` units, whose `size` bytes were put where `bytesPlace` tells, in its place. */
export function widenText(units: i32, size: i32): void {
  from = bytesPlace(units);
  to = textBase;
  hasReplacement = false;
  const end = from + <usize>size;
  while (from < end) {
    while (from + 16 <= end && widenAscii()) {}
    if (from < end) widenCharacter();
  }
  if (to !== textBase + ((<usize>units) << 1)) giveUp(3);
}

/** Widens sixteen bytes, unless there are others than ASCII among them. */
function widenAscii(): bool {
  const bytes = v128.load(from);
  if (i8x16.bitmask(bytes) !== 0) return false;
  v128.store(to, i16x8.extend_low_i8x16_u(bytes));
  v128.store(to, i16x8.extend_high_i8x16_u(bytes), 16);
  from += 16;
  to += 32;
  return true;
}

function byteAt(index: usize): i32 {
  return <i32>load<u8>(from + index) & 0x3f;
}

function widenCharacter(): void {
  const first = <i32>load<u8>(from);
  if (first < 0x80) put(first, 1);
  else if (first < 0xe0) put(((first & 0x1f) << 6) | byteAt(1), 2);
  else if (first < 0xf0) put(((first & 0x0f) << 12) | (byteAt(1) << 6) | byteAt(2), 3);
  else putPair((((first & 0x07) << 18) | (byteAt(1) << 12) | (byteAt(2) << 6) | byteAt(3)) - 0x10000);
}

function put(code: i32, bytes: usize): void {
  if (code === 0xfffd) hasReplacement = true;
  store<u16>(to, <u16>code);
  to += 2;
  from += bytes;
}

/** Two units for a character beyond the basic plane. */
function putPair(rest: i32): void {
  store<u16>(to, <u16>(0xd800 | (rest >> 10)));
  store<u16>(to, <u16>(0xdc00 | (rest & 0x3ff)), 2);
  to += 4;
  from += 4;
}
