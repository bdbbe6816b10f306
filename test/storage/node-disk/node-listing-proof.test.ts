import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  type Dirent,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FileStore, ListOptions } from "../../../src/storage/file-store.ts";
import { KnownFolder } from "../../../src/storage/node-disk/node-known-folder.ts";
import { ListingProof } from "../../../src/storage/node-disk/node-listing-proof.ts";
import { pagesOf } from "../../../src/testing/contract-case.ts";
import { bundleProgram, startProgram } from "./child-program.ts";
import { descriptorCount, newFolder, openFolder, writeFiles } from "./disk-folder.ts";

// Only files that have not changed for two seconds can be proved; by this clock, none has for an hour.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const safeOpens = ["exact", "best_effort"] as const;

/** More levels than a comparison holds open, two ways down from the last of those that it holds. */
const deep = "n/".repeat(64);

const files = {
  "a.md": "1",
  "b.md": "2",
  ".gitignore": "*.tmp\n",
  "sub/c.md": "3",
  "sub/deep/d.md": "4",
  [`${deep}e.md`]: "5",
  [`${deep}one/two/f.md`]: "6",
  [`${deep}other/g.md`]: "7",
  "z/h.md": "8",
};

/** A folder with what a proof is about: files, folders, one of them empty, and a link. */
function newTree(): string {
  const root = newFolder({ quick: true });
  writeFiles(root, files);
  // A time that can be set again to the nanosecond.
  for (const path of Object.keys(files)) utimesSync(join(root, path), 1_600_000_000, 1_600_000_000);
  mkdirSync(join(root, "empty"));
  symlinkSync("a.md", join(root, "link"));
  return root;
}

async function proofOf(store: FileStore, options: ListOptions = {}, directory = ""): Promise<Uint8Array | undefined> {
  const pages = await pagesOf(store, directory, { recursive: true, prove: () => true, ...options });
  expect(pages.slice(0, -1).filter(({ proof }) => proof !== undefined)).toEqual([]);
  return pages.at(-1)?.proof;
}

async function holds(store: FileStore, proof: Uint8Array | undefined): Promise<boolean> {
  if (proof === undefined) throw new Error("There is no proof.");
  return (store.stillHolds as NonNullable<FileStore["stillHolds"]>)(proof);
}

/** What a store tells that has never seen the folder. */
async function listingOf(root: string): Promise<unknown> {
  const pages = await pagesOf(await openFolder(root), "", { recursive: true });
  return [pages.flatMap(({ entries }) => entries), pages.flatMap(({ unlisted }) => unlisted)];
}

/** Writes other bytes of the same number, and sets the time of the last change to what it was. */
function changeSecretly(path: string, text: string): void {
  const { atime, mtime } = statSync(path);
  const { ctimeNs } = statSync(path, { bigint: true });
  // The clock of a file system may stand still for some milliseconds.
  do {
    writeFileSync(path, text);
    utimesSync(path, atime, mtime);
  } while (statSync(path, { bigint: true }).ctimeNs === ctimeNs);
}

