import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { portableSha256 } from "../../src/base/hash.ts";
import { resolveLimits } from "../../src/base/limits.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import type { SnapshotMemory } from "../../src/snapshot/snapshot-memory.ts";
import type { TakeSnapshotRequest } from "../../src/snapshot/snapshot-request.ts";
import { takeSnapshot } from "../../src/snapshot/take-snapshot.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";
import { bareStore } from "../faults/bare-store.ts";
import { withBrokenFile } from "../faults/broken-file.ts";
import { createParser } from "./parser.ts";

let root: string;

// A store gives the same entry for a file that has not changed for two seconds; by this clock, none has for an hour.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  root = mkdtempSync(join(tmpdir(), "snapshots-"));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

const limits = resolveLimits({ maximumMarkdownFiles: 5, maximumMarkdownFileBytes: 400 });
const place = fc.constantFrom("a.md", "b.md", "c.md", "d/a.md", "d/e.md", "d/x.png", "f/g.md", "f/h.md");
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("text"), place) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("binary", "large"), place) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("remove"), place) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom("d/*\n", "*.png\nb.md\n", "!a.md\n", ""),
      fc.constantFrom(".gitignore", "d/.gitignore"),
    ),
  },
);

let written = 0;

function act([what, path]: readonly [string, string]): void {
  const at = join(root, path);
  mkdirSync(dirname(at), { recursive: true });
  // No two writes are of one length: times alone do not tell changes apart that come one upon the other.
  const length = 1 + (written++ % 300);
  if (what === "remove") rmSync(at, { force: true });
  else if (what === "text") writeFileSync(at, "x".repeat(length));
  else if (what === "binary") writeFileSync(at, new Uint8Array(length));
  else if (what === "large") writeFileSync(at, "x".repeat(401 + length));
  else writeFileSync(at, `${what}#${"x".repeat(length)}\n`);
}

function take(store: FileStore, request: Partial<TakeSnapshotRequest> = {}): Promise<Snapshot> {
  return takeSnapshot({
    store,
    limits,
    sha256: portableSha256,
    parse: createParser().parse,
    mayBeEmpty: true,
    ...request,
  });
}

const paths = ({ documents }: Snapshot): string[] => documents.map(({ path }) => path);

/** What questions see of a snapshot. */
function seen({ files, documents, otherPaths, digest, binaryFiles, skipped }: Snapshot): unknown {
  return { files, texts: documents.map(({ path, text }) => [path, text]), otherPaths, digest, binaryFiles, skipped };
}

