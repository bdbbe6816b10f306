import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { portableSha256 } from "../../src/base/hash.ts";
import { defaultLimits } from "../../src/base/limits.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { takeSnapshot } from "../../src/snapshot/take-snapshot.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";
import { createParser } from "./parser.ts";

let folder: string;
let store: FileStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "snapshot-"));
  store = await openDiskStore({ root: folder });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, content: string) => writeFileSync(join(folder, name), content);

function take(options: { previous?: Snapshot } = {}): Promise<Snapshot> {
  const { parse } = createParser();
  return takeSnapshot({ store, limits: defaultLimits, sha256: portableSha256, parse, ...options });
}

const texts = ({ documents }: Snapshot) => documents.map((document) => document.text);

describe("a snapshot of a folder on disk", () => {
  it("leaves out links and pipes, and says so", async () => {
    mkdirSync(join(folder, "docs"));
    write("docs/a.md", "a");
    symlinkSync("docs/a.md", join(folder, "link.md"));
    symlinkSync("..", join(folder, "docs/loop"));
    const snapshot = await take();
    expect(snapshot.files.map((file) => file.path)).toEqual(["docs/a.md"]);
    expect(snapshot.skipped).toEqual({
      count: 2,
      first: [
        { path: "docs/loop", reason: "symbolic_link" },
        { path: "link.md", reason: "symbolic_link" },
      ],
    });
  });

  it("sees every edit, however fast and however well disguised, and gives what a fresh one gives", async () => {
    write("a.md", "one");
    write("b.md", "two");
    let previous = await take();
    expect(texts(previous)).toEqual(["one", "two"]);
    // The same size and time, at once.
    const time = new Date(1_600_000_000_000);
    for (const text of ["ONE", "oNe", "One"]) {
      write("a.md", text);
      utimesSync(join(folder, "a.md"), time, time);
      const snapshot = await take({ previous });
      expect(texts(snapshot)).toEqual([text, "two"]);
      previous = snapshot;
      expect(snapshot.digest).toBe((await take()).digest);
    }
    rmSync(join(folder, "a.md"));
    write("A.md", "renamed");
    expect(texts(await take({ previous }))).toEqual(["renamed", "two"]);
  });
});
