import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../src/base/compare-code-points.ts";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import type { FileEntry } from "../../src/storage/file-store.ts";
import { changeBetween, moveChosen } from "../../src/storage/listing-change.ts";

const entry = (path: string): FileEntry => ({
  kind: "file",
  path: path as LogicalPath,
  size: 0,
  validator: "v",
  modified: 0,
});
const byPath = (a: FileEntry, b: FileEntry): number => compareCodePoints(a.path, b.path);

/** Two sorted listings: the later one has some entries of the earlier, others that took the place of one, and some of its own. */
const listings = fc
  .uniqueArray(
    fc.record({
      path: fc.string({ minLength: 1, maxLength: 3, unit: "binary" }),
      fate: fc.integer({ min: 0, max: 3 }),
    }),
    {
      selector: ({ path }) => path,
      maxLength: 30,
    },
  )
  .map((files) => {
    const before: FileEntry[] = [];
    const now: FileEntry[] = [];
    for (const { path, fate } of files) {
      const one = entry(path);
      if (fate !== 3) before.push(one);
      if (fate === 0) now.push(one);
      else if (fate !== 1) now.push(entry(path));
    }
    return { before: before.sort(byPath), now: now.sort(byPath) };
  });

describe("what differs between two listings", () => {
  it("is every entry that only one of them has", () => {
    fc.assert(
      fc.property(listings, ({ before, now }) => {
        const { fresh, gone } = changeBetween(before, now);
        expect(fresh).toEqual(now.filter((each) => !before.includes(each)));
        expect([...gone]).toEqual(before.filter((each) => !now.includes(each)));
      }),
    );
  });

  it("moves what was chosen of the one to what is chosen of the other", () => {
    fc.assert(
      fc.property(listings, fc.constantFrom("a", "m", "\u{f000}"), ({ before, now }, border) => {
        const choose = (entries: readonly FileEntry[]): FileEntry[] => entries.filter(({ path }) => path > border);
        const { fresh, gone } = changeBetween(before, now);
        const moved = moveChosen(choose(before), { fresh: choose(fresh as FileEntry[]), gone });
        const expected = choose(now);
        expect(moved).toHaveLength(expected.length);
        moved.forEach((each, at) => void expect(each).toBe(expected[at]));
      }),
    );
  });
});
