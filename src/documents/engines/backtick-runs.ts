/** Finds the runs of backticks of a block and which one would close which. */
import type { TextRange } from "../markdown-engine.ts";

export interface BacktickRun {
  readonly start: number;
  readonly end: number;
  /** Index of the next run of the same length, which closes this one when it opens code; −1 for none. */
  readonly closing: number;
}

export function backtickRuns(text: string, block: TextRange): BacktickRun[] {
  const places: { start: number; end: number }[] = [];
  for (const match of text.slice(block.start, block.end).matchAll(/`+/g)) {
    const start = block.start + match.index;
    places.push({ start, end: start + match[0].length });
  }
  const runs: BacktickRun[] = [];
  const nextOfLength = new Map<number, number>();
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const { start, end } = places[index]!;
    runs.push({ start, end, closing: nextOfLength.get(end - start) ?? -1 });
    nextOfLength.set(end - start, index);
  }
  return runs.reverse();
}
