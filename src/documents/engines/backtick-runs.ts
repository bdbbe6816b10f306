/** Finds the runs of backticks of a block and which one would close which. */
import type { TextRange } from "../markdown-engine.ts";

export interface BacktickRun {
  readonly start: number;
  readonly end: number;
  /** Index of the next run of the same length, which closes this one when it opens code; −1 for none. */
  readonly closing: number;
}

const run = /`+/g;

export function backtickRuns(text: string, block: TextRange): BacktickRun[] {
  const places: { start: number; end: number }[] = [];
  run.lastIndex = block.start;
  for (let match = run.exec(text); match !== null && match.index < block.end; match = run.exec(text)) {
    places.push({ start: match.index, end: Math.min(run.lastIndex, block.end) });
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
