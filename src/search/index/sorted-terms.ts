/** The terms of a base: sorted by their bytes in one pool, so that a term or a beginning is found by halving and nothing has to be built. */
import { bytesOfTerm, termOfBytes } from "../words/term-bytes.ts";

export class SortedTerms {
  /** How many terms there are; their numbers, 0 to `size` − 1, ascend with their bytes. */
  readonly size: number;
  private readonly bytes: Uint8Array;
  private readonly starts: Uint32Array;

  /** Term `t` is `bytes[starts[t]]` to `bytes[starts[t + 1]]`. */
  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.size = starts.length - 1;
    this.bytes = bytes;
    this.starts = starts;
  }

  /** The number of a term; −1 when it is not there. */
  find(term: string): number {
    const wanted = bytesOfTerm(term);
    const place = this.placeOf(wanted);
    return this.isAt(place, wanted) ? place : -1;
  }

  /** Whether the term with this number has these bytes. */
  isAt(term: number, bytes: Uint8Array): boolean {
    return term < this.size && this.lengthOf(term) === bytes.length && this.beginsWith(term, bytes);
  }

  /** How many terms come before one with these bytes. */
  placeOf(bytes: Uint8Array): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.isBefore(middle, bytes)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The terms that begin with `prefix`: from the first number on, up to the second. */
  rangeOf(prefix: string): readonly [number, number] {
    const wanted = bytesOfTerm(prefix);
    const first = this.placeOf(wanted);
    let low = first;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.beginsWith(middle, wanted)) low = middle + 1;
      else high = middle;
    }
    return [first, low];
  }

  textOf(term: number): string {
    return termOfBytes(this.bytes, this.starts[term] as number, this.starts[term + 1] as number);
  }

  private lengthOf(term: number): number {
    return (this.starts[term + 1] as number) - (this.starts[term] as number);
  }

  private beginsWith(term: number, prefix: Uint8Array): boolean {
    if (this.lengthOf(term) < prefix.length) return false;
    const start = this.starts[term] as number;
    for (let index = 0; index < prefix.length; index++) if (this.bytes[start + index] !== prefix[index]) return false;
    return true;
  }

  private isBefore(term: number, wanted: Uint8Array): boolean {
    const start = this.starts[term] as number;
    const length = Math.min(this.lengthOf(term), wanted.length);
    for (let index = 0; index < length; index++) {
      const difference = (this.bytes[start + index] as number) - (wanted[index] as number);
      if (difference !== 0) return difference < 0;
    }
    return this.lengthOf(term) < wanted.length;
  }
}
