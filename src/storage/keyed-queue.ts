/** Lets things that concern one key happen one after the other. */

/** Queues by key. Nothing is remembered of a key that nobody waits for. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs a task when all that were queued before it under the same key have ended, however they ended. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key);
    const result = before === undefined ? task() : before.then(task);
    // What the next one waits for must not fail it.
    const tail = result.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
