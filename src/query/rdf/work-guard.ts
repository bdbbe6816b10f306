/** Ends work whose cost nobody can tell before: shapes and rules of a caller, which may multiply without end. */
import { GraphdownError } from "../../base/errors.ts";

export interface WorkGuardOptions {
  /** What works, as a message names it: "validation". */
  readonly what: string;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Looked at together with the clock; throws when the caller has gone or its own deadline has passed. */
  readonly check: () => void;
  /** A clock that never runs backwards, in milliseconds. */
  readonly now: () => number;
}

/** Steps between two looks at the clock: about a millisecond. */
const stepsBetweenLooks = 4_096;

/** Milliseconds after which others get their turn. */
const turnMs = 25;

/** Counts steps and looks at the clock now and then. Throws `limit_exceeded` when the time is up. */
export class WorkGuard {
  readonly #options: WorkGuardOptions;
  readonly #end: number;
  #untilLook = stepsBetweenLooks;
  #nextTurn: number;

  constructor(options: WorkGuardOptions) {
    this.#options = options;
    const start = options.now();
    this.#end = start + options.timeoutMs;
    this.#nextTurn = start + turnMs;
  }

  /** To be called at each step of every loop. */
  step(): void {
    this.#untilLook -= 1;
    if (this.#untilLook > 0) return;
    this.#untilLook = stepsBetweenLooks;
    this.#look();
  }

  /** Where the work can be left for a moment: lets others run, so that a caller who gives up is heard. */
  async pause(): Promise<void> {
    if (this.#options.now() < this.#nextTurn) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#nextTurn = this.#options.now() + turnMs;
    this.#look();
  }

  #look(): void {
    const { what, timeoutMs, check, now } = this.#options;
    check();
    if (now() < this.#end) return;
    throw new GraphdownError({
      code: "limit_exceeded",
      message: `The ${what} did not end within ${timeoutMs} ms.`,
      details: { reason: "time", limit: "reasoningTimeoutMs", maximum: timeoutMs },
      next: "Give narrower shapes or rules, or raise reasoningTimeoutMs.",
    });
  }
}
