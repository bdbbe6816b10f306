/** Faults that a storage may have, one at a time: at the n-th call, and only there. */

/** What goes wrong at a call. */
export type Fault =
  /** The caller hears nothing, and nothing was done. */
  | "timeout_before"
  /** The caller hears nothing, but it was done. */
  | "timeout_after"
  /** The server fails, before or after it did what it was asked. */
  | "error_500"
  | "error_500_after"
  /** The server is too busy to do it. */
  | "error_503"
  /** The connection breaks after the request was sent. */
  | "reset"
  /** The answer breaks off. */
  | "truncated"
  /** The request arrives twice, and the caller hears of the second time. */
  | "duplicate"
  /** A page of a listing is one that came before. */
  | "stale_page";

/** What the network between a client and its server does wrong. */
export const networkFaults: readonly Exclude<Fault, "stale_page">[] = [
  "timeout_before",
  "timeout_after",
  "error_500",
  "error_500_after",
  "error_503",
  "reset",
  "truncated",
  "duplicate",
];

export const allFaults: readonly Fault[] = [...networkFaults, "stale_page"];

/** Where a fault is. */
export interface FaultPlan {
  readonly fault: Fault;
  /** The call that has it, from 1; none where it is larger than the number of calls. */
  readonly at: number;
  /** How many calls in a row have it. Default 1. */
  readonly times?: number;
}

/** Counts calls, and says which of them have the fault. */
export class FaultCounter {
  readonly #plan: FaultPlan;
  calls = 0;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  /** Counts one call; gives its fault. */
  next(): Fault | undefined {
    const { fault, at, times = 1 } = this.#plan;
    this.calls++;
    return this.calls >= at && this.calls < at + times ? fault : undefined;
  }
}
