import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextEncodingName } from "../../src/base/decode-text.ts";
import { lineStarts } from "../../src/base/lines.ts";
import { countCodePoints, createLineEnds, endsLine, scanLines } from "../../src/files/count-lines.ts";
import { createLineMap } from "../../src/files/known-files.ts";
import { BlockCutter, type TextBlock, textOfBlock } from "../../src/files/text-blocks.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, encoding: TextEncodingName): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++) {
    view.setUint16(index * 2, text.charCodeAt(index), encoding === "utf-16le");
  }
  return new Uint8Array(view.buffer);
}

/** The blocks of bytes that come in chunks of a size, out of one piece of memory, as from a source that uses its buffer again. */
function blocksOf(bytes: Uint8Array, encoding: TextEncodingName, size = bytes.length): TextBlock[] {
  const cutter = new BlockCutter(encoding, 0);
  const buffer = new Uint8Array(size);
  const blocks: TextBlock[] = [];
  const keep = (block: TextBlock): boolean => blocks.push({ ...block, bytes: block.bytes.slice() }) > 0;
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    buffer.set(chunk);
    expect(cutter.cut(buffer.subarray(0, chunk.length), keep)).toBe(true);
  }
  cutter.end(keep);
  return blocks;
}

function check(bytes: Uint8Array, encoding: TextEncodingName, blocks: readonly TextBlock[]): void {
  let offset = 0;
  const pieces: string[] = [];
  for (const block of blocks) {
    expect(block.offset).toBe(offset);
    expect(block.bytes.length).toBeGreaterThan(0);
    expect(block.bytes.length).toBeLessThanOrEqual(64 * 1024);
    const piece = textOfBlock(block.bytes, encoding);
    // No line end is split over two blocks.
    expect((pieces.at(-1)?.endsWith("\r") ?? false) && piece.startsWith("\n")).toBe(false);
    pieces.push(piece);
    offset += block.bytes.length;
  }
  expect(offset).toBe(bytes.length);
  expect(pieces.join("") === new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)).toBe(true);
}

describe("blocks of a text", () => {
  const edge = 64 * 1024;

  it("split no character and no line end at their edges", () => {
    for (const tail of ["😀x", "ä\r\n", "\r\n\r", "\r", "語語", "\r\r\n"]) {
      for (let shift = 0; shift < 6; shift++) {
        const text = `${"x".repeat(edge - shift)}${tail}${"y".repeat(edge)}${tail}`;
        const bytes = utf8(text);
        check(bytes, "utf-8", blocksOf(bytes, "utf-8"));
        for (const size of [edge, edge + 1, 5 * edge, 7_777]) check(bytes, "utf-8", blocksOf(bytes, "utf-8", size));
        for (const encoding of ["utf-16le", "utf-16be"] as const) {
          const wide = utf16(text, encoding);
          check(wide, encoding, blocksOf(wide, encoding));
          check(wide, encoding, blocksOf(wide, encoding, 30_001));
        }
      }
    }
  });

  it("decode any bytes as the whole is decoded", () => {
    const byte = fc.constantFrom(
      0x0a,
      0x0d,
      0x41,
      0x80,
      0xbf,
      0xc3,
      0xe2,
      0x82,
      0xac,
      0xf0,
      0x9f,
      0x98,
      0xd8,
      0xdc,
      0xff,
      0xfe,
    );
    const encoding = fc.constantFrom("utf-8", "utf-16le", "utf-16be") as fc.Arbitrary<TextEncodingName>;
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(byte, { maxLength: 40 }),
        encoding,
        fc.integer({ min: 1, max: 7 }),
        (any, chosen, name, size) => {
          for (const bytes of [any, new Uint8Array(chosen)]) {
            check(bytes, name, blocksOf(bytes, name, size));
            check(bytes, name, blocksOf(bytes, name));
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("a visitor that has enough", () => {
  it("gets no further block", () => {
    const cutter = new BlockCutter("utf-8", 3);
    const seen: number[] = [];
    const goesOn = cutter.cut(utf8("x".repeat(100_000)), ({ offset }) => {
      seen.push(offset);
      return seen.length < 2;
    });
    expect(goesOn).toBe(false);
    expect(seen).toEqual([3, 3 + 4 * 1024]);
  });
});

describe("counting lines in bytes", () => {
  const text = fc.array(fc.constantFrom("\n", "\r\n", "\r", "a", "bcdef", "ä", "語", "😀", "\u0a0a", "\u0d0a"), {
    maxLength: 60,
  });

  it("passes as many as the text has, wherever the bytes lie in memory", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 3 }), (parts, most, shift) => {
        const whole = parts.join("");
        const starts = lineStarts(whole);
        const ended = starts.length === 0 ? 0 : starts.length - (/[\r\n]$/.test(whole) ? 0 : 1);
        const lines = Math.min(most, ended);
        const end = lines === 0 ? 0 : (starts[lines] ?? whole.length);
        const encoded = utf8(whole);
        const memory = new Uint8Array(encoded.length + shift);
        memory.set(encoded, shift);
        expect(scanLines(memory.subarray(shift), "utf-8", most)).toEqual({
          lines,
          end: utf8(whole.slice(0, end)).length,
        });
        const wide = utf16(whole, "utf-16be");
        expect(scanLines(wide, "utf-16be", most)).toEqual({ lines, end: end * 2 });
        expect(countCodePoints(whole)).toBe([...whole].length);
      }),
      { numRuns: 1_000 },
    );
  });

  it("finds each line's end in a text", () => {
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join("");
        const starts = lineStarts(whole);
        const lineEnd = createLineEnds(whole);
        const ends = starts.map((start) => lineEnd(start));
        expect(ends).toEqual([...starts.slice(1), ...(whole === "" ? [] : [whole.length])]);
        for (const end of ends.slice(0, -1)) expect(endsLine(whole, end)).toBe(true);
      }),
    );
  });
});

describe("a line map", () => {
  it("stays bounded, and always knows a place at or before the wanted one", () => {
    const map = createLineMap(3);
    expect(map.nearest(1, 1)).toEqual({ line: 1, column: 1, offset: 3 });
    const lines = 20_000;
    for (let line = 2; line < lines; line++) map.add({ line, column: 1, offset: line * 70_000 });
    const seen = new Set<number>();
    for (let line = 1; line < lines; line++) {
      const place = map.nearest(line, 5);
      expect(place.line).toBeLessThanOrEqual(line);
      expect(line - place.line).toBeLessThan(40);
      seen.add(place.line);
    }
    expect(seen.size).toBeLessThanOrEqual(2_048);
    map.add({ line: 1, column: 9, offset: 10 });
    expect(map.nearest(1, 20)).toEqual({ line: 1, column: 1, offset: 3 });
  });
});
