/** Lists of numbers by number, in one array: a few bytes a list, and passes over all of them are fast. */
import { grownArray } from "../base/grown-array.ts";

const leastCapacity = 1_024;

/** Lists of numbers. A list that is set anew stands behind all others; what was there is given up when that is half of all. */
export class Regions {
  #starts: Int32Array = new Int32Array(leastCapacity);
  #lengths: Int32Array = new Int32Array(leastCapacity);
  #values: Int32Array = new Int32Array(leastCapacity);
  #used = 0;
  #held = 0;

  /** A copy that can be changed while this one stays as it is. This one must not be changed any more: they share what is in both. */
  fork(): Regions {
    const copy = new Regions();
    copy.#starts = this.#starts.slice();
    copy.#lengths = this.#lengths.slice();
    copy.#values = this.#values;
    copy.#used = this.#used;
    copy.#held = this.#held;
    return copy;
  }

  /** All values; those of a list are from `startOf` to `endOf`. */
  get values(): Int32Array {
    return this.#values;
  }

  startOf(id: number): number {
    return this.#starts[id] ?? 0;
  }

  endOf(id: number): number {
    return (this.#starts[id] ?? 0) + (this.#lengths[id] ?? 0);
  }

  /** Whether a list holds just these numbers in this order. */
  equals(id: number, values: readonly number[]): boolean {
    const start = this.startOf(id);
    if (this.endOf(id) - start !== values.length) return false;
    for (let at = 0; at < values.length; at++) if (this.#values[start + at] !== values[at]) return false;
    return true;
  }

  set(id: number, values: readonly number[]): void {
    if (id >= this.#starts.length) this.#growLists(id);
    this.#held += values.length - (this.#lengths[id] as number);
    // What forks share is never written over.
    if (this.#used + values.length > this.#values.length) this.#makeRoom(id, values.length);
    this.#starts[id] = this.#used;
    this.#lengths[id] = values.length;
    for (const value of values) this.#values[this.#used++] = value;
  }

  #growLists(id: number): void {
    const capacity = Math.max(id + 1, this.#starts.length * 2);
    this.#starts = grownArray(this.#starts, capacity);
    this.#lengths = grownArray(this.#lengths, capacity);
  }

  /** Moves what is held to a new array, in the order of the lists, with room for a half more. */
  #makeRoom(except: number, length: number): void {
    const before = this.#values;
    this.#lengths[except] = 0;
    const values = new Int32Array(Math.max(leastCapacity, Math.ceil((this.#held + length) * 1.5)));
    let used = 0;
    for (let id = 0; id < this.#starts.length; id++) {
      const [start, count] = [this.#starts[id] as number, this.#lengths[id] as number];
      for (let at = 0; at < count; at++) values[used + at] = before[start + at] as number;
      this.#starts[id] = used;
      used += count;
    }
    this.#values = values;
    this.#used = used;
  }
}
