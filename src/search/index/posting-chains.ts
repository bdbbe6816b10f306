/** Postings that only ever grow: those of each term are chained in the order in which they came. */
import { grownArray } from "../../base/grown-array.ts";

const firstLength = 256;

export class PostingChains {
  private length = 0;
  private owners: Uint32Array = new Uint32Array(firstLength);
  private values: Uint16Array = new Uint16Array(firstLength);
  /** The entry behind each + 1; 0 for the last. */
  private following: Uint32Array = new Uint32Array(firstLength);
  /** Term → its first and last entry + 1; 0 for none. */
  private heads: Uint32Array = new Uint32Array(firstLength);
  private tails: Uint32Array = new Uint32Array(firstLength);

  add(term: number, owner: number, value: number): void {
    if (this.length === this.owners.length) this.grow();
    if (term >= this.heads.length) this.growTerms(term + 1);
    this.owners[this.length] = owner;
    this.values[this.length] = value;
    const entry = ++this.length;
    const tail = this.tails[term] as number;
    if (tail === 0) this.heads[term] = entry;
    else this.following[tail - 1] = entry;
    this.tails[term] = entry;
  }

  /** Calls `visit` with the postings of a term, the oldest first, until it gives `true`. Gives whether it did. */
  some(term: number, visit: (owner: number, value: number) => boolean): boolean {
    for (let entry = this.heads[term] ?? 0; entry !== 0; entry = this.following[entry - 1] as number)
      if (visit(this.owners[entry - 1] as number, this.values[entry - 1] as number)) return true;
    return false;
  }

  private grow(): void {
    const length = this.length * 2;
    this.owners = grownArray(this.owners, length);
    this.values = grownArray(this.values, length);
    this.following = grownArray(this.following, length);
  }

  private growTerms(needed: number): void {
    const length = Math.max(needed, this.heads.length * 2);
    this.heads = grownArray(this.heads, length);
    this.tails = grownArray(this.tails, length);
  }
}
