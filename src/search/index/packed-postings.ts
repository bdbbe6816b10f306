/** Postings as bytes: what an index keeps of documents that did not change, in a third of the room that arrays would take. */
import { ByteLog } from "../words/term-bytes.ts";

/**
 * A list is its length, then for each posting the distance from the owner before it, doubled, and one more where a value other than the
 * usual one follows. All numbers are written as {@link ByteLog.pushNumber} does.
 */
const usualValue = 1;

/** Writes list after list. Owners ascend within a list; several postings of one owner keep their order. */
export class PostingsWriter {
  readonly log: ByteLog;

  constructor(expectedBytes: number) {
    this.log = new ByteLog(expectedBytes);
  }

  /** Writes one list: what stands at `start` to `end`. Owners are smaller than 2^31. */
  write({ owners, values }: PostingArrays, start: number, end: number): void {
    const { log } = this;
    log.pushNumber(end - start);
    let before = 0;
    for (let at = start; at < end; at++) {
      const owner = owners[at] as number;
      const value = values[at] as number;
      const distance = (owner - before) * 2;
      before = owner;
      if (value === usualValue) log.pushNumber(distance);
      else {
        log.pushNumber(distance + 1);
        log.pushNumber(rotated(value));
      }
    }
  }
}

/** Postings one behind the other. */
export interface PostingArrays {
  /** Documents or sections. */
  readonly owners: Uint32Array;
  /** Occurrences in the low 13 bits, the field in the high three. */
  readonly values: Uint16Array;
}

/** Reads list after list. */
export class PostingsReader {
  /** The present posting. */
  owner = 0;
  value = 0;
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Begins at a list. */
  moveTo(at: number): void {
    this.at = at;
  }

  /** The length of the list that begins here. {@link next} is then called that many times. */
  beginList(): number {
    this.owner = 0;
    return this.readNumber();
  }

  next(): void {
    const step = this.readNumber();
    this.owner += step >>> 1;
    this.value = (step & 1) === 0 ? usualValue : unrotated(this.readNumber());
  }

  private readNumber(): number {
    const { bytes } = this;
    let at = this.at;
    let byte = bytes[at++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    this.at = at;
    return value >>> 0;
  }
}

const fieldBits = 3;
const countBits = 13;

/** The field in the low bits: a small count makes a small number, whatever the field is. */
function rotated(value: number): number {
  return ((value << fieldBits) & 0xffff) | (value >> countBits);
}

function unrotated(value: number): number {
  return (value >> fieldBits) | ((value & ((1 << fieldBits) - 1)) << countBits);
}
