/** The time that matching may take in one call, reading left out. */
import { GraphdownError } from "../../base/errors.ts";

export class MatchClock {
  readonly #limitMs: number;
  readonly #now: () => number;
  #usedMs = 0;
  #startedAt = 0;

  constructor(limitMs: number, now: () => number = () => performance.now()) {
    this.#limitMs = limitMs;
    this.#now = now;
  }

  /** Runs some matching, and counts its time. */
  during<Result>(work: () => Result): Result {
    this.#startedAt = this.#now();
    try {
      return work();
    } finally {
      this.#usedMs += this.#now() - this.#startedAt;
    }
  }

  /** Throws `pattern_timeout` once the time is used up. Only asked while matching. */
  check(): void {
    if (this.#usedMs + this.#now() - this.#startedAt <= this.#limitMs) return;
    throw new GraphdownError({
      code: "pattern_timeout",
      message: `Matching the pattern took longer than ${this.#limitMs} ms (regexTimeoutMs).`,
      details: { limit: "regexTimeoutMs", timeoutMs: this.#limitMs },
      next: "Search fewer files with directory or glob, or give a pattern with a longer literal part.",
    });
  }
}
