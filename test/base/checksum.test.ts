import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumOf } from "../../src/base/checksum.ts";

describe("a checksum", () => {
  it("is the same wherever the bytes lie", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(7), (bytes, shift) => {
        const moved = new Uint8Array(bytes.length + shift);
        moved.set(bytes, shift);
        expect(checksumOf(moved.subarray(shift))).toBe(checksumOf(bytes));
      }),
    );
  });

  it("tells every change of one bit, every cut and every exchange of two bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const sum = checksumOf(bytes);
        for (let at = 0; at < bytes.length; at++) {
          for (let bit = 0; bit < 8; bit++)
            expect(checksumOf(bytes.with(at, (bytes[at] as number) ^ (1 << bit)))).not.toBe(sum);
          expect(checksumOf(bytes.slice(0, at))).not.toBe(sum);
          const [here, next] = [bytes[at] as number, bytes[at + 1] ?? (bytes[at] as number)];
          if (here !== next) expect(checksumOf(bytes.with(at, next).with(at + 1, here))).not.toBe(sum);
        }
      }),
      { numRuns: 200 },
    );
  });
});
