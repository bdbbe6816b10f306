/** Where everything lies in the module's memory, and how it grows. Nothing is allocated one by one: each text uses the same places again. */

/** Classes of the characters below 128, one byte each. */
export const classes: usize = 0x1000;

/** Open containers: as many as `maximumContainers`, of `containerSize` bytes. */
export const containerBase: usize = 0x1100;
export const containerSize: usize = 48;
export const maximumContainers: i32 = 24;

/** Where the next run of so many backticks was looked for in vain, one word for each length. */
export const backticks: usize = 0x1800;

/** Open brackets of the inline content that is read. */
export const bracketBase: usize = 0x2000;
export const bracketSize: usize = 32;
export const maximumBrackets: i32 = 256;

/** Marks of the inline content that is read. */
export const tokenBase: usize = 0x10000;
export const tokenSize: usize = 24;
export const maximumTokens: i32 = 8192;

/** Definitions by their label: a hash table of places of rows. */
export const labelTable: usize = 0x50000;
export const labelSlots: i32 = 4096;

/** The text, two bytes a unit. */
export const textBase: usize = 0x60000;

/** Units that were looked at ahead of where the text is read, in search of something that may not be there. */
let lookedAhead: i32 = 0;

/** Units in the text. */
export let length: i32 = 0;

/** Where the next row is written. */
export let top: usize = 0;

/** Whether the text is left to another parser; the number tells why. */
export let doubt: i32 = 0;

export function giveUp(reason: i32): void {
  if (doubt === 0) doubt = reason;
}

/** Makes room for a text and gives the place for its UTF-8, which has up to three bytes a unit. */
export function reserveText(units: i32): usize {
  const place = bytesPlace(units);
  ensure(place + <usize>units * 3 + 64);
  return place;
}

/** The UTF-8 of a text lies behind the place for its units. */
export function bytesPlace(units: i32): usize {
  return (textBase + ((<usize>units) << 1) + 79) & ~15;
}

/**
 * Counts units that were looked at ahead. A text in which they are many for its length is left to another parser, so that time stays in
 * proportion to length.
 */
export function lookAhead(units: i32): void {
  lookedAhead += units;
  if (lookedAhead > (length << 3) + 0x10000) giveUp(4);
}

/** Begins with a text. */
export function beginText(): void {
  lookedAhead = 0;
  doubt = 0;
}

/** Begins with the rows of a text that has been put in its place. */
export function endText(units: i32): void {
  length = units;
  const end = textBase + ((<usize>units) << 1);
  memory.fill(end, 0, 48);
  top = (end + 63) & ~15;
}

/** Grows the memory so that bytes up to `end` can be written. */
export function ensure(end: usize): void {
  const size = (<usize>memory.size()) << 16;
  if (end <= size) return;
  const missing = (end - size + 0xffff) >> 16;
  const wanted = missing + (size >> 18);
  if (memory.grow(<i32>wanted) < 0 && memory.grow(<i32>missing) < 0) unreachable();
}

/** Makes room for a row of so many words at the top, and gives its place. */
export function addRow(words: i32): usize {
  const at = top;
  top = at + ((<usize>words) << 2);
  ensure(top);
  return at;
}

/** Takes back all rows from a place on. */
export function cutRows(at: usize): void {
  top = at;
}

/** The unit at an offset; 0 for some way past the end. */
export function unit(offset: i32): i32 {
  return <i32>load<u16>(textBase + ((<usize>offset) << 1));
}

/** Puts a blank over a unit that is no part of the inline content around it. */
export function blankOut(offset: i32): void {
  store<u16>(textBase + ((<usize>offset) << 1), 0x20);
}

export function word(at: usize, index: i32): i32 {
  return load<i32>(at + ((<usize>index) << 2));
}

export function setWord(at: usize, index: i32, value: i32): void {
  store<i32>(at + ((<usize>index) << 2), value);
}
