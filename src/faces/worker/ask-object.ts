/** Has the Durable Object of a workspace answer a request. */
import { HttpRefusal } from "../http/http-refusal.ts";
import type { WorkspaceNamespace } from "./worker-environment.ts";

/** Repeats of a request that changes nothing. */
const maximumRepeats = 2;

/** Milliseconds before the first repeat; twice as many before the next. */
const firstPauseMs = 100;

/**
 * Passes a request on. An object that was moved, restarted or could not be reached is asked again where asking changes nothing; else, and
 * where it goes on, the answer is `storage_failed` (503) with `retryAfter`, and for what may have been done with `outcome: "unknown"`.
 */
export async function askObject(objects: WorkspaceNamespace, workspace: string, request: Request): Promise<Response> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  for (let repeats = 0; ; repeats++) {
    try {
      // An object that has failed is not to be asked by the same stub again.
      const object = objects.get(objects.idFromName(workspace) as never);
      return await object.fetch(isRead ? new Request(request) : request);
    } catch (cause) {
      request.signal.throwIfAborted();
      const failure = cause as ObjectFailure | undefined;
      const mayRepeat = isRead && failure?.overloaded !== true && repeats < maximumRepeats;
      if (!mayRepeat) throw objectFailed(failure, isRead);
      await pause(firstPauseMs * 2 ** repeats);
    }
  }
}

/** What the runtime says of a call to an object that failed. */
interface ObjectFailure {
  /** There is more to do than it can. */
  readonly overloaded?: boolean;
  /** It may be there again at once. */
  readonly retryable?: boolean;
}

function objectFailed(cause: ObjectFailure | undefined, isRead: boolean): HttpRefusal {
  const isOverloaded = cause?.overloaded === true;
  const retryAfter = isOverloaded ? 10 : 2;
  const why = isOverloaded ? "has more to do than it can" : "could not be reached, or was restarted while it answered";
  const isUnclear = !isRead && !isOverloaded;
  return new HttpRefusal({
    status: 503,
    code: "storage_failed",
    message: `The object of the workspace ${why}.`,
    details: {
      operation: "answer",
      reason: isOverloaded ? "object_overloaded" : "object_failed",
      ...(isUnclear ? { outcome: "unknown" } : {}),
      retryAfter,
    },
    next: isUnclear
      ? "Look whether the change was made before it is tried again; with an idempotencyKey it can be repeated as it is."
      : "Try again after the time in retryAfter.",
    cause,
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
