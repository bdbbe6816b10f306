/** The place of a GFM literal (`www.…`, `https://…`, `a@b.c`) to which the parser gave no position; one rule for all engines. */
import type { TextRange } from "../markdown-engine.ts";

/**
 * Looks for the literal's text between `from` and `end`, the end of the block that it stands in. Where the source spells it otherwise
 * (an entity, a line's marker in between) it is taken to be anywhere up to the end of the block.
 */
export function literalRange(source: string, value: string, block: { from: number; end: number }): TextRange {
  const { from, end } = block;
  const at = source.slice(from, end).indexOf(value);
  if (value === "" || at < 0) return { start: from, end };
  return { start: from + at, end: from + at + value.length };
}
