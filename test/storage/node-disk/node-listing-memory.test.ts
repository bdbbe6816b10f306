import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DirectoryPath } from "../../../src/base/logical-path.ts";
import type { FileEntry, FileStore } from "../../../src/storage/file-store.ts";
import { KnownFolder } from "../../../src/storage/node-disk/node-known-folder.ts";
import { ListingMemory } from "../../../src/storage/node-disk/node-listing-memory.ts";
import { contentOf, readDirents } from "../../../src/storage/node-disk/node-read-folder.ts";
import { pagesOf } from "../../../src/testing/contract-case.ts";
import { descriptorCount, newFolder, openFolder, writeFiles } from "./disk-folder.ts";

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

  it("stays with its root when that was moved, and something of the same names has taken its place", async () => {
    const place = newFolder();
    const root = join(place, "root");
    writeFiles(root, { "a.md": "1", "sub/b.md": "2" });
    const store = await openFolder(root);
    await listingOf(store);
    const moved = join(place, "moved");
    renameSync(root, moved);
    cpSync(moved, root, { recursive: true });
    writeFiles(moved, { "sub/b.md": "changed", "sub/new.md": "", "new.md": "" });
    if (store.describe().safeOpen === "exact") expect(await listingOf(store)).toEqual(await freshListingOf(moved));
  });

  it.each(["link", "file", "nothing"])("goes on to its end where a folder becomes a %s meanwhile", async (what) => {
    const place = newFolder();
    const root = join(place, "root");
    writeFiles(root, { "sub/a.md": "1", "sub/b.md": "2", "sub/c.md": "3", "z.md": "4" });
    const store = await openFolder(root, { pageSize: 1 });
    await listingOf(store);
    const paths: string[] = [];
    for await (const { entries } of store.list("" as DirectoryPath, { recursive: true })) {
      paths.push(...entries.map(({ path }) => path));
      if (paths.length > 1) continue;
      renameSync(join(root, "sub"), join(place, "out"));
      if (what === "link") symlinkSync(join(place, "out"), join(root, "sub"));
      if (what === "file") writeFileSync(join(root, "sub"), "");
    }
    expect([paths[0], paths.at(-1)]).toEqual(["sub/a.md", "z.md"]);
  });

  it("holds few folders open, however deep they are and however much has changed", async () => {
    const root = newFolder();
    const paths = Array.from({ length: 300 }, (_, depth) => `${"d/".repeat(depth)}a.md`);
    const write = (text: string): void => writeFiles(root, Object.fromEntries(paths.map((path) => [path, text])));
    write("1");
    const store = await openFolder(root, { pageSize: 1 });
    const before = descriptorCount() ?? 0;
    for (const text of ["1", "1", "changed"]) {
      if (text !== "1") write(text);
      let most = 0;
      for await (const _ of store.list("" as DirectoryPath, { recursive: true })) {
        most = Math.max(most, descriptorCount() ?? 0);
      }
      expect(most - before).toBeLessThan(100);
    }
  });
});

describe("the memory of listings", () => {
  const at = (path: string): DirectoryPath => path as DirectoryPath;

  /** What a walk finds in a folder. */
  function known(folder: string): KnownFolder {
    const dirents = readDirents({ prefix: `${folder}/`, plainPrefix: `${folder}/`, close: () => {} });
    const { names = [], unlisted = [] } = contentOf(dirents) ?? {};
    return new KnownFolder(dirents, { names: names.toSorted(), unlisted });
  }

  it("forgets folders that are gone, and those in them", () => {
    const root = newFolder();
    const paths = ["", "sub", "sub/deep", "subway"];
    writeFiles(root, { "sub/deep/a.md": "", "subway/b.md": "", "c.md": "" });
    const memory = new ListingMemory(7);
    for (const path of paths) memory.set(at(path), known(join(root, path)));
    memory.keepBelow(at(""), ["c.md", "subway/"]);
    expect(paths.filter((path) => memory.get(at(path)) !== undefined)).toEqual(["", "subway"]);
    // There is room again.
    memory.set(at("sub"), known(join(root, "sub")));
    expect(memory.get(at("sub"))).toBeDefined();
  });

  it("remembers no more names than it may, those included that are not listed", () => {
    const root = newFolder();
    writeFiles(root, { "a/1.md": "", "b/1.md": "", "b/2.md": "", "b/3.md": "", "c/1.md": "" });
    for (const link of ["x", "y", "z"]) symlinkSync("1.md", join(root, "c", link));
    const memory = new ListingMemory(6);
    const set = (path: string): void => memory.set(at(path), known(join(root, path)));
    const remembered = (): string[] => readdirSync(root).filter((path) => memory.get(at(path)) !== undefined);
    for (const path of ["a", "b", "c"]) set(path);
    expect(remembered().sort()).toEqual(["a", "b"]);
    // One that has grown beyond what there is room for makes room for another.
    writeFiles(root, { "b/4.md": "", "b/5.md": "", "b/6.md": "" });
    set("b");
    set("c");
    expect(remembered().sort()).toEqual(["a", "c"]);
  });
});