const changes: readonly (readonly [string, (inRoot: (path: string) => string) => void])[] = [
  ["a file has other bytes, of the same size and time", (of) => changeSecretly(of("a.md"), "x")],
  ["a file in a folder has other bytes, of the same size and time", (of) => changeSecretly(of("sub/deep/d.md"), "x")],
  ["a file has grown", (of) => writeFileSync(of("b.md"), "longer")],
  ["the last file of all has grown", (of) => writeFileSync(of("z/h.md"), "longer")],
  ["a file has come", (of) => writeFileSync(of("c.md"), "")],
  ["a file has come into an empty folder", (of) => writeFileSync(of("empty/c.md"), "")],
  ["a hidden file has come", (of) => writeFileSync(of("sub/.hidden"), "")],
  ["a file is gone", (of) => rmSync(of("sub/c.md"))],
  ["the last file of all is gone", (of) => rmSync(of("z/h.md"))],
  ["a file has another name", (of) => renameSync(of("a.md"), of("c.md"))],
  ["a file has another name of the same place in order", (of) => renameSync(of("z/h.md"), of("z/i.md"))],
  ["a file is in another folder", (of) => renameSync(of("sub/c.md"), of("z/c.md"))],
  [
    "two files have each other's names",
    (of) => {
      renameSync(of("a.md"), of("t"));
      renameSync(of("b.md"), of("a.md"));
      renameSync(of("t"), of("b.md"));
    },
  ],
  [
    "a file is replaced by a link to itself",
    (of) => {
      renameSync(of("z/h.md"), of("../moved-away.md"));
      symlinkSync(of("../moved-away.md"), of("z/h.md"));
    },
  ],
  [
    "a file is replaced by a folder",
    (of) => {
      rmSync(of("b.md"));
      mkdirSync(of("b.md"));
    },
  ],
  [
    "a file is replaced by a copy with the same bytes and times",
    (of) => {
      cpSync(of("a.md"), of("t"), { preserveTimestamps: true });
      renameSync(of("t"), of("a.md"));
    },
  ],
  ["a folder has come, with nothing in it", (of) => mkdirSync(of("sub/new"))],
  ["a folder has come, with a file", (of) => writeFiles(of("sub/new"), { "a.md": "" })],
  ["an empty folder is gone", (of) => rmSync(of("empty"), { recursive: true })],
  ["a folder is gone", (of) => rmSync(of("sub"), { recursive: true })],
  ["a folder has another name", (of) => renameSync(of("sub"), of("sud"))],
  [
    "a folder is replaced by a link to where it is now",
    (of) => {
      renameSync(of("sub"), of("../moved-sub"));
      symlinkSync(of("../moved-sub"), of("sub"));
    },
  ],
  [
    "a folder is replaced by a link to a copy",
    (of) => {
      cpSync(of("sub"), of("../copied-sub"), { recursive: true, preserveTimestamps: true });
      rmSync(of("sub"), { recursive: true });
      symlinkSync(of("../copied-sub"), of("sub"));
    },
  ],
  [
    "two folders have each other's names",
    (of) => {
      renameSync(of("empty"), of("t"));
      renameSync(of("z"), of("empty"));
      renameSync(of("t"), of("z"));
    },
  ],
  [
    "a link is replaced by a file",
    (of) => {
      rmSync(of("link"));
      writeFileSync(of("link"), "1");
    },
  ],
  ["a link has come", (of) => symlinkSync("a.md", of("sub/link"))],
  ["a file has come where folders are deep", (of) => writeFileSync(of(`${deep}one/two/new.md`), "")],
  ["a file has changed where folders are deep", (of) => changeSecretly(of(`${deep}one/two/f.md`), "x")],
  ["a file has changed beside deep folders", (of) => changeSecretly(of(`${deep}other/g.md`), "x")],
  ["an ignore file has changed", (of) => changeSecretly(of(".gitignore"), "*.tmq\n")],
  ["an ignore file has come", (of) => writeFileSync(of("sub/.gitignore"), "*\n")],
];

describe.each(safeOpens)("the proof of a listing (%s)", (safeOpen) => {
  it.each([1, 1_000])(
    "holds as long as nothing has changed, for whoever opens the folder (pages of %i)",
    async (pageSize) => {
      const root = newTree();
      const store = await openFolder(root, { safeOpen, pageSize });
      const proof = await proofOf(store);
      expect(await holds(store, proof)).toBe(true);
      // What is remembered of the first listing is what is proved of the second.
      expect(await proofOf(store)).toEqual(proof);
      await store.close();
      for (const anew of safeOpens) {
        const later = await openFolder(root, { safeOpen: anew });
        expect(await holds(later, proof)).toBe(true);
        expect(await proofOf(later)).toEqual(proof);
      }
    },
  );

  it.each(changes)("does not hold when %s", async (_, change) => {
    const root = join(newFolder({ quick: true }), "root");
    renameSync(newTree(), root);
    const store = await openFolder(root, { safeOpen });
    const proof = await proofOf(store);
    expect(await holds(store, proof)).toBe(true);
    change((path) => join(root, path));
    expect(await holds(store, proof)).toBe(false);
    expect(await holds(await openFolder(root, { safeOpen }), proof)).toBe(false);
  });

  it("does not hold for a root that is gone, though nothing was in it", async () => {
    for (const content of [{}, files]) {
      const root = newFolder({ quick: true });
      writeFiles(root, content);
      const store = await openFolder(root, { safeOpen });
      const proof = await proofOf(store);
      expect(await holds(store, proof)).toBe(true);
      rmSync(root, { recursive: true });
      expect(await holds(store, proof)).toBe(false);
    }
  });

  it("is true of nothing but what it was of, where a folder was not entered", async () => {
    const root = newTree();
    const store = await openFolder(root, { safeOpen });
    const proof = await proofOf(store, { enter: (path) => path !== "sub" });
    writeFiles(root, { "sub/c.md": "longer", "sub/new/a.md": "" });
    rmSync(join(root, "sub/deep"), { recursive: true });
    expect(await holds(store, proof)).toBe(true);
    renameSync(join(root, "sub"), join(root, "sud"));
    expect(await holds(store, proof)).toBe(false);
  });

  it("is of the folder that was listed, and what comes there", async () => {
    const root = newTree();
    const store = await openFolder(root, { safeOpen });
    const proof = await proofOf(store, {}, "sub");
    writeFiles(root, { "a.md": "longer" });
    expect(await holds(store, proof)).toBe(true);
    writeFiles(root, { "sub/deep/new.md": "" });
    expect(await holds(store, proof)).toBe(false);
    rmSync(join(root, "sub"), { recursive: true });
    expect(await holds(store, proof)).toBe(false);
  });

  it("does not hold for a root that is somewhere else now", async () => {
    const root = join(newFolder({ quick: true }), "root");
    renameSync(newTree(), root);
    const store = await openFolder(root, { safeOpen });
    const proof = await proofOf(store);
    renameSync(root, `${root}-moved`);
    expect(await holds(store, proof)).toBe(false);
  });

  it("does not hold when a folder that was missing is there", async () => {
    const root = newTree();
    const store = await openFolder(root, { safeOpen });
    const proof = await proofOf(store, {}, "missing");
    writeFiles(root, { "missing/a.md": "" });
    expect(proof !== undefined && (await holds(store, proof))).toBe(false);
  });
});

