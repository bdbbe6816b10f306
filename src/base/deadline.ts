/** One deadline for a whole public call, joined with the caller's own abort. */
import { GraphdownError } from "./errors.ts";
import { passRetryMeter } from "./retry-meter.ts";

/** A running deadline. Close it when the call ends, so that its timer and listener go away. */
export interface Deadline {
  /** Aborts with the caller's reason as it was given, or with `operation_timeout`. */
  readonly signal: AbortSignal;
  /** Throws what `signal` aborts with once it is due. Also sees a deadline that passed while the event loop was busy. */
  check(): void;
  close(): void;
}

export interface DeadlineOptions {
  /** Milliseconds from now; `Infinity` (the default) is none. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A clock that never runs backwards, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** Longest delay that a timer takes; a longer deadline is only seen by `check`. */
const longestDelayMs = 2 ** 31 - 1;

/** Starts a deadline. */
export function createDeadline({
  timeoutMs = Number.POSITIVE_INFINITY,
  signal,
  now = () => performance.now(),
}: DeadlineOptions = {}): Deadline {
  const controller = new AbortController();
  passRetryMeter(signal, controller.signal);
  const end = now() + timeoutMs;
  const expire = (): void => controller.abort(timeoutError(timeoutMs));
  const forward = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) forward();
  else signal?.addEventListener("abort", forward, { once: true });
  const timer = timeoutMs <= longestDelayMs ? startTimer(expire, timeoutMs) : undefined;
  return {
    signal: controller.signal,
    check(): void {
      if (!controller.signal.aborted && now() >= end) expire();
      controller.signal.throwIfAborted();
    },
    close(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", forward);
    },
  };
}

/** In Node a timer would keep the process alive; elsewhere `unref` does not exist. */
function startTimer(expire: () => void, delayMs: number): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(expire, Math.max(0, delayMs));
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
    timer.unref();
  return timer as ReturnType<typeof setTimeout>;
}

function timeoutError(timeoutMs: number): GraphdownError {
  return new GraphdownError({
    code: "operation_timeout",
    message: `The call did not end within ${timeoutMs} ms.`,
    details: { timeoutMs },
    next: "Ask for less at once, or raise operationTimeoutMs.",
  });
}
