/** The module's functions: put a text in its place, have it read, and read the rows. */
import { isLong, readBlocks } from "./blocks.ts";
import { fillClasses } from "./characters.ts";
import { checkText } from "./check-text.ts";
import { readContents } from "./contents.ts";
import { resetLabels } from "./labels.ts";
import * as memory from "./memory.ts";
import { hasReplacement, widenText } from "./widen.ts";

/** Makes room for a text of so many units and gives where its UTF-8 is to be put. */
export function reserve(units: i32): usize {
  return memory.reserveText(units);
}

/**
 * Reads the text of so many units, whose UTF-8 of so many bytes was put in its place, and gives where its rows begin; 0 where the text is left
 * to another parser.
 */
export function scan(units: i32, bytes: i32): usize {
  memory.beginText();
  widenText(units, bytes);
  memory.endText(units);
  fillClasses();
  resetLabels();
  checkText();
  if (memory.doubt !== 0) return 0;
  const blocks = memory.top;
  readBlocks();
  if (memory.doubt !== 0) return 0;
  const end = memory.top;
  readContents(blocks, end);
  return memory.doubt !== 0 ? 0 : end;
}

/** Where the rows end. */
export function rowsEnd(): usize {
  return memory.top;
}

/**
 * What else has to be looked at, as bits. 1: the text has so long or so deep blocks that what is done to hostile texts may change it.
 * 2: it has characters that may be unpaired halves of others.
 */
export function flags(): i32 {
  return (isLong ? 1 : 0) | (hasReplacement ? 2 : 0);
}

/** Why the last text was left to another parser. */
export function reason(): i32 {
  return memory.doubt;
}
