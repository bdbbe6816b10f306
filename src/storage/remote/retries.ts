/** One layer of retries for storage behind a network: how often, how long to wait in between, and when to give up. */
import { retryMeterOf } from "../../base/retry-meter.ts";
import { sleep } from "../../base/sleep.ts";

/** How often and how patiently a failed request is repeated. */
export interface RetrySettings {
  /** Most repetitions within one operation, whatever it asks for. Default 10; 0 is none. */
  readonly maximumRetries: number;
  /** The longest wait before the first repetition, milliseconds; it doubles with each one. Default 100. */
  readonly firstDelayMs: number;
  /** The longest wait before any repetition that the server has not asked for, milliseconds. Default 5,000. */
  readonly maximumDelayMs: number;
  /** The longest wait that a server is granted with `Retry-After`; one that asks for more is not waited for. Default 30,000. */
  readonly maximumRetryAfterMs: number;
  /** A number of at least 0 and below 1: waits are spread over their whole length, so that clients do not come back all at once. */
  readonly random: () => number;
  /** Waits; rejects with the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const defaultRetrySettings: RetrySettings = {
  maximumRetries: 10,
  firstDelayMs: 100,
  maximumDelayMs: 5_000,
  maximumRetryAfterMs: 30_000,
  random: Math.random,
  sleep,
};

/** The repetitions of one operation. All requests that it makes share it, so that retries never multiply. */
export class Retries {
  readonly signal: AbortSignal | undefined;
  readonly #settings: RetrySettings;
  #count = 0;
  #waitedMs = 0;

  constructor(settings: RetrySettings, signal: AbortSignal | undefined) {
    this.#settings = settings;
    this.signal = signal;
  }

  /** Repetitions so far. */
  get count(): number {
    return this.#count;
  }

  /** Milliseconds that were spent waiting. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Seconds after which a caller may try the whole operation again. */
  get secondsUntilRetry(): number {
    return Math.max(1, Math.ceil(this.#settings.maximumDelayMs / 1_000));
  }

  /**
   * Waits before another attempt, at least as long as the server asked for. `false` at once where no attempt is left or the server asks
   * for too long; the signal's reason is thrown when it is aborted.
   */
  async again(retryAfterMs = 0): Promise<boolean> {
    const { maximumRetries, firstDelayMs, maximumDelayMs, maximumRetryAfterMs, random, sleep } = this.#settings;
    this.signal?.throwIfAborted();
    if (this.#count >= maximumRetries || retryAfterMs > maximumRetryAfterMs) return false;
    const longest = Math.min(maximumDelayMs, firstDelayMs * 2 ** this.#count);
    const delay = Math.max(retryAfterMs, random() * longest);
    this.#count++;
    this.#waitedMs += delay;
    await sleep(delay, this.signal);
    retryMeterOf(this.signal)?.add(delay);
    return true;
  }
}

/** What `Retry-After` asks for, in milliseconds from `now`: seconds or a date. `undefined` where it says neither. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^[0-9]{1,9}$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
