/** Matches square brackets as links do, in one pass. */
import type { TextRange } from "../markdown-engine.ts";
import type { BacktickRun } from "./backtick-runs.ts";

/** A pair of brackets, or one without a partner (`open` or `close` is −1). */
export interface BracketPair {
  readonly open: number;
  readonly close: number;
  /** How many pairs are nested in one another here, this one included. */
  readonly height: number;
}

/**
 * The brackets of a block that are neither escaped nor in code spans: pairs and lone closing ones in the order of their end, then the lone
 * opening ones. `runs` are the backticks of the block.
 */
export function matchBrackets(text: string, block: TextRange, runs: readonly BacktickRun[]): BracketPair[] {
  const pairs: BracketPair[] = [];
  const opens: number[] = [];
  const heights: number[] = [0];
  let run = 0;
  for (let at = block.start; at < block.end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) {
      at += 1;
    } else if (code === 0x60) {
      while (run < runs.length && runs[run]!.end <= at) run += 1;
      run = endOfCode(runs, run, at);
      at = runs[run]!.end - 1;
    } else if (code === 0x5b) {
      opens.push(at);
      heights.push(0);
    } else if (code === 0x5d) {
      pairs.push(closePair(at, opens, heights));
    }
  }
  for (const open of opens) pairs.push({ open, close: -1, height: 0 });
  return pairs;
}

/** The run that ends what begins with the backtick at `at`: its closing run where it opens code, else itself. */
function endOfCode(runs: readonly BacktickRun[], index: number, at: number): number {
  const opening = runs[index]!;
  return opening.start === at && opening.closing >= 0 ? opening.closing : index;
}

function closePair(close: number, opens: number[], heights: number[]): BracketPair {
  const open = opens.pop();
  if (open === undefined) return { open: -1, close, height: 0 };
  const height = heights.pop()! + 1;
  const outer = heights.length - 1;
  heights[outer] = Math.max(heights[outer]!, height);
  return { open, close, height };
}
