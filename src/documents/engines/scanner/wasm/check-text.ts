/** Finds texts that are not read here at all, with NUL, byte order marks or carriage returns that stand alone; and finds line ends. */
import { giveUp, length, textBase, unit } from "./memory.ts";

/** Looks at eight units at a time, and at each of them only where one may be special. */
export function checkText(): void {
  const end = length & ~7;
  for (let at = 0; at < end; at += 8) {
    const units = v128.load(textBase + ((<usize>at) << 1));
    const special = v128.or(
      v128.or(i16x8.eq(units, i16x8.splat(0x0d)), i16x8.eq(units, i16x8.splat(0))),
      i16x8.eq(units, i16x8.splat(<i16>0xfeff)),
    );
    if (v128.any_true(special)) for (let index = at; index < at + 8; index += 1) checkUnit(index);
  }
  for (let at = end; at < length; at += 1) checkUnit(at);
}

function checkUnit(at: i32): void {
  const code = unit(at);
  if (code === 0x0d) {
    if (unit(at + 1) !== 0x0a) giveUp(1);
  } else if (code === 0 || code === 0xfeff) {
    giveUp(2);
  }
}

/** The offset of the first line feed from `at` on, or of the end of the text. */
export function lineFeedFrom(at: i32): i32 {
  const lineFeeds = i16x8.splat(0x0a);
  while (at + 8 <= length) {
    const units = v128.load(textBase + ((<usize>at) << 1));
    const found = i16x8.bitmask(i16x8.eq(units, lineFeeds));
    if (found !== 0) return at + ctz(found);
    at += 8;
  }
  while (at < length && unit(at) !== 0x0a) at += 1;
  return at;
}
