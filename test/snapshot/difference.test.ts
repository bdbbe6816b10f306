import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../src/base/compare-code-points.ts";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { differenceOf, isSame } from "../../src/snapshot/difference.ts";
import { makeDigest } from "../../src/snapshot/digest.ts";
import type { SnapshotFile } from "../../src/snapshot/snapshot.ts";

type State = { readonly files: readonly SnapshotFile[]; readonly otherPaths: readonly LogicalPath[] };

const path = fc.constantFrom("a", "b", "a/b", "a-b", "A", "é", "\uffee", "😀", "z z", "10");
const sha256 = fc.constantFrom("0".repeat(64), "1".repeat(64), "ab".repeat(32));
/** Any state: each path is a document with a hash, another file, or missing. */
const state = fc.dictionary(path, fc.oneof(sha256, fc.constant("other")), { maxKeys: 8 }).map((kinds): State => {
  const paths = Object.keys(kinds).sort(compareCodePoints) as LogicalPath[];
  const files = paths.filter((name) => kinds[name] !== "other");
  return {
    files: files.map((name) => ({ path: name, sha256: kinds[name] as string, validator: "", size: 1, modified: 0 })),
    otherPaths: paths.filter((name) => kinds[name] === "other"),
  };
});

const digestOf = (...[files, otherPaths]: Parameters<typeof makeDigest>) => makeDigest(files, otherPaths).digest;
const digest = ({ files, otherPaths }: State) => digestOf(files, otherPaths);

describe("the difference of two snapshots", () => {
  it("is what sets and maps say", () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const old = new Map(before.files.map((file) => [file.path, file.sha256]));
        const now = new Map(after.files.map((file) => [file.path, file.sha256]));
        const others = new Set(before.otherPaths);
        const othersNow = new Set(after.otherPaths);
        expect(differenceOf(before, after)).toEqual({
          added: [...now.keys()].filter((name) => !old.has(name)),
          changed: [...now.keys()].filter((name) => old.has(name) && old.get(name) !== now.get(name)),
          removed: [...old.keys()].filter((name) => !now.has(name)),
          otherAdded: [...othersNow].filter((name) => !others.has(name)),
          otherRemoved: [...others].filter((name) => !othersNow.has(name)),
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it("is empty exactly when the digests are equal", () => {
    fc.assert(
      fc.property(state, fc.oneof(state, fc.constant(undefined)), (before, other) => {
        const after = other ?? before;
        expect(isSame(differenceOf(before, after))).toBe(digest(before) === digest(after));
      }),
      { numRuns: 1_000 },
    );
  });

  it("turned around swaps what was added and removed", () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const there = differenceOf(before, after);
        const back = differenceOf(after, before);
        expect(back).toEqual({
          added: there.removed,
          removed: there.added,
          changed: there.changed,
          otherAdded: there.otherRemoved,
          otherRemoved: there.otherAdded,
        });
      }),
    );
  });
});

describe("the digest of a snapshot", () => {
  it("does not see validators, sizes and times", () => {
    fc.assert(
      fc.property(state, fc.integer(), (given, number) => {
        const files = given.files.map((file) => ({ ...file, validator: `${number}`, size: number, modified: number }));
        expect(digestOf(files, given.otherPaths)).toBe(digest(given));
      }),
    );
  });

  it("tells a document from another file of the same path", () => {
    const file = { path: "a" as LogicalPath, sha256: "0".repeat(64) };
    expect(digestOf([file], [])).not.toBe(digestOf([], [file.path]));
    expect(digestOf([], [`${file.sha256} a` as LogicalPath])).not.toBe(digestOf([file], []));
  });
});
