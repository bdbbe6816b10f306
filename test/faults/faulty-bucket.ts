/** An R2 bucket with a fault. */
import type { R2Bucket, R2ObjectBody, R2Objects } from "../../src/storage/r2/r2-bucket.ts";
import { FaultCounter, type FaultPlan } from "./faults.ts";

export interface FaultyBucket {
  readonly bucket: R2Bucket;
  /** Calls so far. */
  readonly calls: () => number;
}

const messages = {
  timeout: "Network connection lost.",
  internal: "We encountered an internal error. Please try again. (10001)",
  busy: "Reduce your concurrent request rate for the same object. (10058)",
} as const;

/** Puts a fault between a store and a bucket. */
export function createFaultyBucket(real: R2Bucket, plan: FaultPlan): FaultyBucket {
  const counter = new FaultCounter(plan);
  /** Of each listing, by what it lists: nothing in a page tells of which it is. */
  const lastPages = new Map<string, R2Objects>();

  async function call<Result>(
    run: () => Promise<Result>,
    special: { readonly truncated?: (result: Result) => Promise<Result>; readonly stale?: Result | undefined } = {},
  ): Promise<Result> {
    const fault = counter.next();
    switch (fault) {
      case undefined:
        return run();
      case "timeout_before":
        throw new Error(messages.timeout);
      case "error_500":
        throw new Error(messages.internal);
      case "error_503":
        throw new Error(messages.busy);
      case "timeout_after":
      case "reset":
        await run();
        throw new Error(messages.timeout);
      case "error_500_after":
        await run();
        throw new Error(messages.internal);
      case "truncated":
        return special.truncated === undefined ? run() : special.truncated(await run());
      case "duplicate":
        await run();
        return run();
      case "stale_page":
        return special.stale ?? run();
    }
  }

  return {
    calls: () => counter.calls,
    bucket: {
      head: (key) => call(() => real.head(key)),
      get: (key, options) =>
        call(() => real.get(key, options), {
          truncated: async (object) => object && { ...facts(object), body: await half(object) },
        }),
      put: (key, value, options) => call(() => real.put(key, value, options)),
      delete: (key) => call(() => real.delete(key)),
      list: (options = {}) => {
        const listing = JSON.stringify([options.prefix, options.delimiter]);
        const list = async (): Promise<R2Objects> => {
          const page = await real.list(options);
          lastPages.set(listing, page);
          return page;
        };
        return call(list, { stale: lastPages.get(listing) });
      },
    },
  };
}

/** What a bucket tells of an object, which it keeps behind getters. */
function facts({
  key,
  size,
  etag,
  version,
  uploaded,
  checksums,
  customMetadata,
}: R2ObjectBody): Omit<R2ObjectBody, "body"> {
  return {
    key,
    size,
    etag,
    version,
    uploaded,
    ...(checksums && { checksums }),
    ...(customMetadata && { customMetadata }),
  };
}

/** Half of the bytes, and then the end, as if that were all. */
async function half({ body }: R2ObjectBody): Promise<ReadableStream<Uint8Array>> {
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  return new Response(bytes.slice(0, bytes.length >> 1)).body as ReadableStream<Uint8Array>;
}