describe("a proof of a listing", () => {
  it("is given to nobody who has not asked, and of no listing but one of all files with their times", async () => {
    const store = await openFolder(newTree(), { pageSize: 3 });
    const [first] = await pagesOf(store, "", { recursive: true });
    for (const options of [
      { prove: undefined },
      { recursive: false },
      { namesOnly: true },
      { sift: true },
      { cursor: first?.cursor as string },
    ]) {
      expect([options, await proofOf(store, options)]).toEqual([options, undefined]);
      expect(await proofOf(store)).toBeDefined();
    }
  });

  it("is not given as long as a file is too young to be told from its next change", async () => {
    const root = newTree();
    const store = await openFolder(root);
    const proof = await proofOf(store);
    expect(proof).toBeDefined();
    vi.setSystemTime(statSync(join(root, "sub/deep/d.md")).ctimeMs + 1_000);
    const young = await openFolder(root);
    expect(await proofOf(young)).toBeUndefined();
    expect(await proofOf(young, { enter: () => false })).toBeUndefined();
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await proofOf(young)).toEqual(proof);
    // One that was proved before, and has changed.
    changeSecretly(join(root, "a.md"), "x");
    vi.setSystemTime(statSync(join(root, "a.md")).ctimeMs + 1_000);
    expect(await proofOf(store)).toBeUndefined();
  });

  it("does not look at files of a folder that is not entered, however young they are", async () => {
    const root = newTree();
    const store = await openFolder(root);
    await proofOf(store);
    do writeFiles(root, { "sub/c.md": "young" });
    while (statSync(join(root, "sub/c.md")).ctimeMs < lstatSync(join(root, "link")).ctimeMs + 20);
    vi.setSystemTime(statSync(join(root, "sub/c.md")).ctimeMs + 1_995);
    expect(await proofOf(store)).toBeUndefined();
    expect(await proofOf(store, { enter: (path) => path !== "sub" })).toBeDefined();
  });

  it("is not given where a name is no UTF-8, or looks as if it were none", async () => {
    for (const name of [Buffer.from([0x78, 0xff]), Buffer.from("x\ufffd")]) {
      const root = newTree();
      const store = await openFolder(root);
      const proof = await proofOf(store);
      const path = Buffer.concat([Buffer.from(`${root}/sub/`), name]);
      try {
        writeFileSync(path, "");
      } catch {
        // There is no such name on this system.
        continue;
      }
      expect(await holds(store, proof)).toBe(false);
      expect(await proofOf(store)).toBeUndefined();
      expect(await proofOf(await openFolder(root))).toBeUndefined();
      rmSync(path);
      expect(await holds(store, proof)).toBe(true);
    }
  });

  it.each([
    "new\nline.md",
    '"quoted".md',
    "back\\slash.md",
    "[].md",
    "1",
    " ",
    "é.md",
    "e\u0301.md",
    "😀.md",
    "\uffee\u{10000}.md",
    "con.",
    "\u0001",
  ])("never holds wrongly for the name %j", async (name) => {
    for (const path of [name, `${name}/a.md`, `sub/${name}`]) {
      const root = newFolder({ quick: true });
      writeFiles(root, { [path]: "1", "sub/b.md": "2" });
      const store = await openFolder(root);
      const proof = await proofOf(store);
      if (proof === undefined) continue;
      const told = await listingOf(root);
      const isStill = async (): Promise<boolean> => isDeepStrictEqual(await listingOf(root), told);
      expect(await holds(store, proof)).toBe(true);
      renameSync(join(root, path), join(root, `${path}x`));
      expect(await holds(store, proof)).toBe(await isStill());
      rmSync(join(root, `${path}x`));
      expect(await holds(store, proof)).toBe(await isStill());
      writeFiles(root, { [path]: "longer" });
      expect(await holds(store, proof)).toBe(await isStill());
    }
  });

  it("is of an empty folder too", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    const proof = await proofOf(store);
    expect(await holds(store, proof)).toBe(true);
    writeFiles(root, { "a.md": "" });
    expect(await holds(store, proof)).toBe(false);
  });

  it("is of what its own listing told, whatever another one finds meanwhile", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "1", "b.md": "2" });
    const store = await openFolder(root, { pageSize: 1 });
    await pagesOf(store, "", { recursive: true });
    let proof: Uint8Array | undefined;
    for await (const page of store.list("", { recursive: true, prove: () => true })) {
      proof = page.proof;
      if (page.entries[0]?.path !== "a.md") continue;
      writeFiles(root, { "a.md": "longer" });
      await pagesOf(store, "", { recursive: true });
    }
    expect(proof !== undefined && (await holds(store, proof))).toBe(false);
  });

  it("does not hold when what it is about changed while it was listed", async () => {
    for (const what of ["removed", "linked", "made a folder", "a folder that is removed"]) {
      const root = newFolder();
      writeFiles(root, { "a.md": "1", "b/c.md": "2", "d.md": "3", "e/f.md": "4" });
      const store = await openFolder(root, { pageSize: 1 });
      let proof: Uint8Array | undefined;
      for await (const page of store.list("", { recursive: true, prove: () => true })) {
        proof = page.proof;
        if (page.entries[0]?.path !== "a.md") continue;
        rmSync(join(root, what.includes("folder that") ? "e" : "d.md"), { recursive: true });
        if (what === "linked") symlinkSync("a.md", join(root, "d.md"));
        if (what === "made a folder") mkdirSync(join(root, "d.md"));
      }
      expect(proof).toBeUndefined();
    }
  });

  it("is compared in turns with other work, and no more once that is aborted", async () => {
    const store = await openFolder(newTree());
    const proof = (await proofOf(store)) as Uint8Array;
    const reason = new Error("enough");
    await expect(store.stillHolds?.(proof, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    // Every look at the clock finds it far on.
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
    const controller = new AbortController();
    const answer = store.stillHolds?.(proof, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(answer).rejects.toBe(reason);
    expect(await holds(store, proof)).toBe(true);
  });

  it("takes few descriptors, and gives all of them back, whatever comes out", async () => {
    const root = newFolder();
    const last = `${"d/".repeat(300)}a.md`;
    writeFiles(root, { "b.md": "1", [last]: "2", "z/y.md": "3" });
    const store = await openFolder(root);
    const proof = await proofOf(store);
    const before = descriptorCount() ?? 0;
    let now = 0;
    let most = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      most = Math.max(most, descriptorCount() ?? 0);
      return now++;
    });
    expect(await holds(store, proof)).toBe(true);
    expect(most - before).toBeLessThan(100);
    writeFiles(root, { [last]: "longer" });
    expect(await holds(store, proof)).toBe(false);
    expect(descriptorCount() ?? 0).toBe(before);
  });
});

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
  ".gitignore",
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant("write"), place, fc.string({ maxLength: 5 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("make"), place, fc.constant("")) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("remove"), place, fc.constant("")) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("rename"), place, place) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("link"), place, place) },
);

