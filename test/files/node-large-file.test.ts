import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveLimits } from "../../src/base/limits.ts";
import { infoOf } from "../../src/files/info-of.ts";
import { createKnownFiles } from "../../src/files/known-files.ts";
import { readFile } from "../../src/files/read-file.ts";
import { readRange } from "../../src/files/read-range.ts";
import { searchFiles } from "../../src/files/search-files.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";

const size = 1024 ** 3;
let folder: string;
let store: FileStore;
/** Bytes that the store has served. */
let served = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "large-"));
  const file = openSync(join(folder, "big.log"), "w");
  for (let line = 1; line <= 3; line++) writeSync(file, `${`${line}`.repeat(4_095)}\n`);
  ftruncateSync(file, size);
  const disk = await openDiskStore({ root: folder });
  const open = disk.open.bind(disk);
  disk.open = async (path, options) => {
    const opened = await open(path, options);
    if (opened === null) return null;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        served += chunk.length;
        controller.enqueue(chunk);
      },
    });
    return { ...opened, stream: opened.stream.pipeThrough(counter) };
  };
  store = disk;
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe("a sparse file of 1 GiB", () => {
  it("is read by range in proportion to the window, again and again", async () => {
    const known = createKnownFiles();
    served = 0;
    for (let read = 0; read < 1_000; read++) {
      const startLine = 1 + (read % 2);
      const range = await readRange({ store, known, path: "big.log", startLine, lineCount: 1 });
      expect(range).toMatchObject({ startLine, endLine: startLine, hasMore: true, next: { line: startLine + 1 } });
      expect(range.content).toBe(`${`${startLine}`.repeat(4_095)}\n`);
      expect(range.version).toMatch(/^stat-/);
    }
    // Never more than the window and a block or two; 1 GiB each would be a million MiB.
    expect(served).toBeLessThan(1_000 * 128 * 1024);
  });

  it("gives a line that fills the rest of the file in pieces", async () => {
    served = 0;
    const limits = resolveLimits({ maximumRangeReadBytes: 16_384 });
    const first = await readRange({ store, limits, path: "big.log", startLine: 4 });
    expect(first).toMatchObject({ cut: { reason: "bytes" }, next: { line: 4, column: 16_385 } });
    expect(first.content).toBe("\0".repeat(16_384));
    const second = await readRange({ store, limits, path: "big.log", startLine: 4, startColumn: 16_385 });
    expect(second.next).toEqual({ line: 4, column: 32_769 });
    expect(served).toBeLessThan(2 * 1024 * 1024);
  });

  it("is neither read whole nor hashed", async () => {
    served = 0;
    await expect(readFile({ store, path: "big.log" })).rejects.toMatchObject({
      code: "limit_exceeded",
      details: { actual: size },
    });
    expect(await infoOf({ store, path: "big.log" })).toMatchObject({ info: { length: size } });
    expect(served).toBe(0);
  });
});

describe("a file that is one line of 100 MB", () => {
  const length = 100_000_000;
  beforeAll(async () => {
    const file = openSync(join(folder, "line.md"), "w");
    writeSync(file, "x".repeat(8_192));
    // What is not written reads as NUL, which is text behind the first 8 KiB.
    ftruncateSync(file, length);
    for (const [text, at] of [
      ["needle", 3_000_000],
      ["needle", 99_999_000],
    ] as const) {
      writeSync(file, text, at);
    }
    closeSync(file);
    // Nothing is kept of a file that is too young for its times to tell its changes.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
  });

  it("is read in pieces from any column, in proportion to the piece once its columns are mapped", async () => {
    const known = createKnownFiles();
    const limits = resolveLimits({ maximumRangeReadBytes: 65_536 });
    const piece = (startColumn: number) => readRange({ store, known, limits, path: "line.md", startColumn });
    let column = 1;
    for (let pieces = 0; pieces < 50; pieces++) {
      const range = await piece(column);
      expect(range).toMatchObject({ startLine: 1, endLine: 1, hasMore: true, cut: { reason: "bytes" } });
      column = range.next?.column as number;
    }
    expect(column).toBe(50 * 65_536 + 1);
    expect((await piece(3_000_001)).content.startsWith("needle")).toBe(true);
    expect((await piece(99_999_001)).content).toBe(`needle${"\0".repeat(994)}`);
    served = 0;
    expect((await piece(99_998_990)).content).toContain("needle");
    expect(served).toBeLessThan(256 * 1024);
    const behind = { code: "invalid_input", details: { parameter: "startColumn", maximum: length + 1 } };
    await expect(piece(length + 2)).rejects.toMatchObject(behind);
  });

  it("is named by a search of lines, and not searched", async () => {
    served = 0;
    const found = await searchFiles({ store, pattern: "needle" });
    expect(found).toMatchObject({ files: [], filesSearched: 0 });
    expect(found.skipped?.first).toContainEqual({ path: "line.md", reason: "too_large" });
    expect(served).toBe(0);
  });
});

describe("a line of 3 MB", () => {
  it("is searched, and shown around what was found", async () => {
    const line = `${"a".repeat(1_500_000)}needle${"b".repeat(1_500_000)}`;
    const { files } = await searchFiles({ store: createMemoryStore({ files: { "a.md": line } }), pattern: "needle" });
    const [match] = files[0]?.matchingLines ?? [];
    expect(match?.line).toContain("aneedleb");
    expect(match?.line.length).toBeLessThanOrEqual(resolveLimits({}).maximumLineCharacters + 2);
  });
});
