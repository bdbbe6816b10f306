/** Writes numbers and texts one after another into bytes that grow. */
import { grownArray } from "../../base/grown-array.ts";

const firstBytes = 64 * 1024;
/** Bytes that a code unit takes in UTF-8 at most. */
const bytesPerUnit = 3;
const longestNumber = 10;
/** Texts this short are copied unit by unit, as long as they are ASCII: faster than calling the encoder. */
const shortText = 48;

const encoder = new TextEncoder();
const loneSurrogate = /\p{Surrogate}/u;

/** Numbers are whole, from 0 to 2^53 − 1, in seven bits a byte, so small ones are short. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(firstBytes);
  #length = 0;

  /** Bytes that have been written. */
  get length(): number {
    return this.#length;
  }

  /** Forgets what has been written, and keeps the memory. */
  clear(): void {
    this.#length = 0;
  }

  number(value: number): void {
    this.#ensure(longestNumber);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A whole number of either sign. */
  signed(value: number): void {
    this.number(value < 0 ? -value * 2 - 1 : value * 2);
  }

  /** Any number, exactly. */
  double(value: number): void {
    this.#ensure(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** A text, lone surrogates and all: those are kept by writing the units of the whole text. */
  text(value: string): void {
    if (value.length <= shortText && this.#shortAscii(value)) return;
    if (loneSurrogate.test(value)) this.#units(value);
    else this.#encoded(value);
  }

  /** Bytes as they are, after their number. */
  bytes(value: Uint8Array): void {
    this.number(value.length);
    this.raw(value);
  }

  /** Bytes as they are; whoever reads them knows how many they are. */
  raw(value: Uint8Array): void {
    this.#ensure(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** A copy of what has been written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** What has been written, until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #encoded(value: string): void {
    this.#ensure(value.length * bytesPerUnit + longestNumber);
    // The length stands before the bytes and is known after them: it is given the room of the longest that it can be.
    const room = lengthOfNumber(value.length * bytesPerUnit * forms);
    const { written } = encoder.encodeInto(value, this.#bytes.subarray(this.#length + room));
    const form = written === value.length ? asciiForm : utf8Form;
    this.#paddedNumber(written * forms + form, room);
    this.#length += written;
  }

  #shortAscii(value: string): boolean {
    this.#ensure(value.length + 2);
    const start = this.#length;
    this.number(value.length * forms + asciiForm);
    for (let index = 0; index < value.length; index++) {
      const unit = value.charCodeAt(index);
      if (unit >= 0x80) {
        this.#length = start;
        return false;
      }
      this.#bytes[this.#length++] = unit;
    }
    return true;
  }

  #units(value: string): void {
    this.number(value.length * forms + unitForm);
    for (let index = 0; index < value.length; index++) this.number(value.charCodeAt(index));
  }

  /** A number in more bytes than it needs, which reads as any other. */
  #paddedNumber(value: number, room: number): void {
    let rest = value;
    for (let index = 1; index < room; index++) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  #ensure(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    this.#bytes = grownArray(this.#bytes, Math.max(this.#bytes.length * 2, this.#length + more));
  }
}

/** How the units of a text are written; in the low end of its length. */
export const asciiForm = 0;
export const utf8Form = 1;
export const unitForm = 2;
export const forms = 3;

function lengthOfNumber(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length++;
  return length;
}
