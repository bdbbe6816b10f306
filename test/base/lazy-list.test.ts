import { describe, expect, it } from "vitest";
import { lazyList } from "../../src/base/lazy-list.ts";

describe("a lazy list", () => {
  const squares = (made: number[]) =>
    lazyList(4, (index) => {
      made.push(index);
      return { square: index * index };
    });

  it("makes an item when it is asked for, once", () => {
    const made: number[] = [];
    const list = squares(made);
    expect([list.length, made]).toEqual([4, []]);
    expect(list[2]).toBe(list[2]);
    expect([list[2], list[4], list[-1], made]).toEqual([{ square: 4 }, undefined, undefined, [2]]);
  });

  it("reads as an array does", () => {
    const list = squares([]);
    const expected = [0, 1, 4, 9];
    expect(Array.isArray(list)).toBe(true);
    expect(list.map(({ square }) => square)).toEqual(expected);
    expect([...list].map(({ square }) => square)).toEqual(expected);
    expect(list.slice(1).map(({ square }) => square)).toEqual(expected.slice(1));
    expect(Array.from(list.entries(), ([index, { square }]) => index * index === square)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(list.at(-1)).toEqual({ square: 9 });
    expect(JSON.stringify(list)).toBe(JSON.stringify(expected.map((square) => ({ square }))));
    expect(list.reduce((sum, { square }) => sum + square, 0)).toBe(14);
    expect([3 in list, 4 in list, "length" in list]).toEqual([true, false, true]);
  });
});