function take(root: string, [what, path, other]: readonly [string, string, string]): void {
  const target = join(root, path);
  try {
    if (what === "write") writeFileSync(target, other);
    else if (what === "make") mkdirSync(target, { recursive: true });
    else if (what === "remove") rmSync(target, { recursive: true });
    else if (what === "rename") renameSync(target, join(root, other));
    else symlinkSync(join(root, other), target);
  } catch {
    // It was not there, or something was in the way.
  }
}

describe("the proof of any folder", () => {
  it("holds where nothing was done, and nowhere that a fresh listing tells anything else", async () => {
    const steps = fc.array(step, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, steps, fc.option(step), async (earlier, later, change) => {
        const root = newFolder({ quick: true });
        writeFiles(root, { "a.md": "1", "sub/a.md": "2", "sub/deep/d.md": "3" });
        const store = await openFolder(root, { pageSize: 2 });
        for (const each of earlier) take(root, each);
        await pagesOf(store, "", { recursive: true });
        for (const each of later) take(root, each);
        const proof = await proofOf(store);
        const told = await listingOf(root);
        if (change !== null) take(root, change);
        const isSame = isDeepStrictEqual(await listingOf(root), told);
        for (const anyone of [store, await openFolder(root)]) {
          const answer = await holds(anyone, proof);
          if (change === null) expect(answer).toBe(true);
          if (!isSame) expect(answer).toBe(false);
        }
        rmSync(root, { recursive: true });
      }),
      { numRuns: 120 },
    );
  });
});

