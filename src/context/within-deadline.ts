/** One public call of a file context: under one deadline, joined with the caller's own signal. */
import { createDeadline, type Deadline } from "../base/deadline.ts";

/** What ends a call early. */
export interface CallBounds {
  /** Milliseconds; `Infinity` is none. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one call and waits for its end. A call that was aborted throws the caller's own reason, whatever its parts made of it on the way;
 * one whose time is up throws `operation_timeout`.
 */
export async function withinDeadline<Result>(
  bounds: CallBounds,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const deadline = createDeadline(bounds);
  try {
    deadline.check();
    return await work(deadline);
  } catch (cause) {
    throw deadline.signal.aborted ? deadline.signal.reason : cause;
  } finally {
    deadline.close();
  }
}
