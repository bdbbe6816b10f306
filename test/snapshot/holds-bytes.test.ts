import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { portableSha256 } from "../../src/base/hash.ts";
import { resolveLimits } from "../../src/base/limits.ts";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { holdsBytes } from "../../src/snapshot/holds-bytes.ts";
import { keptRulesOf } from "../../src/snapshot/kept-rules.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { takeSnapshot } from "../../src/snapshot/take-snapshot.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";
import { bareStore } from "../faults/bare-store.ts";
import { withBrokenFile } from "../faults/broken-file.ts";
import { createParser } from "./parser.ts";

let root: string;
let disk: FileStore;

const of = (path: string): string => join(root, path);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "bytes-"));
  mkdirSync(of("d"));
  for (const path of ["a.md", "b.md", "d/c.md", "e.png"]) writeFileSync(of(path), `in ${path}`);
  disk = await openDiskStore({ root });
});

afterEach(async () => {
  await disk.close();
  rmSync(root, { recursive: true });
});

const take = (): Promise<Snapshot> =>
  takeSnapshot({ store: disk, limits: resolveLimits(undefined), sha256: portableSha256, parse: createParser().parse });

const changes: readonly (readonly [string, boolean, () => void])[] = [
  ["nothing was done", true, () => {}],
  ["a file has other times", true, () => utimesSync(of("a.md"), 1, 1)],
  ["the same bytes were written once more", true, () => writeFileSync(of("b.md"), "in b.md")],
  ["a file has come, which is no matter of bytes", true, () => writeFileSync(of("new.md"), "new")],
  ["a file that is no document has changed", true, () => writeFileSync(of("e.png"), "longer than it was")],
  ["the first file has other bytes of the same size", false, () => writeFileSync(of("a.md"), "IN a.md")],
  ["the last file has other bytes of the same size", false, () => writeFileSync(of("d/c.md"), "IN d/c.md")],
  ["a file has grown", false, () => writeFileSync(of("b.md"), "in b.md and more")],
  ["a file has grown beyond what is read", false, () => writeFileSync(of("b.md"), "x".repeat(101))],
  ["a file is empty", false, () => writeFileSync(of("b.md"), "")],
  ["a file is gone", false, () => rmSync(of("b.md"))],
  ["a folder is gone", false, () => rmSync(of("d"), { recursive: true })],
  [
    "a file is a link to where it is now",
    false,
    () => {
      renameSync(of("a.md"), of("d/a.md"));
      symlinkSync("d/a.md", of("a.md"));
    },
  ],
  [
    "two files have each other's names",
    false,
    () => {
      renameSync(of("a.md"), of("t"));
      renameSync(of("b.md"), of("a.md"));
      renameSync(of("t"), of("b.md"));
    },
  ],
];

const about = { maximumBytes: 100, sha256: portableSha256, rules: [] };

describe("the bytes of a snapshot", () => {
  it.each(changes)("when %s: %s", async (_, isSame, change) => {
    const snapshot = await take();
    change();
    for (const store of [disk, bareStore(disk)]) {
      expect(await holdsBytes(snapshot, { store, ...about })).toBe(isSame);
    }
  });

  it("are not told to be the same where a file is no text: nothing is known of its bytes", async () => {
    writeFileSync(of("binary.md"), new Uint8Array(5));
    const snapshot = await take();
    expect(snapshot.binaryFiles).toHaveLength(1);
    expect(await holdsBytes(snapshot, { store: disk, ...about })).toBe(false);
  });

  it("are the same where there are none", async () => {
    expect(await holdsBytes({ files: [] }, { store: disk, ...about })).toBe(true);
  });

  it("are not told to be the same where a file can't be read", async () => {
    const snapshot = await take();
    const { store } = withBrokenFile(disk, "a.md");
    expect(await holdsBytes(snapshot, { store, ...about })).toBe(false);
  });

  it("are not compared for one who has given up", async () => {
    const snapshot = await take();
    const reason = new Error("enough");
    const request = { ...about, signal: AbortSignal.abort(reason) };
    for (const store of [disk, bareStore(disk)]) {
      await expect(holdsBytes(snapshot, { store, ...request })).rejects.toBe(reason);
    }
  });

  it("are those of the rules too, without a byte order mark", async () => {
    const snapshot = await take();
    writeFileSync(of(".gitignore"), "\ufeffa.md\n");
    const rules = keptRulesOf({ rules: [{ path: ".gitignore" as LogicalPath, text: "a.md\n" }] }, portableSha256);
    expect(await holdsBytes(snapshot, { store: disk, ...about, rules })).toBe(true);
    writeFileSync(of(".gitignore"), "b.md\n");
    expect(await holdsBytes(snapshot, { store: disk, ...about, rules })).toBe(false);
    rmSync(of(".gitignore"));
    expect(await holdsBytes(snapshot, { store: disk, ...about, rules })).toBe(false);
  });

  it("are read no further than to the first that differ", async () => {
    const snapshot = await take();
    writeFileSync(of("a.md"), "other");
    let opened = 0;
    const store: FileStore = {
      ...bareStore(disk),
      readFiles: (entries, options, visit) =>
        (disk as Required<FileStore>).readFiles(entries, options, (result, at) => {
          opened++;
          visit(result, at);
        }),
    };
    expect(await holdsBytes(snapshot, { store, ...about })).toBe(false);
    expect(opened).toBe(1);
  });
});
