/** The parts of answers that were given and not yet taken: one for each question. */
export class GivenParts {
  readonly #waiting = new Map<number, () => void>();

  /** Ends when the part of a question was taken; rejects with the reason of `signal` where nobody waits for the answer any more. */
  untilTaken(id: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = (): void => {
        this.#waiting.delete(id);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.set(id, () => {
        signal.removeEventListener("abort", abort);
        resolve();
      });
    });
  }

  /** One that nobody waits for is nothing: the question has ended. */
  taken(id: number): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.();
  }
}
