import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../src/base/compare-code-points.ts";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { type DigestParts, makeDigest } from "../../src/snapshot/digest.ts";

// Of these contents the first two end a part.
const contents = ["00", "03", "04", "ff"].map((end) => end.padStart(64, "a"));
const file = fc.record({
  path: fc.string({ minLength: 1, maxLength: 2 }).map((path) => path as LogicalPath),
  sha256: fc.constantFrom(...contents),
});
const files = fc
  .uniqueArray(file, { selector: ({ path }) => path, maxLength: 12 })
  .map((all) => all.sort((a, b) => compareCodePoints(a.path, b.path)));
const others = fc.uniqueArray(fc.constantFrom("x.png" as LogicalPath, "y.png" as LogicalPath)).map((all) => all.sort());

describe("the digest of a snapshot", () => {
  it("is the same whether or not parts of another are at hand", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(files, others), { minLength: 1, maxLength: 6 }), (states) => {
        let earlier: DigestParts | undefined;
        const kept = new Map<string, { readonly path: LogicalPath; readonly sha256: string }>();
        for (const [given, otherPaths] of states) {
          // Files that do not change are the same objects, as in snapshots that follow each other.
          const now = given.map((each) => {
            const before = kept.get(each.path);
            const same = before?.sha256 === each.sha256 ? before : each;
            kept.set(each.path, same);
            return same;
          });
          const made = makeDigest(now, otherPaths, undefined, earlier);
          expect(made.digest).toBe(makeDigest(given, otherPaths).digest);
          earlier = made.parts;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("differs for different states, however they are parted", () => {
    fc.assert(
      fc.property(files, others, files, others, (oneFiles, oneOthers, twoFiles, twoOthers) => {
        const isEqual = JSON.stringify([oneFiles, oneOthers]) === JSON.stringify([twoFiles, twoOthers]);
        expect(makeDigest(oneFiles, oneOthers).digest === makeDigest(twoFiles, twoOthers).digest).toBe(isEqual);
      }),
    );
  });

  it("hashes only what has changed", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({
      path: `n${String(at).padStart(4, "0")}.md` as LogicalPath,
      sha256: (at % 50 === 49 ? "00" : "77").padStart(64, "b"),
    }));
    let hashed = 0;
    const count = (bytes: Uint8Array): string => {
      hashed += bytes.length;
      return "c".repeat(64);
    };
    const { parts } = makeDigest(many, [], count);
    const all = hashed;
    hashed = 0;
    makeDigest(many.with(123, { ...(many[123] as (typeof many)[0]), sha256: "d".repeat(64) }), [], count, parts);
    expect(hashed).toBeLessThan(all / 10);
  });
});
