/** Lets things that concern one key happen one after the other. */

/** Queues by key. Nothing is remembered of a key that nobody waits for. */
export class KeyedQueue {
  /** Those that wait, in order, for each key that a task runs under; each is told when its turn has come. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * Runs a task when all that were queued before it under the same key have ended, however they ended. Who waits goes with the reason of
   * `signal` as soon as that aborts, and the task is not run; all others keep their order. What runs is not ended by it.
   */
  async run<Result>(key: string, task: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    signal?.throwIfAborted();
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) this.#waiting.set(key, new Set());
    else await turn(waiting, signal);
    try {
      // It may have aborted after the turn was given.
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.#next(key);
    }
  }

  #next(key: string): void {
    const waiting = this.#waiting.get(key);
    const [first] = waiting ?? [];
    if (first === undefined) this.#waiting.delete(key);
    else first();
  }
}

/** Waits at the end of a queue for its turn, and leaves it then or when the signal aborts. */
function turn(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(start);
      signal?.removeEventListener("abort", abort);
    };
    const start = (): void => {
      leave();
      resolve();
    };
    const abort = (): void => {
      leave();
      reject(signal?.reason);
    };
    waiting.add(start);
    signal?.addEventListener("abort", abort);
  });
}
