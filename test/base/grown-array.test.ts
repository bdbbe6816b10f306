import { describe, expect, it } from "vitest";
import { grownArray } from "../../src/base/grown-array.ts";

describe("a grown array", () => {
  it("holds what it held, with zeros behind it, and is of the same kind", () => {
    for (const Kind of [Uint8Array, Uint16Array, Int32Array, Uint32Array, Float32Array]) {
      const before = Kind.of(1, 2, 3);
      const grown = grownArray(before, 5);
      expect(grown).toBeInstanceOf(Kind);
      expect([...grown]).toEqual([1, 2, 3, 0, 0]);
      expect(grownArray(before, 3)).not.toBe(before);
    }
  });
});
