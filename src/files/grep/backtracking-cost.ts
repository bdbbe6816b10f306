/** How much work a backtracking engine can have with a pattern at worst. */
import { type CodePointSet, rangesOf } from "./code-point-set.ts";
import type { PatternNode } from "./pattern-node.ts";

/** Bounds for one attempt to match from one place. The work is at most `steps` times the length of the line to the power of `loops`. */
export interface BacktrackingCost {
  /** Steps that all ways through the pattern take together, unbounded repetitions counted once. */
  readonly steps: number;
  readonly loops: number;
}

/**
 * The cost of a pattern; `undefined` where it has no useful bound: an unbounded repetition of more than a single character, or what such
 * an engine does not do as RE2 does.
 */
export function backtrackingCost(node: PatternNode): BacktrackingCost | undefined {
  const cost = costOf(node, true);
  return cost && { steps: cost.steps, loops: cost.loops + (cost.hasRun ? 1 : 0) };
}

interface Cost {
  /** Ways through the node, each loop counted once. */
  readonly ways: number;
  readonly steps: number;
  /** Unbounded repetitions that may be left at several places: each multiplies the ways by the length of the line. */
  readonly loops: number;
  /** Whether there are unbounded repetitions that can be left at one place only: each way may be as long as the line. */
  readonly hasRun: boolean;
}

/** `isLast`: nothing after the node can fail, so that what matches first is taken. */
function costOf(node: PatternNode, isLast: boolean): Cost | undefined {
  switch (node.kind) {
    case "set":
      return node.set === undefined ? undefined : single;
    case "assertion":
      // V8 also finds no edge of a word in the middle of a character of two units.
      return node.at === "no-word-edge" ? undefined : single;
    case "sequence":
      return costOfSequence(node.parts, isLast);
    case "choice":
      return costOfChoice(node.options.map((option) => costOf(option, isLast)));
    case "repeat":
      return costOfRepeat(node, isLast);
  }
}

const single: Cost = { ways: 1, steps: 1, loops: 0, hasRun: false };

function costOfSequence(parts: readonly PatternNode[], isLast: boolean): Cost | undefined {
  let [ways, steps, loops, hasRun] = [1, 1, 0, false];
  for (const [index, part] of parts.entries()) {
    const cost = isLeftAtOnePlace(part, parts[index + 1])
      ? { ...single, steps: 2 + part.minimum, hasRun: true }
      : costOf(part, isLast && index === parts.length - 1);
    if (cost === undefined) return undefined;
    steps += ways * cost.steps;
    ways *= cost.ways;
    loops += cost.loops;
    hasRun ||= cost.hasRun;
  }
  return { ways, steps, loops, hasRun };
}

function costOfChoice(options: readonly (Cost | undefined)[]): Cost | undefined {
  let [ways, steps, loops, hasRun] = [0, 1, 0, false];
  for (const option of options) {
    if (option === undefined) return undefined;
    ways += option.ways;
    steps += option.steps;
    loops = Math.max(loops, option.loops);
    hasRun ||= option.hasRun;
  }
  return { ways, steps, loops, hasRun };
}

type Repeat = Extract<PatternNode, { kind: "repeat" }>;

function costOfRepeat({ part, minimum, maximum }: Repeat, isLast: boolean): Cost | undefined {
  const once = costOf(part, false);
  if (once === undefined) return undefined;
  if (maximum === Number.POSITIVE_INFINITY) {
    if (part.kind !== "set") return undefined;
    return { ways: 1, steps: 2 + minimum, loops: isLast ? 0 : 1, hasRun: isLast };
  }
  let [ways, steps, ofCount] = [0, 1, 1];
  for (let count = 0; count <= maximum; count++) {
    if (count >= minimum) ways += ofCount;
    steps += ofCount * once.steps;
    ofCount *= once.ways;
    // What is so large is of no use, and need not be counted to its end.
    if (steps > Number.MAX_SAFE_INTEGER) return undefined;
  }
  return { ways, steps, loops: once.loops * maximum, hasRun: once.hasRun };
}

/** Whether an unbounded repetition ends where its characters end, since what must follow is none of them. */
function isLeftAtOnePlace(part: PatternNode, next: PatternNode | undefined): part is Repeat {
  if (part.kind !== "repeat" || part.maximum !== Number.POSITIVE_INFINITY || part.part.kind !== "set") return false;
  const following = next?.kind === "repeat" && next.minimum > 0 ? next.part : next;
  if (following?.kind !== "set" || following.set === undefined || part.part.set === undefined) return false;
  return areApart(part.part.set, following.set);
}

function areApart(one: CodePointSet, other: CodePointSet): boolean {
  const ranges = rangesOf(other);
  return rangesOf(one).every(([first, last]) => ranges.every(([start, end]) => end < first || start > last));
}
