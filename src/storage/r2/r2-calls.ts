/** Calls to a bucket, repeated where a trouble may pass. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { Retries } from "../remote/retries.ts";
import type {
  R2Bucket,
  R2GetOptions,
  R2ListOptions,
  R2Object,
  R2ObjectBody,
  R2Objects,
  R2PutOptions,
} from "./r2-bucket.ts";
import { isUnsatisfiableRange, mayPass, r2Failure, WrongPage } from "./r2-failure.ts";

/** What calls are made for: their retries are shared, and failures are put in terms of it. */
export interface R2Operation {
  /** The logical path that a failure names; it is also the key. */
  readonly path: string;
  /** A word, such as `read`. */
  readonly verb: string;
  readonly retries: Retries;
}

export class R2Calls {
  readonly #bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  head(operation: R2Operation, key: string = operation.path): Promise<R2Object | null> {
    return this.#repeat(operation, () => this.#bucket.head(key));
  }

  /** `"beyond"` where the range begins behind the end. */
  get(operation: R2Operation, range: R2GetOptions["range"]): Promise<R2ObjectBody | null | "beyond"> {
    return this.#repeat(operation, async () => {
      try {
        return await this.#bucket.get(operation.path, range === undefined ? {} : { range });
      } catch (cause) {
        if (isUnsatisfiableRange(cause)) return "beyond";
        throw cause;
      }
    });
  }

  /**
   * `null` where the condition does not hold; `"unclear"` where it does not hold any more after an attempt whose answer was lost, which may
   * be why.
   */
  put(operation: R2Operation, bytes: Uint8Array, options: R2PutOptions): Promise<R2Object | null | "unclear"> {
    let attempts = 0;
    const attempt = async (): Promise<R2Object | null | "unclear"> => {
      attempts++;
      const written = await this.#bucket.put(operation.path, bytes, options);
      return written === null && attempts > 1 ? "unclear" : written;
    };
    return this.#repeat(operation, attempt, true);
  }

  /** All of the page lies behind the key `behind`, or it is asked for again. */
  list(operation: R2Operation, options: R2ListOptions, behind?: string): Promise<R2Objects> {
    return this.#repeat(operation, async () => {
      const page = await this.#bucket.list(options);
      const firsts = [page.objects[0]?.key, page.delimitedPrefixes[0]];
      const isBehind = (key: string | undefined): boolean =>
        key === undefined || behind === undefined || compareCodePoints(key, behind) > 0;
      if (!firsts.every(isBehind)) throw new WrongPage();
      return page;
    });
  }

  /** Sends exactly one deletion, since a second one could come when something new is there. Whether it was confirmed. */
  async deleteOnce({ path }: R2Operation): Promise<boolean> {
    try {
      await this.#bucket.delete(path);
      return true;
    } catch (cause) {
      if (cause instanceof TypeError) throw cause;
      return false;
    }
  }

  async #repeat<Result>(
    { path, verb, retries }: R2Operation,
    call: () => Promise<Result>,
    changes = false,
  ): Promise<Result> {
    for (;;) {
      retries.signal?.throwIfAborted();
      try {
        return await call();
      } catch (cause) {
        if (cause instanceof TypeError) throw cause;
        if (mayPass(cause) && (await retries.again())) continue;
        throw r2Failure(cause, { operation: verb, path, retries, isUnclear: changes && mayPass(cause) });
      }
    }
  }
}
