/** Whether what clients saw of one file could have come from one thing done after the other, each at some moment between its call and its end. */

/** One operation on one file. `undefined` stands for no file. */
export interface FileOperation {
  /** For people who read what can't have been. */
  readonly shown: string;
  /** Moments, of which no two are the same. */
  readonly start: number;
  readonly end: number;
  /** What the file is afterwards, by what it was before; `"impossible"` where the answer does not go with that. */
  readonly apply: (before: string | undefined) => { readonly after: string | undefined } | "impossible";
  /** It never changes the file: a read, or a change that was refused. */
  readonly isPure?: boolean;
  /** It may as well never have been done. */
  readonly isOptional?: boolean;
}

/** The value that a file may have, and as bits which of the operations under way have been done. */
interface Possibility {
  readonly value: string | undefined;
  readonly done: number;
}

/** Bits that a number has for the operations under way. */
const maximumRunning = 30;

/** More are a history that is too wide to be checked, which is no verdict. */
const maximumPossibilities = 2_000_000;

/** Operations that are shown of what came before. */
const shownBefore = 8;

/**
 * Follows all possibilities from one moment to the next (Wing and Gong's search, breadth first, so that what leads to the same state is
 * looked at once); at the end of each operation one must be left. Gives the operations around the first end at which none is, in order of
 * their calls; nothing where all is well.
 */
export function findContradiction(
  operations: readonly FileOperation[],
  initial: string | undefined,
): readonly FileOperation[] | undefined {
  const moments = operations
    .flatMap((operation) => [
      { at: operation.start, operation, isStart: true },
      { at: operation.end, operation, isStart: false },
    ])
    .sort((a, b) => a.at - b.at);
  const running: (FileOperation | undefined)[] = [];
  let possible: readonly Possibility[] = [{ value: initial, done: 0 }];
  for (const { at, operation, isStart } of moments) {
    if (isStart) {
      const free = running.indexOf(undefined);
      running[free === -1 ? running.length : free] = operation;
      if (running.length > maximumRunning) throw new Error("More operations at once than can be checked.");
      continue;
    }
    const slot = running.indexOf(operation);
    const bit = 1 << slot;
    possible = withoutBit(
      withAllSteps(possible, running).filter(({ done }) => operation.isOptional === true || (done & bit) !== 0),
      bit,
    );
    running[slot] = undefined;
    if (possible.length > 0) continue;
    const since = Math.min(at, ...running.map((each) => each?.start ?? at), operation.start);
    const begun = operations.filter(({ start }) => start <= at).sort((a, b) => a.start - b.start);
    return begun.slice(Math.max(0, begun.findIndex(({ end }) => end >= since) - shownBefore));
  }
  return undefined;
}

function withoutBit(possible: readonly Possibility[], bit: number): readonly Possibility[] {
  const found = new Map<string, Possibility>();
  for (const { value, done } of possible) found.set(`${done & ~bit}|${value}`, { value, done: done & ~bit });
  return [...found.values()];
}

/** What may be so after any of those that are under way, in any order. */
function withAllSteps(
  possible: readonly Possibility[],
  running: readonly (FileOperation | undefined)[],
): readonly Possibility[] {
  const found = new Map<string, Possibility>();
  const queue = [...possible];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const state = withPureSteps(next, running);
    const key = `${state.done}|${state.value}`;
    if (found.has(key)) continue;
    found.set(key, state);
    if (found.size > maximumPossibilities) throw new Error("More possibilities than can be checked.");
    for (const [slot, operation] of running.entries()) {
      const bit = 1 << slot;
      if (operation === undefined || operation.isPure === true || (state.done & bit) !== 0) continue;
      const applied = operation.apply(state.value);
      if (applied !== "impossible") queue.push({ value: applied.after, done: state.done | bit });
    }
  }
  return [...found.values()];
}

/** What never changes anything is as well done as soon as it can be: nothing that follows is lost by it. */
function withPureSteps(state: Possibility, running: readonly (FileOperation | undefined)[]): Possibility {
  let { done } = state;
  for (const [slot, operation] of running.entries()) {
    if (operation?.isPure === true && operation.apply(state.value) !== "impossible") done |= 1 << slot;
  }
  return { value: state.value, done };
}
