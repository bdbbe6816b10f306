/** Remembers which repeatable calls were let through, so that a repeat, which changes nothing, does not ask a person again. */

/** Keys of calls with an idempotency key that have run. */
export interface AnsweredCalls {
  add(key: string): void;
  has(key: string): boolean;
}

/** Shorter than the time for which answers are kept, so that a repeat that is let through is answered from the first. */
const lifetimeMs = 23 * 60 * 60 * 1_000;

const maximumKept = 10_000;

export function createAnsweredCalls(now: () => number = Date.now): AnsweredCalls {
  const times = new Map<string, number>();
  return {
    add(key) {
      times.delete(key);
      times.set(key, now());
      for (const [oldest] of times) {
        if (times.size <= maximumKept) return;
        times.delete(oldest);
      }
    },
    has: (key) => now() - (times.get(key) ?? Number.NEGATIVE_INFINITY) < lifetimeMs,
  };
}
