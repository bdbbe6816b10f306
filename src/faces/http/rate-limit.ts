/** A quota of requests a minute for each caller. */
import { HttpRefusal } from "./http-refusal.ts";

/** Counts a request; one too many is 429 and says when to come back. */
export type RateLimit = (actor: string | undefined) => void;

export interface RateLimitSettings {
  /** `undefined` is no bound. */
  readonly requestsPerMinute: number | undefined;
  /** Milliseconds. */
  readonly now: () => number;
}

const minute = 60_000;
const maximumActors = 10_000;

interface Bucket {
  /** Requests that may still be made, and since when that is so. */
  left: number;
  since: number;
}

/** A bucket that holds a minute's requests and fills evenly. */
export function createRateLimit({ requestsPerMinute, now }: RateLimitSettings): RateLimit {
  if (requestsPerMinute === undefined) return () => undefined;
  const buckets = new Map<string | undefined, Bucket>();
  return (actor) => {
    const time = now();
    const bucket = buckets.get(actor) ?? { left: requestsPerMinute, since: time };
    const left = Math.min(requestsPerMinute, bucket.left + ((time - bucket.since) / minute) * requestsPerMinute);
    if (left < 1) throw tooMany(requestsPerMinute, Math.ceil(((1 - left) * minute) / requestsPerMinute / 1_000));
    buckets.delete(actor);
    buckets.set(actor, { left: left - 1, since: time });
    // Only full buckets are ever forgotten first: the one that was used longest ago.
    const oldest = buckets.keys().next();
    if (buckets.size > maximumActors && oldest.done === false) buckets.delete(oldest.value);
  };
}

function tooMany(maximum: number, seconds: number): HttpRefusal {
  return new HttpRefusal({
    status: 429,
    headers: { "Retry-After": String(Math.max(1, seconds)) },
    code: "limit_exceeded",
    message: `More than ${maximum} requests a minute were made.`,
    details: { limit: "requestsPerMinute", maximum, actual: maximum + 1, reason: "rate" },
    next: `Try again in ${Math.max(1, seconds)} seconds.`,
  });
}
