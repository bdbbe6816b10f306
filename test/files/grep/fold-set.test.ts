import { RE2JS } from "re2js";
import { expect, it } from "vitest";
import { membersOf, rangesOf } from "../../../src/files/grep/code-point-set.ts";
import { foldSet } from "../../../src/files/grep/fold-set.ts";

const settled: readonly (readonly [number, number])[] = [
  [0x00, 0x52f],
  [0x2000, 0x2bff],
  [0xf900, 0xfaff],
  [0xff00, 0xff60],
  [0x1f5f0, 0x1f64f],
];

it("takes the same letters as the reference engine, for every character of the blocks that it knows", () => {
  // Letters that the engine may take for another one.
  let cased = "";
  for (let codePoint = 0; codePoint <= 0x1ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (/\p{L}|\p{M}|\p{Nl}|\p{So}/u.test(character) && character.toLowerCase() !== character.toUpperCase())
      cased += character;
  }
  for (const [first, last] of settled) {
    for (let codePoint = first; codePoint <= last; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      const ours = new Set(membersOf(foldSet([codePoint, codePoint]) ?? [], 10));
      const reference = RE2JS.compile(RE2JS.quote(character), RE2JS.CASE_INSENSITIVE);
      const theirs = new Set([codePoint]);
      const others = reference.matcher(cased);
      while (others.find()) theirs.add(cased.codePointAt(others.start()) as number);
      expect(ours, codePoint.toString(16)).toEqual(theirs);
    }
  }
});

it("leaves what versions of Unicode differ in to the one engine", () => {
  expect(foldSet([0x10d0, 0x10d0])).toBeUndefined();
  expect(foldSet([0x80, 0x10ffff])).toBeUndefined();
  expect(rangesOf(foldSet([0x4e00, 0x9fff]) ?? [])).toEqual([[0x4e00, 0x9fff]]);
});
