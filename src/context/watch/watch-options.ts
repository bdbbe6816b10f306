/** What `watch` takes, and its bounds. */
import { GraphdownError } from "../../base/errors.ts";
import type { CallOptions } from "../context-options.ts";

/** How a listener is told of changes. */
export interface WatchOptions extends CallOptions {
  /** Only of files below this folder. Default: all. It must be there at the beginning, and may go and come back. */
  readonly directory?: string | undefined;
  /**
   * Milliseconds between two looks, 100 to 3,600,000. Default 2,000. Looking takes at most a tenth of the time: where one look takes longer
   * than a ninth of this, the next one waits longer. Where a folder on disk tells of a change itself, the look comes sooner, and all looks
   * take at most a fifth of the time.
   */
  readonly intervalMs?: number | undefined;
  /**
   * The `snapshot` of an earlier answer or event. If that is what is there, the first event is the first change; else the first event says
   * what is there, or, where the listener came back soon enough, what has changed since.
   */
  readonly since?: string | undefined;
}

/** Milliseconds. */
export const watchIntervals: { readonly default: number; readonly minimum: number; readonly maximum: number } = {
  default: 2_000,
  minimum: 100,
  maximum: 3_600_000,
};

/** The interval, or the default; `invalid_input` for one out of bounds. */
export function resolveInterval(given: number = watchIntervals.default): number {
  const { minimum, maximum } = watchIntervals;
  if (given >= minimum && given <= maximum) return given;
  throw new GraphdownError({
    code: "invalid_input",
    message: `Between two looks there are ${minimum} to ${maximum} milliseconds, but got ${given}.`,
    details: { method: "watch", parameter: "options.intervalMs", minimum, maximum },
    next: "Give intervalMs such a number, or leave it out.",
  });
}
