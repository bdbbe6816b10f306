/** Which owners (sections or documents) a term stands in, and how often: gathered as a log, then laid out term by term. */

import { grownArray } from "../../base/grown-array.ts";
import type { PostingArrays } from "./packed-postings.ts";

/** Finished postings. Those of term `t` are at `starts[t]` to `starts[t + 1]`, by ascending owner. */
export interface LaidOutPostings extends PostingArrays {
  readonly starts: Uint32Array;
}

/** Postings as ranking reads them. */
export interface Postings extends LaidOutPostings {
  /**
   * What an occurrence counts by the length of the text that it stands in, where that matters: less than 1 in a text that is longer than
   * the average, more in a shorter one.
   */
  readonly lengthFactors: Float32Array;
}

/** Most occurrences that one posting counts. */
const maximumCount = 0x1fff;
const fieldShift = 13;

export function countOf(value: number): number {
  return value & maximumCount;
}

export function fieldOf(value: number): number {
  return value >> fieldShift;
}

const firstLength = 1 << 10;

/** Gathers postings in the order of the owners. Each run is one field of one owner; a term occurs once in a run, with its count. */
export class PostingLog {
  private length = 0;
  private terms: Int32Array;
  private values: Uint16Array;
  /** Term → its last entry in the log + 1. */
  private last: Int32Array = new Int32Array(firstLength);
  private runs = 0;
  private runStarts: Int32Array = new Int32Array(firstLength);
  private runOwners: Int32Array = new Int32Array(firstLength);
  private runStart = 0;
  private runValue = 0;

  /** `expected` entries are made room for at once: growing copies, and makes the collector work. */
  constructor(expected: number = firstLength) {
    this.terms = new Int32Array(Math.max(firstLength, expected));
    this.values = new Uint16Array(Math.max(firstLength, expected));
  }

  /** Begins a run: what is added from here on stands in this field (0–7) of this owner. Owners never descend. */
  begin(owner: number, field: number): void {
    if (this.runs === this.runStarts.length) {
      this.runStarts = grownArray(this.runStarts, this.runs * 2);
      this.runOwners = grownArray(this.runOwners, this.runs * 2);
    }
    this.runStarts[this.runs] = this.length;
    this.runOwners[this.runs++] = owner;
    this.runStart = this.length;
    this.runValue = (field << fieldShift) | 1;
  }

  /** One more occurrence of a term in the current run. */
  add(term: number): void {
    if (term >= this.last.length) this.last = grownArray(this.last, Math.max(term + 1, this.last.length * 2));
    const entry = (this.last[term] as number) - 1;
    if (entry >= this.runStart) {
      const value = this.values[entry] as number;
      if ((value & maximumCount) < maximumCount) this.values[entry] = value + 1;
      return;
    }
    if (this.length === this.terms.length) this.growLog();
    this.terms[this.length] = term;
    this.values[this.length] = this.runValue;
    this.last[term] = ++this.length;
  }

  private growLog(): void {
    this.terms = grownArray(this.terms, this.length * 2);
    this.values = grownArray(this.values, this.length * 2);
  }

  /** Calls `visit` with each entry, in the order of the log. */
  visit(visit: (term: number, owner: number, value: number) => void): void {
    for (let run = 0; run < this.runs; run++) {
      const owner = this.runOwners[run] as number;
      const end = run + 1 < this.runs ? (this.runStarts[run + 1] as number) : this.length;
      for (let entry = this.runStarts[run] as number; entry < end; entry++)
        visit(this.terms[entry] as number, owner, this.values[entry] as number);
    }
  }

  /** Lays the log out by terms. */
  finish(termCount: number): LaidOutPostings {
    const starts = new Uint32Array(termCount + 1);
    for (let entry = 0; entry < this.length; entry++) (starts[(this.terms[entry] as number) + 1] as number)++;
    for (let term = 0; term < termCount; term++)
      starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    const next = starts.slice();
    const owners = new Uint32Array(this.length);
    const values = new Uint16Array(this.length);
    for (let run = 0; run < this.runs; run++) {
      const owner = this.runOwners[run] as number;
      const end = run + 1 < this.runs ? (this.runStarts[run + 1] as number) : this.length;
      for (let entry = this.runStarts[run] as number; entry < end; entry++) {
        const at = (next[this.terms[entry] as number] as number)++;
        owners[at] = owner;
        values[at] = this.values[entry] as number;
      }
    }
    return { starts, owners, values };
  }
}

/** Adds the factors for lengths. */
export function withLengthFactors(
  postings: LaidOutPostings,
  factorOf: (owner: number, value: number) => number,
): Postings {
  const { owners, values } = postings;
  const lengthFactors = new Float32Array(owners.length);
  for (let at = 0; at < owners.length; at++) lengthFactors[at] = factorOf(owners[at] as number, values[at] as number);
  return { ...postings, lengthFactors };
}

/** Whether a term has postings in any of these. */
export function standsAnywhere(
  term: number,
  {
    names,
    headings,
    bodies,
  }: { readonly names: LaidOutPostings; readonly headings: LaidOutPostings; readonly bodies: LaidOutPostings },
): boolean {
  return hasPostings(names, term) || hasPostings(headings, term) || hasPostings(bodies, term);
}

function hasPostings({ starts }: LaidOutPostings, term: number): boolean {
  return (starts[term] as number) < (starts[term + 1] as number);
}

/** Where the postings of `owner` begin among those of `term`; −1 when there is none. */
export function findPosting(postings: LaidOutPostings, term: number, owner: number): number {
  const end = postings.starts[term + 1] as number;
  let low = postings.starts[term] as number;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((postings.owners[middle] as number) < owner) low = middle + 1;
    else high = middle;
  }
  return low < end && postings.owners[low] === owner ? low : -1;
}
