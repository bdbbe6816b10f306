/** Bounds how many calls of tools one actor has running at once. */
import { GraphdownError } from "../base/errors.ts";

/** Counts running calls by actor. */
export interface CallCounter {
  /** Counts a call until the function that it gives is called. One too many is `limit_exceeded` with the reason `rate`. */
  enter(actor: string | undefined): () => void;
}

export function createCallCounter(maximum: number): CallCounter {
  const running = new Map<string | undefined, number>();
  return {
    enter(actor) {
      const count = running.get(actor) ?? 0;
      if (count >= maximum) throw tooMany(maximum);
      running.set(actor, count + 1);
      return () => {
        const left = (running.get(actor) ?? 1) - 1;
        if (left === 0) running.delete(actor);
        else running.set(actor, left);
      };
    },
  };
}

function tooMany(maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `${maximum} calls are running already, which is the most for one caller (maximumConcurrentCalls).`,
    details: { limit: "maximumConcurrentCalls", maximum, actual: maximum + 1, reason: "rate" },
    next: "Wait for some of them to end.",
  });
}