describe("a snapshot that remembers how others were made", () => {
  it("is the one that is made from nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 3 }), { minLength: 1, maxLength: 8 }), async (rounds) => {
        rmSync(root, { recursive: true });
        mkdirSync(root);
        for (const path of ["a.md", "c.md", "d/e.md", "f/g.md", "d/x.png"]) act(["text", path]);
        const store = await openDiskStore({ root });
        const memory: SnapshotMemory = new WeakMap();
        let previous: Snapshot | undefined;
        for (const steps of [[], [], ...rounds]) {
          for (const each of steps) act(each as [string, string]);
          const snapshot = await take(store, { previous, memory });
          const fresh = await openDiskStore({ root });
          // Both look at each file's times, and not only at its name.
          const compared = await take(fresh, { previous: await take(fresh) });
          expect(seen(snapshot)).toEqual(seen(compared));
          previous = snapshot;
          await fresh.close();
        }
        await store.close();
      }),
      { numRuns: 150 },
    );
  });

  it("is the very one where nothing has changed, and shares what has not changed where something has", async () => {
    for (const path of ["a.md", "b.md", "d/e.md"]) act(["text", path]);
    const store = await openDiskStore({ root });
    const memory: SnapshotMemory = new WeakMap();
    const first = await take(store, { memory });
    const second = await take(store, { memory, previous: first });
    const third = await take(store, { memory, previous: second });
    expect(await take(store, { memory, previous: third })).toBe(third);
    act(["text", "b.md"]);
    const changed = await take(store, { memory, previous: third });
    expect(changed.documents.map((document, at) => document === third.documents[at])).toEqual([true, false, true]);
    await store.close();
  });

  it("reads files again that could not be read, though the listing is the same", async () => {
    for (const path of ["a.md", "b.md"]) act(["text", path]);
    const disk = await openDiskStore({ root });
    const memory: SnapshotMemory = new WeakMap();
    const { store, mend } = withBrokenFile(disk, "b.md");
    let previous = await take(store, { memory });
    previous = await take(store, { memory, previous });
    expect(previous.skipped?.first).toEqual([{ path: "b.md", reason: "unreadable" }]);
    mend();
    previous = await take(store, { memory, previous });
    expect(paths(previous)).toEqual(["a.md", "b.md"]);
    await disk.close();
  });

  it("decides anew what is hidden when an ignore file can be read again", async () => {
    writeFileSync(join(root, ".gitignore"), "b.md\n");
    for (const path of ["a.md", "b.md"]) act(["text", path]);
    const disk = await openDiskStore({ root });
    const memory: SnapshotMemory = new WeakMap();
    const { store, mend } = withBrokenFile(disk, ".gitignore");
    let previous = await take(store, { memory });
    previous = await take(store, { memory, previous });
    expect(previous.skipped?.first).toEqual([{ path: ".gitignore", reason: "unreadable" }]);
    mend();
    previous = await take(store, { memory, previous });
    expect([paths(previous), previous.skipped]).toEqual([["a.md"], undefined]);
    await disk.close();
  });

  it("decides anew what is hidden when a folder was away while its ignore file was read", async () => {
    mkdirSync(join(root, "d"));
    writeFileSync(join(root, "d/.gitignore"), "b.md\n");
    for (const path of ["d/a.md", "d/b.md"]) act(["text", path]);
    const disk = await openDiskStore({ root });
    const memory: SnapshotMemory = new WeakMap();
    let isAway = false;
    const store: FileStore = {
      ...bareStore(disk),
      open: async (path, options) => {
        if (!isAway || path !== "d/.gitignore") return disk.open(path, options);
        renameSync(join(root, "d"), join(root, "away"));
        try {
          return await disk.open(path, options);
        } finally {
          renameSync(join(root, "away"), join(root, "d"));
        }
      },
    };
    let previous = await take(store);
    isAway = true;
    previous = await take(store, { memory, previous });
    isAway = false;
    for (let question = 0; question < 2; question++) previous = await take(store, { memory, previous });
    expect(paths(previous)).toEqual(["d/a.md"]);
    await disk.close();
  });

  it("does not take what was read for what was listed, where both have come back", async () => {
    for (const path of ["d/a.md", "e/a.md"]) act(["text", path]);
    const disk = await openDiskStore({ root });
    const memory: SnapshotMemory = new WeakMap();
    const options = { directory: "d" };
    const swap = (): void => {
      for (const [from, to] of [
        ["d", "t"],
        ["e", "d"],
        ["t", "e"],
      ] as const) {
        renameSync(join(root, from), join(root, to));
      }
    };
    let isSwapped = false;
    const store: FileStore = {
      ...bareStore(disk),
      list: async function* (directory, given) {
        yield* disk.list(directory, given);
        if (isSwapped) swap();
      },
    };
    let previous = await take(store, { memory, options });
    previous = await take(store, { memory, options, previous });
    act(["text", "d/a.md"]);
    isSwapped = true;
    previous = await take(store, { memory, options, previous });
    isSwapped = false;
    swap();
    for (let question = 0; question < 3; question++) previous = await take(store, { memory, options, previous });
    const fresh = await openDiskStore({ root });
    expect(seen(previous)).toEqual(seen(await take(fresh, { options, previous: await take(fresh, { options }) })));
    await fresh.close();
    await disk.close();
  });
});
