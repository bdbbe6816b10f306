/** The contract of reading. */
import { collectBytes } from "../storage/byte-streams.ts";
import type { FileEntry, FileReadResult } from "../storage/file-store.ts";
import {
  at,
  bytesOf,
  contractCase,
  entriesOf,
  expectEqual,
  expectError,
  expectTrue,
  fill,
  type StoreContractCase,
  textOf,
} from "./contract-case.ts";

/** Promises about `stat`, `open` and `readFiles`. */
export const readingCases: readonly StoreContractCase[] = [
  contractCase("answers null for a file that is missing", async (store) => {
    await fill(store, { "a/b.md": "x" });
    for (const path of ["missing.md", "a/missing.md", "missing/b.md", "A/b.md"]) {
      expectTrue((await store.stat(at(path))) === null, `stat ${path}`);
      expectTrue((await store.open(at(path))) === null, `open ${path}`);
    }
  }),
  contractCase("gives back exactly the bytes that were written", async (store) => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
    const entry = await store.put(at("bytes.bin"), bytes);
    expectEqual(entry.size, bytes.length, "the size that put tells");
    const file = await store.open(at("bytes.bin"));
    expectEqual(file?.entry.size, bytes.length, "the size that open tells");
    expectEqual(file && [...(await collectBytes(file.stream))], [...bytes], "the bytes");
  }),
  contractCase("reads an empty file", async (store) => {
    await fill(store, { "empty.md": "" });
    expectEqual((await store.stat(at("empty.md")))?.size, 0, "the size");
    expectEqual(await textOf(store, "empty.md"), "", "the text");
  }),
  contractCase("reads ranges, cut where the file ends", async (store) => {
    await fill(store, { "a.md": "0123456789" });
    const ranges = [
      [{ start: 0, end: 4 }, "0123"],
      [{ start: 3, end: 4 }, "3"],
      [{ start: 7 }, "789"],
      [{ start: 8, end: 100 }, "89"],
      [{ start: 10 }, ""],
      [{ start: 50, end: 60 }, ""],
      [{ start: 5, end: 5 }, ""],
    ] as const;
    for (const [range, expected] of ranges) {
      const file = await store.open(at("a.md"), { range });
      expectEqual(file?.entry.size, 10, "the size is that of the file");
      const text = file && new TextDecoder().decode(await collectBytes(file.stream));
      expectEqual(text, expected, JSON.stringify(range));
    }
  }),
  contractCase("reads ranges of a large file", async (store) => {
    const bytes = Uint8Array.from({ length: 900_000 }, (_, index) => (index * 31) % 251);
    await store.put(at("large.bin"), bytes);
    for (const [start, end] of [
      [0, 900_000],
      [123_456, 823_456],
      [899_990, 1_000_000],
    ] as const) {
      const file = await store.open(at("large.bin"), { range: { start, end } });
      const read = file && (await collectBytes(file.stream));
      expectTrue(read?.length === Math.min(end, 900_000) - start, `the length of ${start} to ${end}`);
      expectTrue(
        read?.every((byte, index) => byte === bytes[start + index]) === true,
        `the bytes of ${start} to ${end}`,
      );
    }
  }),
  contractCase("refuses to open a file that no longer has the validator", async (store) => {
    await fill(store, { "a.md": "one" });
    const before = (await store.stat(at("a.md"))) as FileEntry;
    const same = await store.open(at("a.md"), { validator: before.validator });
    expectEqual(same && new TextDecoder().decode(await collectBytes(same.stream)), "one", "unchanged");
    await fill(store, { "a.md": "another" });
    await expectError(store.open(at("a.md"), { validator: before.validator }), { code: "version_conflict" }, "changed");
  }),
  contractCase("lets a stream be cancelled", async (store) => {
    await store.put(at("large.bin"), new Uint8Array(600_000));
    const file = await store.open(at("large.bin"));
    const reader = file?.stream.getReader();
    await reader?.read();
    await reader?.cancel();
    expectEqual((await store.stat(at("large.bin")))?.size, 600_000, "the file afterwards");
  }),
  contractCase("shows a reader the old file or the new one while it is replaced, never a mix", async (store) => {
    const old = new Uint8Array(700_000).fill(1);
    await store.put(at("large.bin"), old);
    const file = await store.open(at("large.bin"));
    const reader = file?.stream.getReader();
    const first = await reader?.read();
    await store.put(at("large.bin"), new Uint8Array(700_000).fill(2));
    const seen = new Set(first?.value);
    try {
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
        for (const byte of next.value ?? []) seen.add(byte);
      }
    } catch (error) {
      await expectError(Promise.reject(error), { code: "version_conflict" }, "a reader that is too late");
    }
    expectEqual([...seen], [1], "the bytes that were seen");
  }),
  contractCase("does not open a folder as a file", async (store) => {
    await fill(store, { "a/b.md": "x" });
    await expectError(store.open(at("a")), { code: "invalid_input", reason: "is_directory" }, "open");
    await expectError(store.stat(at("a")), { code: "invalid_input", reason: "is_directory" }, "stat");
    await expectError(store.delete(at("a")), { code: "invalid_input", reason: "is_directory" }, "delete");
  }),
  contractCase("does not enter a file as a folder", async (store) => {
    await fill(store, { "a.md": "x" });
    await expectError(store.open(at("a.md/b.md")), { code: "invalid_input", reason: "not_a_directory" }, "open");
    await expectError(
      entriesOf(store, "a.md", { recursive: true }),
      { code: "invalid_input", reason: "not_a_directory" },
      "list",
    );
  }),
  contractCase("passes an abort on as it was given", async (store) => {
    await fill(store, { "a.md": "x" });
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    const outcomes = await Promise.allSettled([
      store.open(at("a.md"), { signal }),
      store.put(at("b.md"), bytesOf("y"), { signal }),
    ]);
    expectTrue(
      outcomes.every((outcome) => outcome.status === "rejected" && outcome.reason === reason),
      "the reason",
    );
    expectTrue((await store.stat(at("b.md"))) === null, "nothing was written");
  }),
  contractCase(
    "reads many files in the order that is asked for",
    async (store) => {
      await fill(store, { "a.md": "1", "b/c.md": "22", "b/d.md": "333", "e.md": "x".repeat(100) });
      const entries = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
      const asked = [...entries].reverse();
      await store.delete(at("b/d.md"));
      const seen: (readonly [number, string, string])[] = [];
      const visit = (result: FileReadResult, index: number): void => {
        const text = result.status === "read" ? new TextDecoder().decode(result.bytes) : "";
        seen.push([index, result.status === "failed" ? result.error.code : result.status, text]);
      };
      await store.readFiles?.(asked, { maximumBytes: 50 }, visit);
      const expected = [
        [0, "limit_exceeded", ""],
        [1, "gone", ""],
        [2, "read", "22"],
        [3, "read", "1"],
      ];
      expectEqual(seen, expected, "results");
    },
    "readFiles",
  ),
  contractCase(
    "reads a file that has changed since it was listed as it is now, with its present entry",
    async (store) => {
      await fill(store, { "a.md": "before" });
      const [listed] = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
      await fill(store, { "a.md": "afterwards" });
      await store.readFiles?.([listed as FileEntry], { maximumBytes: 1_000 }, (result) => {
        if (result.status !== "read") throw new Error(`expected the file to be read, got ${result.status}.`);
        expectEqual(new TextDecoder().decode(result.bytes), "afterwards", "the text");
        expectEqual(result.entry.size, "afterwards".length, "the size in the entry");
      });
    },
    "readFiles",
  ),
  contractCase(
    "reads a part of a file, cut where the file ends, and none of one that has changed",
    async (store) => {
      await fill(store, { "a/b.md": "0123456789" });
      const entry = (await store.stat(at("a/b.md"))) as FileEntry;
      const part = (start: number, length: number): string | null => {
        const into = new Uint8Array(length);
        const count = store.readPart?.(entry, start, into) ?? null;
        return count === null ? null : new TextDecoder().decode(into.subarray(0, count));
      };
      const seen = [part(0, 3), part(7, 99), part(10, 2), part(50, 10), part(2, 0)];
      expectEqual(seen, ["012", "789", "", "", ""], "the parts");
      await fill(store, { "a/b.md": "changed" });
      expectTrue(part(0, 3) === null, "another file now");
      await store.delete(at("a/b.md"));
      expectTrue(part(0, 3) === null, "no file now");
    },
    "readPart",
  ),
  contractCase(
    "reads a whole file as it is, at once",
    async (store) => {
      await fill(store, { "a/b.md": "0123456789", "empty.md": "" });
      const now = (path: string, maximumBytes = 100): string | null => {
        const bytes = store.readNow?.(at(path), maximumBytes) ?? null;
        return bytes && new TextDecoder().decode(bytes);
      };
      expectEqual([now("a/b.md"), now("empty.md")], ["0123456789", ""], "the texts");
      expectEqual([now("a/b.md", 10), now("a/b.md", 9)], ["0123456789", null], "the bound");
      await fill(store, { "a/b.md": "changed" });
      expectEqual([now("a/b.md"), now("a"), now("gone.md"), now("gone/b.md")], ["changed", null, null, null], "later");
    },
    "readNow",
  ),
];
