import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumInScript, checksumOf } from "../../src/base/checksum.ts";

describe("a checksum", () => {
  it("is CRC-32, wherever the bytes lie", () => {
    expect(checksumOf(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(7), (bytes, shift) => {
        const moved = new Uint8Array(bytes.length + shift);
        moved.set(bytes, shift);
        expect(checksumInScript(moved.subarray(shift))).toBe(crc32(bytes));
      }),
    );
  });

  it("tells every change of one bit", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const sum = checksumOf(bytes);
        for (let at = 0; at < bytes.length; at++) {
          for (let bit = 0; bit < 8; bit++)
            expect(checksumOf(bytes.with(at, (bytes[at] as number) ^ (1 << bit)))).not.toBe(sum);
        }
      }),
      { numRuns: 200 },
    );
  });
});
