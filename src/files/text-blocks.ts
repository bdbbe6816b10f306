/** Cuts the bytes of a text file into blocks that can be decoded one by one: no block splits a character or a line end. */
import type { TextEncodingName } from "../base/decode-text.ts";

/** Some bytes of a text file, without its byte order mark. */
export interface TextBlock {
  readonly bytes: Uint8Array;
  /** Where they begin in the file, in bytes. */
  readonly offset: number;
}

/** Bytes of a block at most: few at first, so that a short window decodes little more than it wants; then as many as make a scan fast. */
const firstBlockBytes = 4 * 1024;
const blockBytes = 16 * 1024;
const firstBlocks = 4;

const CR = 0x0d;

/** Gets blocks one after the other; whether to go on. A block is valid only during the call. */
export type BlockVisitor = (block: TextBlock) => boolean;

/** Cuts the chunks of a text that begins at `offset` of the file; holds what the last one left over. */
export class BlockCutter {
  readonly #encoding: TextEncodingName;
  #offset: number;
  #carried: Uint8Array = nothing;
  #blocks = 0;

  constructor(encoding: TextEncodingName, offset: number) {
    this.#encoding = encoding;
    this.#offset = offset;
  }

  /** Cuts one more chunk; whether the visitor wants to go on. */
  cut(chunk: Uint8Array, visit: BlockVisitor): boolean {
    const bytes = this.#carried.length === 0 ? chunk : joined(this.#carried, chunk);
    this.#carried = nothing;
    for (let start = 0; ; ) {
      const end = nextEnd(bytes, start, this.#encoding, mostBytes(this.#blocks));
      if (end === start) {
        // A copy, because the source may use the chunk's memory again.
        if (start < bytes.length) this.#carried = bytes.slice(start);
        return true;
      }
      if (!this.#pass(bytes.subarray(start, end), visit)) return false;
      start = end;
    }
  }

  /** No more chunks follow: what can't be completed any more is a block too. Whether the visitor would go on. */
  end(visit: BlockVisitor): boolean {
    return this.#carried.length === 0 || this.#pass(this.#carried, visit);
  }

  #pass(bytes: Uint8Array, visit: BlockVisitor): boolean {
    const offset = this.#offset;
    this.#offset += bytes.length;
    this.#blocks++;
    return visit({ bytes, offset });
  }
}

const nothing = new Uint8Array(0);

/** The text of a block; invalid bytes become U+FFFD, the same as if the file had been decoded whole. */
export function textOfBlock(bytes: Uint8Array, encoding: TextEncodingName): string {
  return decoders[encoding].decode(bytes);
}

/** A mark at the start of a block is content: the file's own has been taken off. */
const decoders: Readonly<Record<TextEncodingName, TextDecoder>> = {
  "utf-8": new TextDecoder("utf-8", { ignoreBOM: true }),
  "utf-16le": new TextDecoder("utf-16le", { ignoreBOM: true }),
  "utf-16be": new TextDecoder("utf-16be", { ignoreBOM: true }),
};

function mostBytes(blocks: number): number {
  return blocks < firstBlocks ? firstBlockBytes : blockBytes;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** The end of the block that begins at `start`: after its last whole character, a carriage return waiting for its line feed. */
function nextEnd(bytes: Uint8Array, start: number, encoding: TextEncodingName, most: number): number {
  const limit = Math.min(bytes.length, start + most);
  if (limit === start) return start;
  if (encoding === "utf-8") {
    const end = utf8End(bytes, start, limit);
    return end === limit && bytes[end - 1] === CR ? end - 1 : end;
  }
  const end = limit - ((limit - start) % 2);
  const last = end === start ? 0 : utf16Unit(bytes, end - 2, encoding);
  return last === CR || (last >= 0xd800 && last <= 0xdbff) ? end - 2 : end;
}

/** The end of the bytes without a sequence that is only begun. */
function utf8End(bytes: Uint8Array, start: number, limit: number): number {
  for (let back = 1; back <= Math.min(3, limit - start); back++) {
    const byte = bytes[limit - back] as number;
    if (byte < 0x80) return limit;
    if (byte < 0xc0) continue;
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1;
    return needed > back ? limit - back : limit;
  }
  return limit;
}

function utf16Unit(bytes: Uint8Array, at: number, encoding: TextEncodingName): number {
  const first = bytes[at] as number;
  const second = bytes[at + 1] as number;
  return encoding === "utf-16le" ? first | (second << 8) : (first << 8) | second;
}
