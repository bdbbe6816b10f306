import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDeadline } from "../../src/base/deadline.ts";
import { GraphdownError } from "../../src/base/errors.ts";

function codeOf(operation: () => void): unknown {
  try {
    operation();
    return undefined;
  } catch (error) {
    return GraphdownError.isInstance(error) ? error.code : error;
  }
}

describe("deadlines", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("never ends without a time and without an abort", () => {
    const deadline = createDeadline();
    vi.advanceTimersByTime(10 ** 9);
    deadline.check();
    expect(deadline.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    deadline.close();
  });

  it("aborts with operation_timeout when the time is over", () => {
    const deadline = createDeadline({ timeoutMs: 100, now: () => Date.now() });
    vi.advanceTimersByTime(99);
    deadline.check();
    vi.advanceTimersByTime(1);
    expect(codeOf(() => deadline.check())).toBe("operation_timeout");
    expect(codeOf(() => deadline.signal.throwIfAborted())).toBe("operation_timeout");
  });

  it("sees a time that passed while nothing else could run", () => {
    let now = 0;
    const deadline = createDeadline({ timeoutMs: 100, now: () => now });
    now = 100;
    expect(codeOf(() => deadline.check())).toBe("operation_timeout");
    expect(deadline.signal.aborted).toBe(true);
  });

  it("passes the caller's abort on as it was given", () => {
    const reason = { any: "thing" };
    const caller = new AbortController();
    const deadline = createDeadline({ timeoutMs: 100, signal: caller.signal });
    caller.abort(reason);
    expect(codeOf(() => deadline.check())).toBe(reason);
    expect(deadline.signal.reason).toBe(reason);
    const late = createDeadline({ signal: AbortSignal.abort(reason) });
    expect(codeOf(() => late.check())).toBe(reason);
  });

  it("keeps the first of two reasons", () => {
    const caller = new AbortController();
    const deadline = createDeadline({ timeoutMs: 100, signal: caller.signal, now: () => Date.now() });
    vi.advanceTimersByTime(100);
    caller.abort("too late");
    expect(codeOf(() => deadline.check())).toBe("operation_timeout");
  });

  it("leaves no timer and no listener behind when it is closed", () => {
    const caller = new AbortController();
    const deadline = createDeadline({ timeoutMs: 100, signal: caller.signal, now: () => 0 });
    deadline.close();
    expect(vi.getTimerCount()).toBe(0);
    caller.abort("later");
    deadline.check();
    expect(deadline.signal.aborted).toBe(false);
  });

  it("takes times that no timer can hold", () => {
    let now = 0;
    const deadline = createDeadline({ timeoutMs: 2 ** 40, now: () => now });
    expect(vi.getTimerCount()).toBe(0);
    now = 2 ** 40;
    expect(codeOf(() => deadline.check())).toBe("operation_timeout");
  });
});
