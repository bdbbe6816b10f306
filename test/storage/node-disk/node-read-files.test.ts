import { describe, expect, it } from "vitest";
import { type FileEntry, isTrusted } from "../../../src/storage/file-store.ts";
import { entriesOf } from "../../../src/testing/contract-case.ts";
import { newFolder, openFolder, writeFiles } from "./disk-folder.ts";

describe("reading many files that have been at rest", () => {
  it("gives the bytes and the trusted entry of each, whether it was looked at or only named by the listing", async () => {
    const root = newFolder();
    // About the size of the buffer, where a read that fills it could be mistaken for the whole file.
    const sizes = [0, 1, 700, 262_143, 262_144, 262_145, 700_000, 5];
    const files = sizes.map(
      (size, index) => [`${index % 3}/${index}.bin`, new Uint8Array(size).fill(index + 1)] as const,
    );
    writeFiles(root, Object.fromEntries(files));
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const store = await openFolder(root);
    for (const namesOnly of [false, true]) {
      const entries = (await entriesOf(store, "", { recursive: true, namesOnly })) as FileEntry[];
      const seen = new Map<string, FileEntry>();
      await store.readFiles?.(entries, { maximumBytes: 600_000 }, (result, index) => {
        const { path } = entries[index] as FileEntry;
        if (result.status !== "read") {
          expect([result.status, path]).toEqual(["failed", "0/6.bin"]);
          return;
        }
        const expected = files.find(([name]) => name === path)?.[1] as Uint8Array;
        expect(Buffer.from(result.bytes).equals(Buffer.from(expected)), path).toBe(true);
        seen.set(path, result.entry);
      });
      expect(seen.size).toBe(files.length - 1);
      for (const [path, entry] of seen) {
        expect(entry, path).toEqual(await store.stat(entry.path));
        expect(isTrusted(entry)).toBe(true);
      }
    }
  });

  it("sees an abort while it reads", async () => {
    const root = newFolder();
    writeFiles(root, Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`${index}.md`, "x".repeat(5_000)])));
    const store = await openFolder(root);
    const entries = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
    const abort = new AbortController();
    setImmediate(() => abort.abort("enough"));
    let visited = 0;
    const reading = store.readFiles?.(entries, { maximumBytes: 10_000, signal: abort.signal }, () => {
      visited++;
      // Slow work on each file, so that others are due for their turn.
      for (const end = performance.now() + 1; performance.now() < end; );
    });
    await expect(reading).rejects.toBe("enough");
    expect(visited).toBeLessThan(600);
  });
});