const nobody = 65_534;
const canBecomeNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, ["--version"], { uid: nobody, gid: nobody }).status === 0;

// Needs root, to become another user, and a runtime that this user may start.
describe.skipIf(!canBecomeNobody)("the proof of a listing for a user with few rights", () => {
  it("is not given of what can't be looked at, and does not hold once that is so", async () => {
    const root = newFolder();
    writeFiles(root, { "open/a.md": "1", "open/sub/b.md": "2", "closed/a/b.md": "3", "names/a/b.md": "4" });
    for (const path of ["", "open", "open/a.md", "open/sub", "open/sub/b.md", "closed", "names"]) {
      chownSync(join(root, path), nobody, nobody);
      chmodSync(join(root, path), 0o755);
    }
    chmodSync(join(root, "closed/a"), 0o000);
    chmodSync(join(root, "names/a"), 0o744);
    const program = startProgram(await bundleProgram("prove-as-user"), [root], { uid: nobody, gid: nobody });
    const { output, errors } = await program.ended;
    expect(errors).toBe("");
    expect(JSON.parse(output)).toEqual({
      given: { open: true, closed: false, names: false },
      holds: {
        untouched: true,
        rootClosed: false,
        rootNamesOnly: false,
        folderClosed: false,
        namesOnly: false,
        again: true,
      },
    });
  });

  it("holds for a file that was changed before 1970", async () => {
    const root = newTree();
    utimesSync(join(root, "a.md"), -1_000.5, -1_000.5);
    const store = await openFolder(root);
    const proof = await proofOf(store);
    expect(await holds(store, proof)).toBe(true);
    utimesSync(join(root, "a.md"), -1_001.5, -1_001.5);
    expect(await holds(store, proof)).toBe(false);
  });

  it("compares files that do not count by their names alone", async () => {
    const root = newTree();
    const store = await openFolder(root);
    const proof = await proofOf(store, { prove: (file) => file.endsWith("b.md") });
    changeSecretly(join(root, "a.md"), "x");
    writeFileSync(join(root, "sub/c.md"), "longer");
    expect(await holds(store, proof)).toBe(true);
    changeSecretly(join(root, "b.md"), "x");
    expect(await holds(store, proof)).toBe(false);
    const again = await proofOf(store, { prove: () => false });
    writeFileSync(join(root, "b.md"), "longer");
    expect(await holds(store, again)).toBe(true);
    rmSync(join(root, "a.md"));
    expect(await holds(store, again)).toBe(false);
  });

  it("is given though a file that does not count is too young", async () => {
    const root = newTree();
    vi.useRealTimers();
    writeFileSync(join(root, "young.png"), "");
    vi.useFakeTimers({ toFake: ["Date"], now: statSync(join(root, "young.png")).ctimeMs + 1_000 });
    const store = await openFolder(root);
    expect(await proofOf(store, { prove: (file) => file.endsWith(".png") })).toBeUndefined();
    expect(await holds(store, await proofOf(store, { prove: () => false }))).toBe(true);
  });

  it("is given of a folder with more names than a call takes arguments", () => {
    const dirents = Array.from({ length: 200_000 }, (_, at) => ({ name: `${at}`, isFile: () => true }) as Dirent);
    const proof = new ListingProof(() => false);
    proof.add("", new KnownFolder(dirents, { names: [], unlisted: [] }));
    expect(proof.toBytes()?.length).toBeGreaterThan(200_000 * 40);
  });
});
