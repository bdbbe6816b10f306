/** Terms as bytes: UTF-8, but for lone surrogates, which are written as if they were characters, so that every text comes back as it was. */
import { grownArray } from "../../base/grown-array.ts";

/** Bytes that grow as they are added to. */
export class ByteLog {
  length = 0;
  private bytes: Uint8Array<ArrayBuffer>;

  /** `expected` bytes are made room for at once. */
  constructor(expected: number = 1024) {
    this.bytes = new Uint8Array(Math.max(1024, expected));
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.grow();
    this.bytes[this.length++] = byte;
  }

  /** A whole number from 0 to 2^32 − 1, seven bits a byte, the lowest first; all bytes but the last have their high bit set. */
  pushNumber(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.push(rest);
  }

  pushTerm(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const point = text.codePointAt(at) as number;
      if (point < 0x80) this.push(point);
      else if (point < 0x800) this.pushAll((point >> 6) | 0xc0, (point & 0x3f) | 0x80);
      else if (point < 0x10000) this.pushAll((point >> 12) | 0xe0, ((point >> 6) & 0x3f) | 0x80, (point & 0x3f) | 0x80);
      else {
        this.pushAll((point >> 18) | 0xf0, ((point >> 12) & 0x3f) | 0x80);
        this.pushAll(((point >> 6) & 0x3f) | 0x80, (point & 0x3f) | 0x80);
        at++;
      }
    }
  }

  pushRange(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at++) this.push(bytes[at] as number);
  }

  /** A copy of what was added. */
  toBytes(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private pushAll(...bytes: readonly number[]): void {
    for (const byte of bytes) this.push(byte);
  }

  private grow(): void {
    this.bytes = grownArray(this.bytes, this.bytes.length * 2);
  }
}

/** A term as it is compared with others. */
export function bytesOfTerm(text: string): Uint8Array {
  const log = new ByteLog(text.length * 3);
  log.pushTerm(text);
  return log.toBytes();
}

/** The term that stands at `start` to `end`. */
export function termOfBytes(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  let at = start;
  while (at < end) {
    const lead = bytes[at++] as number;
    if (lead < 0x80) {
      text += String.fromCharCode(lead);
      continue;
    }
    const following = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    let point = lead & (0x3f >> following);
    for (let count = 0; count < following; count++) point = (point << 6) | ((bytes[at++] as number) & 0x3f);
    text += String.fromCodePoint(point);
  }
  return text;
}
