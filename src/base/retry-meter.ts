/**
 * Counts what one call spends on requests to storage that are repeated. Its signal is how a call is known wherever it goes, so the count goes
 * with the signal, and with every signal that is made of it.
 */

const meters = new WeakMap<AbortSignal, RetryMeter>();

/** What was repeated on behalf of one call. */
export class RetryMeter {
  readonly #outer: RetryMeter | undefined;
  #count = 0;
  #waitedMs = 0;

  /** @param outer Counts too: of the call within which this one is made. */
  constructor(outer: RetryMeter | undefined) {
    this.#outer = outer;
  }

  /** Requests that were repeated. */
  get count(): number {
    return this.#count;
  }

  /**
   * Milliseconds of waiting before those. Requests that run side by side may wait side by side, so that it can be more than the call took.
   */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Counts one more request that is repeated after so many milliseconds. */
  add(waitedMs: number): void {
    this.#count++;
    this.#waitedMs += waitedMs;
    this.#outer?.add(waitedMs);
  }
}

/** Begins to count for a signal that no other call has. */
export function meterRetries(signal: AbortSignal): RetryMeter {
  const meter = new RetryMeter(meters.get(signal));
  meters.set(signal, meter);
  return meter;
}

/** What counts for a signal; `undefined` where nobody wants to know. */
export function retryMeterOf(signal: AbortSignal | undefined): RetryMeter | undefined {
  return signal && meters.get(signal);
}

/** Has a signal that was made of another one counted as that. */
export function passRetryMeter(from: AbortSignal | undefined, to: AbortSignal): void {
  const meter = retryMeterOf(from);
  if (meter !== undefined) meters.set(to, meter);
}

/** A signal that is counted as this one and never aborts: for work that must not stop half-way. `undefined` where nobody counts. */
export function meterRetriesApart(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (retryMeterOf(signal) === undefined) return undefined;
  const apart = new AbortController().signal;
  passRetryMeter(signal, apart);
  return apart;
}
