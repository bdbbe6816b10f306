/** Keeps open files from using up the descriptors of the process. */
import { setTimeout as delay } from "node:timers/promises";
import { isOutOfDescriptors } from "./node-system-errors.ts";

/** Something that holds a descriptor and can do without for a while. */
export interface DescriptorHolder {
  /** Closes the descriptor, to be opened again when it is needed. Does nothing while it is in use. */
  release(): void;
}

const maximumAttempts = 100;
const longestWaitMs = 50;

/** The files of one store that are open between two reads of their streams. */
export class DescriptorBudget {
  readonly #maximum: number;
  /** Least recently used first. */
  readonly #holders = new Set<DescriptorHolder>();

  /** @param maximum How many descriptors may be held between reads. */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Notes that a holder has just used its descriptor; when there are too many, the one that has waited longest gives its up. */
  use(holder: DescriptorHolder): void {
    this.#holders.delete(holder);
    this.#holders.add(holder);
    if (this.#holders.size <= this.#maximum) return;
    for (const oldest of this.#holders) {
      this.#holders.delete(oldest);
      oldest.release();
      return;
    }
  }

  /** Notes that a holder has closed its descriptor. */
  forget(holder: DescriptorHolder): void {
    this.#holders.delete(holder);
  }

  /** Makes every holder give up its descriptor. */
  releaseAll(): void {
    for (const holder of this.#holders) holder.release();
    this.#holders.clear();
  }

  /**
   * Runs an operation that opens files. When no descriptor is left, those that are held between reads are given up, and the operation
   * is tried again until others of the process have closed theirs, for about five seconds. It must be one that can be repeated.
   */
  async run<Result>(operation: () => Result | Promise<Result>, signal?: AbortSignal): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        return await operation();
      } catch (error) {
        if (!isOutOfDescriptors(error) || attempt === maximumAttempts) throw error;
        this.releaseAll();
        await delay(Math.min(2 ** attempt, longestWaitMs));
      }
    }
  }
}
