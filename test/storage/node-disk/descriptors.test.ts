import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FileEntry } from "../../../src/storage/file-store.ts";
import { at, bytesOf, entriesOf, expectError, textOf } from "../../../src/testing/contract-case.ts";
import { bundleProgram, startCommand } from "./child-program.ts";
import { descriptorCount, newFolder, openFolder, writeFiles } from "./disk-folder.ts";

const canCount = existsSync("/proc/self/fd");

describe.skipIf(!canCount)("descriptors of the disk store (needs /proc)", () => {
  it("are all closed after operations that succeed and after those that fail", async () => {
    const root = newFolder();
    writeFiles(root, { "a/b.md": "x", "large.bin": new Uint8Array(300_000), "c.md": "y" });
    const store = await openFolder(root);
    await store.put(at("warm.md"), bytesOf("x"));
    const before = descriptorCount();
    for (let round = 0; round < 20; round++) {
      await textOf(store, "a/b.md");
      await textOf(store, "missing/b.md");
      await store.stat(at("a/b.md"));
      await expectError(store.open(at("a")), { code: "invalid_input" }, "a folder");
      await expectError(store.open(at("c.md/x")), { code: "invalid_input" }, "below a file");
      await expectError(store.put(at("c.md/x"), bytesOf("")), { code: "invalid_input" }, "below a file");
      await expectError(store.put(at("c.md"), bytesOf("z"), { ifAbsent: true }), { code: "already_exists" }, "exists");
      await expectError(
        store.put(at("c.md"), bytesOf("z"), { ifVersion: "sha256-0" }),
        { code: "version_conflict" },
        "version",
      );
      await expectError(store.delete(at("c.md"), { ifVersion: "sha256-0" }), { code: "version_conflict" }, "delete");
      await expectError(store.open(at("c.md"), { validator: "other" }), { code: "version_conflict" }, "validator");
      await store.put(at(`d/${round}.md`), bytesOf("z"));
      await store.delete(at(`d/${round}.md`));
      await store.versions?.(at("c.md"));
      await store.open(at("c.md"), { version: "sha256-0" });
      const file = await store.open(at("large.bin"));
      const reader = file?.stream.getReader();
      await reader?.read();
      await reader?.cancel();
      const entries = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
      await store.readFiles?.(entries, { maximumBytes: 1_000 }, () => {});
    }
    expect(descriptorCount()).toBe(before);
  });

  it("are few however many streams wait to be read, and no stream is lost for it", async () => {
    const root = newFolder();
    const bytes = Uint8Array.from({ length: 600_000 }, (_, index) => (index * 7) % 256);
    writeFiles(root, { "large.bin": bytes });
    const store = await openFolder(root, { maximumHeldFiles: 4 });
    const before = descriptorCount() ?? 0;
    const files = await Promise.all(Array.from({ length: 50 }, () => store.open(at("large.bin"))));
    expect(descriptorCount()).toBeLessThanOrEqual(before + 4);
    const readers = files.map((file) => file?.stream.getReader());
    const parts: Uint8Array[][] = files.map(() => []);
    for (let isMore = true; isMore; ) {
      isMore = false;
      for (const [index, reader] of readers.entries()) {
        const next = await reader?.read();
        if (next?.value !== undefined) parts[index]?.push(next.value);
        isMore ||= next?.done === false;
      }
    }
    for (const part of parts) expect(Buffer.concat(part).equals(Buffer.from(bytes))).toBe(true);
    expect(descriptorCount()).toBe(before);
  });

  it("that run out are waited for", async () => {
    const root = newFolder();
    writeFiles(root, { "large.bin": new Uint8Array(300_000), "a/b/c.md": "x", "d.md": "y" });
    const program = await bundleProgram("few-descriptors");
    const { output, errors } = await startCommand("/bin/sh", [
      "-c",
      `ulimit -n 128; exec "$0" "$1" "$2"`,
      process.execPath,
      program,
      root,
    ]).ended;
    expect(errors).toBe("");
    const { before, heldByReaders, lengths, afterReaders, listed, read, afterAll } = JSON.parse(output);
    expect(heldByReaders).toBeLessThanOrEqual(before + 64);
    expect(lengths).toEqual([300_000]);
    expect([afterReaders, afterAll]).toEqual([before, before]);
    expect([listed, read]).toEqual([5, 5]);
  });
});
