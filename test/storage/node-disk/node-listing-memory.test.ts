import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FileEntry, FileStore } from "../../../src/storage/file-store.ts";
import { KnownFolder } from "../../../src/storage/node-disk/node-known-folder.ts";
import { ListingMemory } from "../../../src/storage/node-disk/node-listing-memory.ts";
import { contentOf, readDirents } from "../../../src/storage/node-disk/node-read-folder.ts";
import { pagesOf } from "../../../src/testing/contract-case.ts";
import { newFolder, openFolder, writeFiles } from "./disk-folder.ts";

// Only files that have not changed for two seconds are remembered; by this clock, none has for an hour.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 }));
afterEach(() => vi.useRealTimers());

async function listingOf(store: FileStore): Promise<{ readonly entries: FileEntry[]; readonly unlisted: unknown[] }> {
  const pages = await pagesOf(store, "", { recursive: true });
  return {
    entries: pages.flatMap(({ entries }) => entries) as FileEntry[],
    unlisted: pages.flatMap(({ unlisted }) => unlisted),
  };
}

/** What a store tells that has never seen the folder. */
async function freshListingOf(root: string): Promise<Awaited<ReturnType<typeof listingOf>>> {
  return listingOf(await openFolder(root));
}

/** One step of somebody who works in the folder; what can't be done leaves it as it is. */
const place = fc.constantFrom(
  "a.md",
  "b.md",
  "sub",
  "sub/a.md",
  "sub/c.md",
  "sub/deep",
  "sub/deep/d.md",
  "other",
  "other/a.md",
);
const step = fc.oneof(
  fc.tuple(fc.constant("write"), place, fc.string({ maxLength: 5 })),
  fc.tuple(fc.constant("make"), place, fc.constant("")),
  fc.tuple(fc.constant("remove"), place, fc.constant("")),
  fc.tuple(fc.constant("rename"), place, place),
  fc.tuple(fc.constant("link"), place, place),
);

function take(root: string, [what, path, other]: readonly [string, string, string]): void {
  const at = join(root, path);
  try {
    if (what === "write") writeFileSync(at, other);
    else if (what === "make") mkdirSync(at, { recursive: true });
    else if (what === "remove") rmSync(at, { recursive: true });
    else if (what === "rename") renameSync(at, join(root, other));
    else symlinkSync(join(root, other), at);
  } catch {
    // It was not there, or something was in the way.
  }
}

describe("listing a folder again", () => {
  it.each(["exact", "best_effort"] as const)(
    "tells what a first listing tells, whatever has happened (%s)",
    async (safeOpen) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
          const root = newFolder({ quick: true });
          writeFiles(root, { "a.md": "1", "sub/a.md": "2", "sub/deep/d.md": "3" });
          const store = await openFolder(root, { safeOpen, pageSize: 2 });
          for (const steps of [[], ...rounds]) {
            for (const each of steps) take(root, each);
            expect(await listingOf(store)).toEqual(await freshListingOf(root));
          }
          rmSync(root, { recursive: true });
        }),
        { numRuns: 150 },
      );
    },
  );

  it("gives the same entry for a file that is the same, and another for one that changed", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "1", "sub/b.md": "2", "sub/c.md": "3" });
    const store = await openFolder(root);
    const [a, b, c] = (await listingOf(store)).entries;
    writeFiles(root, { "sub/b.md": "longer", "sub/added.md": "" });
    const again = (await listingOf(store)).entries;
    expect(again.map(({ path }) => path)).toEqual(["a.md", "sub/added.md", "sub/b.md", "sub/c.md"]);
    expect(again[0]).toBe(a);
    expect(again[2]).not.toBe(b);
    expect(again[2]?.size).toBe(6);
    expect(again[3]).toBe(c);
  });

  it("never gives an entry again that is too young to be told from its next change", async () => {
    vi.useRealTimers();
    const root = newFolder();
    writeFiles(root, { "a.md": "1" });
    const store = await openFolder(root);
    const [first] = (await listingOf(store)).entries;
    const [second] = (await listingOf(store)).entries;
    expect(first?.validator).toMatch(/^racy-/);
    expect(second).not.toBe(first);
    expect(second).toEqual(first);
  });

  it("does not follow a folder that was moved out and linked to where it is now", async () => {
    const root = newFolder();
    const outside = newFolder();
    writeFiles(root, { "a.md": "1", "sub/b.md": "2" });
    const store = await openFolder(root);
    await listingOf(store);
    renameSync(join(root, "sub"), join(outside, "sub"));
    symlinkSync(join(outside, "sub"), join(root, "sub"));
    const { entries, unlisted } = await listingOf(store);
    expect(entries.map(({ path }) => path)).toEqual(["a.md"]);
    expect(unlisted).toEqual([{ shown: "sub", reason: "symbolic_link" }]);
  });

  it("goes on where its root was moved while it is open", async () => {
    const place = newFolder();
    writeFiles(join(place, "root"), { "a.md": "1", "sub/b.md": "2" });
    const store = await openFolder(join(place, "root"));
    const before = await listingOf(store);
    renameSync(join(place, "root"), join(place, "moved"));
    // Something else, with the same names, stands there now.
    writeFiles(join(place, "root"), { "a.md": "other", "sub/b.md": "other" });
    if (store.describe().safeOpen === "exact") expect(await listingOf(store)).toEqual(before);
  });
});

describe("the memory of listings", () => {
  const known = (root: string, before?: KnownFolder): KnownFolder => {
    const dirents = readDirents(`${root}/`);
    const content = contentOf(dirents);
    return new KnownFolder(dirents, { names: content?.names.toSorted() ?? [], unlisted: [] }, before);
  };

  it("forgets folders that are gone, and those in them", () => {
    const root = newFolder();
    writeFiles(root, { "sub/deep/a.md": "", "subway/b.md": "", "c.md": "" });
    const memory = new ListingMemory();
    for (const path of ["", "sub", "sub/deep", "subway"] as never[]) memory.set(path, known(join(root, path)));
    rmSync(join(root, "sub"), { recursive: true });
    memory.set("" as never, known(root, memory.get("" as never)));
    expect(["", "sub", "sub/deep", "subway"].map((path) => memory.get(path as never) !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("remembers no more names than it may", () => {
    const root = newFolder();
    writeFiles(
      root,
      Object.fromEntries(["a", "b", "c"].flatMap((folder) => [1, 2, 3].map((n) => [`${folder}/${n}.md`, ""]))),
    );
    const memory = new ListingMemory(6);
    const set = (path: string) => memory.set(path as never, known(join(root, path)));
    for (const path of readdirSync(root)) set(path);
    expect(["a", "b", "c"].map((path) => memory.get(path as never) !== undefined)).toEqual([true, true, false]);
    // One that has grown beyond what there is room for makes room for another.
    writeFiles(root, { "a/4.md": "" });
    set("a");
    set("c");
    expect(["a", "b", "c"].map((path) => memory.get(path as never) !== undefined)).toEqual([false, true, true]);
  });
});
