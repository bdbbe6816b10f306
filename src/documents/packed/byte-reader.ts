/** Reads what a `ByteWriter` wrote. */
import { asciiForm, forms, utf8Form } from "./byte-writer.ts";
import { DamagedBytes } from "./damaged-bytes.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Texts this short are made unit by unit: faster than calling the decoder. */
const shortText = 24;

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;

  /** Reads from `start` up to, not including, `end`. */
  constructor(bytes: Uint8Array, start = 0, end: number = bytes.length) {
    if (start < 0 || end > bytes.length || start > end) throw new DamagedBytes();
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Where the next read begins. */
  get at(): number {
    return this.#at;
  }

  number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      if (this.#at >= this.#end) throw new DamagedBytes();
      const byte = this.#bytes[this.#at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(): number {
    const at = this.#skip(8);
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getFloat64(at, true);
  }

  text(): string {
    const tag = this.number();
    const length = Math.floor(tag / forms);
    const form = tag % forms;
    if (form !== asciiForm && form !== utf8Form) return this.#units(length);
    const start = this.#skip(length);
    if (form === utf8Form || length > shortText) return decoder.decode(this.#bytes.subarray(start, start + length));
    let text = "";
    for (let index = start; index < start + length; index++) text += String.fromCharCode(this.#bytes[index] as number);
    return text;
  }

  /** A view of bytes that stand after their number. */
  bytes(): Uint8Array {
    const length = this.number();
    const start = this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** A number of items, which can't be more than there are bytes. */
  count(): number {
    const count = this.number();
    if (count > this.#end - this.#at) throw new DamagedBytes();
    return count;
  }

  #units(length: number): string {
    if (length > this.#end - this.#at) throw new DamagedBytes();
    let text = "";
    for (let index = 0; index < length; index++) text += String.fromCharCode(this.number());
    return text;
  }

  #skip(length: number): number {
    const start = this.#at;
    if (length > this.#end - start) throw new DamagedBytes();
    this.#at = start + length;
    return start;
  }
}
