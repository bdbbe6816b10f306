/** Every distinct term of an index, numbered in the order of its first appearance. */
import { grownArray } from "../../base/grown-array.ts";
import { asciiLower } from "../words/character-classes.ts";
import { foldWord } from "../words/fold-word.ts";
import type { ByteLog } from "../words/term-bytes.ts";
import { FOLDED, hashOf, type TokenSpans } from "../words/tokenise.ts";

/** Room for the terms of a small knowledge base. */
const usualRoom = 1 << 11;

/** Terms in their folded form, found by hash without making a string for each token. */
export class TermDictionary {
  /** How many terms there are; their numbers are 0 to `size` − 1. */
  size = 0;
  /** Slot → term + 1; 0 is free. */
  private slots: Int32Array;
  private hashes: Int32Array;
  /** The code units of all terms, one after another; term `t` is `units[offsets[t]]` to `units[offsets[t + 1]]`. */
  private units: Uint16Array;
  private offsets: Uint32Array;
  /** Chains of terms that begin with the same two code units. */
  private readonly chainHeads: Int32Array = new Int32Array(chainCount).fill(-1);
  private chainNext: Int32Array;
  /** Words that need folding, as written → term; −1 for those of which folding leaves nothing. */
  private readonly written: Map<string, number> = new Map();

  /** Room for so many terms, a power of two, is made at once; more is made when it is needed. */
  constructor(room: number = usualRoom) {
    this.slots = new Int32Array(room * 2);
    this.hashes = new Int32Array(room);
    this.units = new Uint16Array(room * 8);
    this.offsets = new Uint32Array(room + 1);
    this.chainNext = new Int32Array(room);
  }

  /** The term of a token, added when it is new; −1 when folding leaves nothing of it. */
  addToken(text: string, spans: TokenSpans, index: number): number {
    const start = spans.starts[index] as number;
    const end = spans.ends[index] as number;
    if (((spans.flags[index] as number) & FOLDED) === 0)
      return this.addPlain(text, start, end, spans.hashes[index] as number);
    const word = text.slice(start, end);
    const known = this.written.get(word);
    if (known !== undefined) return known;
    const folded = foldWord(word);
    const term = folded === "" ? -1 : this.addTerm(folded);
    this.written.set(word, term);
    return term;
  }

  /** The term of a token, or −1 when there is none. Adds nothing. */
  findToken(text: string, spans: TokenSpans, index: number): number {
    const start = spans.starts[index] as number;
    const end = spans.ends[index] as number;
    if (((spans.flags[index] as number) & FOLDED) === 0)
      return this.findPlain(text, start, end, spans.hashes[index] as number);
    const word = text.slice(start, end);
    const known = this.written.get(word);
    return known ?? this.find(foldWord(word));
  }

  /** A folded term, added when it is new. */
  addTerm(term: string): number {
    return this.addPlain(term, 0, term.length, hashOf(term, 0, term.length));
  }

  /** A folded term, or −1. */
  find(term: string): number {
    return this.findPlain(term, 0, term.length, hashOf(term, 0, term.length));
  }

  /** The text of a term. */
  termOf(term: number): string {
    let text = "";
    const end = this.offsets[term + 1] as number;
    for (let at = this.offsets[term] as number; at < end; at++) text += String.fromCharCode(this.units[at] as number);
    return text;
  }

  /** Writes the text of a term. */
  writeTerm(term: number, log: ByteLog): void {
    const end = this.offsets[term + 1] as number;
    for (let at = this.offsets[term] as number; at < end; at++)
      if ((this.units[at] as number) >= 0x80) {
        log.pushTerm(this.termOf(term));
        return;
      }
    for (let at = this.offsets[term] as number; at < end; at++) log.push(this.units[at] as number);
  }

  lengthOf(term: number): number {
    return (this.offsets[term + 1] as number) - (this.offsets[term] as number);
  }

  /** All terms that begin with `prefix` (at least two code units), in no order that means anything. */
  startingWith(prefix: string): number[] {
    const found: number[] = [];
    const first = this.chainHeads[chainOf(prefix.charCodeAt(0), prefix.charCodeAt(1))] as number;
    for (let term = first; term !== -1; term = this.chainNext[term] as number)
      if (this.hasPrefix(term, prefix)) found.push(term);
    return found;
  }

  private hasPrefix(term: number, prefix: string): boolean {
    if (this.lengthOf(term) < prefix.length) return false;
    const offset = this.offsets[term] as number;
    for (let index = 0; index < prefix.length; index++)
      if (this.units[offset + index] !== prefix.charCodeAt(index)) return false;
    return true;
  }

  private findPlain(text: string, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const term = (this.slots[slot] as number) - 1;
      if (term === -1) return -1;
      if (this.hashes[term] === hash && this.equals(term, text, start, end)) return term;
    }
  }

  private addPlain(text: string, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = spread(hash) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const term = (this.slots[slot] as number) - 1;
      if (term === -1) break;
      if (this.hashes[term] === hash && this.equals(term, text, start, end)) return term;
    }
    return this.insert(text, start, end, hash, slot);
  }

  private equals(term: number, text: string, start: number, end: number): boolean {
    let at = this.offsets[term] as number;
    if ((this.offsets[term + 1] as number) - at !== end - start) return false;
    for (let index = start; index < end; index++, at++) {
      const unit = text.charCodeAt(index);
      if (this.units[at] !== (unit < 128 ? asciiLower[unit] : unit)) return false;
    }
    return true;
  }

  private insert(text: string, start: number, end: number, hash: number, slot: number): number {
    const term = this.size++;
    const offset = this.offsets[term] as number;
    if (term + 1 >= this.hashes.length) this.growTerms();
    if (offset + (end - start) > this.units.length) this.growUnits(offset + (end - start));
    for (let index = start; index < end; index++) {
      const unit = text.charCodeAt(index);
      this.units[offset + index - start] = unit < 128 ? (asciiLower[unit] as number) : unit;
    }
    this.offsets[term + 1] = offset + (end - start);
    this.hashes[term] = hash;
    this.slots[slot] = term + 1;
    const chain = chainOf(this.units[offset] as number, end - start > 1 ? (this.units[offset + 1] as number) : 0);
    this.chainNext[term] = this.chainHeads[chain] as number;
    this.chainHeads[chain] = term;
    if (this.size * 2 > this.slots.length) this.growSlots();
    return term;
  }

  private growTerms(): void {
    const length = this.hashes.length * 2;
    this.hashes = grownArray(this.hashes, length);
    this.offsets = grownArray(this.offsets, length + 1);
    this.chainNext = grownArray(this.chainNext, length);
  }

  private growUnits(needed: number): void {
    this.units = grownArray(this.units, Math.max(this.units.length * 2, needed));
  }

  /** Four times as many slots: a table that starts small costs a small knowledge base nothing. */
  private growSlots(): void {
    const slots = new Int32Array(this.slots.length * 4);
    const mask = slots.length - 1;
    for (let term = 0; term < this.size; term++) {
      let slot = spread(this.hashes[term] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = term + 1;
    }
    this.slots = slots;
  }
}

const chainCount = 1 << 11;

function chainOf(first: number, second: number): number {
  return (Math.imul(first, 31) + Math.imul(second, 1021)) & (chainCount - 1);
}

/** The low bits of FNV-1a depend on few bits of the last code unit: mixes the high ones in. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
