import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../src/base/decode-text.ts";
import { defaultLimits, type Limits, resolveLimits } from "../../src/base/limits.ts";
import { utf8Length } from "../../src/base/utf8-length.ts";
import { createKnownFiles } from "../../src/files/known-files.ts";
import { type FileRange, type ReadRangeOptions, readRange } from "../../src/files/read-range.ts";
import { createTestStore, type TestStoreOptions } from "./test-store.ts";

async function range(
  content: string | Uint8Array,
  options: ReadRangeOptions = {},
  { limits = defaultLimits, ...storeOptions }: TestStoreOptions & { limits?: Limits } = {},
): Promise<FileRange> {
  return readRange({ store: createTestStore({ "a.md": content }, storeOptions), path: "a.md", limits, ...options });
}

/** The slow and obvious line rule. */
function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

const utf8 = (text: string) => new TextEncoder().encode(text);
function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, !bigEndian);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), !bigEndian);
  return bytes;
}

describe("a range of lines", () => {
  it("keeps each line's own terminator: LF, CRLF and a lone CR", async () => {
    const text = "one\r\ntwo\rthree\nfour";
    expect((await range(text, { startLine: 1, lineCount: 1 })).content).toBe("one\r\n");
    expect((await range(text, { startLine: 2, lineCount: 1 })).content).toBe("two\r");
    expect((await range(text, { startLine: 3, lineCount: 1 })).content).toBe("three\n");
    expect((await range(text, { startLine: 4, lineCount: 1 })).content).toBe("four");
  });

  it("says where it ends and where the file goes on", async () => {
    const text = "one\ntwo\nthree\nfour\nfive";
    expect(await range(text, { startLine: 2, lineCount: 2 })).toEqual({
      path: "a.md",
      startLine: 2,
      endLine: 3,
      hasMore: true,
      content: "two\nthree\n",
      version: expect.stringMatching(/^sha256-[0-9a-f]{64}$/),
      next: { line: 4, column: 1 },
    });
    expect(await range(text, { startLine: 3, endLine: 5 })).toMatchObject({
      endLine: 5,
      hasMore: false,
      totalLines: 5,
      content: "three\nfour\nfive",
    });
  });

  it("has no extra line after a last terminator", async () => {
    expect(await range("1\n2\n3\n", { startLine: 3, lineCount: 10 })).toMatchObject({
      content: "3\n",
      endLine: 3,
      totalLines: 3,
      hasMore: false,
    });
  });

  it("is empty past the end, and in an empty file", async () => {
    const past = await range("1\n2\n3\n", { startLine: 9, startColumn: 4 });
    expect(past).toMatchObject({ content: "", startLine: 9, endLine: 8, totalLines: 3, hasMore: false });
    expect(past.next).toBeUndefined();
    expect(await range("")).toMatchObject({ content: "", startLine: 1, endLine: 0, totalLines: 0, hasMore: false });
    expect(await range("", { startLine: -5 })).toMatchObject({ startLine: 1, endLine: 0, totalLines: 0 });
    expect(await range(utf8("\ufeff"))).toMatchObject({ content: "", endLine: 0, totalLines: 0 });
  });

  it("counts a negative start from the end, and starts at 1 when that is past the first line", async () => {
    const text = "1\n2\n3\n4\n5";
    expect(await range(text, { startLine: -2 })).toMatchObject({ startLine: 4, content: "4\n5", totalLines: 5 });
    expect(await range(text, { startLine: -9, lineCount: 1 })).toMatchObject({ startLine: 1, content: "1\n" });
    expect(await range(text, { startLine: -3, endLine: 3 })).toMatchObject({ startLine: 3, content: "3\n" });
    await expect(range(text, { startLine: -1, endLine: 3 })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("takes 200 lines by default, and says when it cuts a count to the maximum", async () => {
    const text = "x\n".repeat(1_500);
    expect(await range(text)).toMatchObject({ endLine: 200, hasMore: true });
    expect((await range(text)).cut).toBeUndefined();
    expect(await range(text, { lineCount: 5_000 })).toMatchObject({ endLine: 1_000, cut: { reason: "lines" } });
    expect(await range(text, { endLine: 1_200 })).toMatchObject({ endLine: 1_000, cut: { reason: "lines" } });
    expect((await range("x\n", { lineCount: 5_000 })).cut).toBeUndefined();
  });

  it("refuses numbers that name no line or column, with the interval that is allowed", async () => {
    const wrong: ReadRangeOptions[] = [
      { startLine: 0 },
      { startLine: 1.5 },
      { startLine: 2 ** 53 },
      { startLine: 1e21 },
      { startLine: Number.NaN },
      { lineCount: 0 },
      { lineCount: -1 },
      { endLine: 0 },
      { startLine: 5, endLine: 4 },
      { startColumn: 0 },
      { startColumn: -1 },
      { lineCount: 1, endLine: 1 },
    ];
    for (const options of wrong) {
      const failure = range("1\n2\n", options);
      await expect(failure, JSON.stringify(options)).rejects.toMatchObject({ code: "invalid_input" });
      await expect(failure).rejects.toHaveProperty("next", expect.stringMatching(/Give /));
    }
  });

  it("goes on from a column in code points, and refuses one that the line does not have", async () => {
    const text = "a😀b\nnext\n";
    expect((await range(text, { startColumn: 3, lineCount: 1 })).content).toBe("b\n");
    expect((await range(text, { startColumn: 4, lineCount: 2 })).content).toBe("\nnext\n");
    await expect(range(text, { startColumn: 5 })).rejects.toMatchObject({
      code: "invalid_input",
      details: { parameter: "startColumn", minimum: 1, maximum: 4 },
    });
    expect(await range("abc", { startColumn: 4 })).toMatchObject({ content: "", endLine: 0, totalLines: 1 });
    await expect(range("abc", { startColumn: 5 })).rejects.toMatchObject({ details: { maximum: 4 } });
  });

  it("returns a giant line in pieces that join to it", async () => {
    const limits = resolveLimits({ maximumRangeReadBytes: 65_536 });
    const text = `${"x".repeat(5_000_000)}\n`;
    const store = createTestStore({ "a.md": text });
    const known = createKnownFiles();
    const first = await readRange({ store, known, limits, path: "a.md", lineCount: 1 });
    expect(first).toMatchObject({ cut: { reason: "bytes" }, next: { line: 1, column: 65_537 }, hasMore: true });
    expect(first.content).toHaveLength(65_536);
    let joined = first.content;
    for (let next = first.next; next !== undefined; ) {
      const { line, column } = next;
      const page = await readRange({ store, known, limits, path: "a.md", startLine: line, startColumn: column });
      joined += page.content;
      next = page.next;
    }
    expect(joined === text).toBe(true);
  });

  it("numbers lines on request, within the byte bound", async () => {
    const numbered = await range("a\nb\nc\n", { startLine: 2, lineNumbers: true });
    expect(numbered.content).toBe("2\tb\n3\tc\n");
    const limits = resolveLimits({ maximumRangeReadBytes: 6 });
    const cut = await range("a\nbcdef\n", { lineNumbers: true }, { limits });
    expect(cut).toMatchObject({ content: "1\ta\n", cut: { reason: "bytes" }, next: { line: 2, column: 1 } });
  });

  it("never returns half a character, nor half a line ending if it can help it", async () => {
    const limits = resolveLimits({ maximumRangeReadBytes: 5 });
    expect(await range("abc😀", {}, { limits })).toMatchObject({ content: "abc", next: { line: 1, column: 4 } });
    expect(await range("abcd\r\n", {}, { limits })).toMatchObject({ content: "abcd", next: { line: 1, column: 5 } });
    const tiny = resolveLimits({ maximumRangeReadBytes: 3 });
    await expect(range("😀", {}, { limits: tiny })).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  it("does not take U+2028, U+2029, U+0085, vertical tab and form feed for line ends", async () => {
    const text = "a\u2028b\u2029c\u0085d\u000be\u000cf\nx";
    expect(await range(text)).toMatchObject({ totalLines: 2, content: text });
  });

  it("decodes UTF-8 with and UTF-16 with a byte order mark, which is not content", async () => {
    const text = "ä😀\r\nzwei\rdrei";
    for (const bytes of [utf8(`\ufeff${text}`), utf16(text, false), utf16(text, true)]) {
      for (const chunkBytes of [1, 2, 3, 5, 64]) {
        expect((await range(bytes, {}, { chunkBytes })).content).toBe(text);
        expect((await range(bytes, { startLine: 2, lineCount: 1 }, { chunkBytes })).content).toBe("zwei\r");
      }
    }
  });

  it("refuses a binary file and names the tool that can tell of it", async () => {
    await expect(range(new Uint8Array([65, 0, 66]))).rejects.toMatchObject({
      code: "unsupported",
      details: { reason: "binary" },
      next: expect.stringContaining("file_context_info"),
    });
  });

  it("is not_found with near names for a missing file", async () => {
    const store = createTestStore({ "notes/Plan.md": "x", "notes/plant.md": "y", "other.md": "z" });
    await expect(readRange({ store, path: "notes/plan.md" })).rejects.toMatchObject({
      code: "not_found",
      details: { suggestions: ["notes/Plan.md", "notes/plant.md"] },
    });
  });
});

describe("versions of a range", () => {
  it("serves all pages of one version, or version_conflict with the present one", async () => {
    const store = createTestStore({ "a.md": "1\n2\n" });
    const first = await readRange({ store, path: "a.md", lineCount: 1 });
    expect((await readRange({ store, path: "a.md", startLine: 2, version: first.version })).content).toBe("2\n");
    store.set("a.md", "1\n2\n3\n");
    const now = await readRange({ store, path: "a.md" });
    await expect(readRange({ store, path: "a.md", version: first.version })).rejects.toMatchObject({
      code: "version_conflict",
      details: { version: now.version, reason: "not_current" },
    });
  });

  it("does not hash a file over maximumEditBytes", async () => {
    const limits = resolveLimits({ maximumEditBytes: 4 });
    let hashed = 0;
    const store = createTestStore({ "a.md": "12345\n" });
    const sha256 = () => `${++hashed}`;
    const big = await readRange({ store, path: "a.md", limits, sha256 });
    expect(big.version).toMatch(/^stat-/);
    expect(hashed).toBe(0);
    await readRange({ store, path: "a.md", limits, sha256, version: big.version });
  });

  it("reads a file that changes meanwhile once more, and then gives up", async () => {
    let changes = 1;
    const store = createTestStore(
      { "a.md": "before\n" },
      {
        before: (call, store) => {
          if (call === "open a.md" && changes-- > 0) store.set("a.md", `after ${changes}\n`);
        },
      },
    );
    expect((await readRange({ store, path: "a.md" })).content).toBe("after 0\n");
    changes = 2;
    await expect(readRange({ store, path: "a.md" })).rejects.toMatchObject({ code: "version_conflict" });
  });

  it("sees that a large file was rewritten while a part of it was read", async () => {
    const limits = resolveLimits({ maximumEditBytes: 1 });
    let stats = 0;
    const store = createTestStore(
      { "a.md": "1\n2\n3\n" },
      { before: (call, store) => void (call.startsWith("stat") && ++stats === 2 && store.set("a.md", "4\n5\n6\n")) },
    );
    expect((await readRange({ store, limits, path: "a.md", lineCount: 1 })).content).toBe("4\n");
    expect(stats).toBe(4);
  });

  it("is not_found when the file is deleted meanwhile", async () => {
    let opens = 0;
    const store = createTestStore(
      { "a.md": "x\n" },
      { before: (call, store) => call.startsWith("open") && opens++ === 0 && store.remove("a.md") },
    );
    await expect(readRange({ store, path: "a.md" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("large files", () => {
  it("finds a later window without reading from the start once the lines are mapped", async () => {
    const line = `${"y".repeat(79)}\n`;
    const bytes = utf8(line.repeat(60_000));
    const limits = resolveLimits({ maximumEditBytes: 1_000 });
    const ranges: number[] = [];
    const store = createTestStore({ "a.md": bytes });
    const open = store.open;
    store.open = async (path, options) => {
      ranges.push(options?.range?.start ?? 0);
      return open(path, options);
    };
    const known = createKnownFiles();
    await readRange({ store, path: "a.md", limits, known, startLine: 50_000 });
    ranges.length = 0;
    const window = await readRange({ store, path: "a.md", limits, known, startLine: 49_000, lineCount: 2 });
    expect(window.content).toBe(line.repeat(2));
    expect(ranges).toHaveLength(1);
    expect(ranges[0]).toBeGreaterThan(48_000 * 80 - 2 * 65_536);
    const last = await readRange({ store, path: "a.md", limits, known, startLine: -1 });
    expect(last).toMatchObject({ startLine: 60_000, totalLines: 60_000 });
  });

  it("keeps nothing for a validator that can't be trusted", async () => {
    const store = createTestStore({ "a.md": "1\n2\n" }, { racy: true });
    const known = createKnownFiles();
    const entry = (await store.stat("a.md" as never)) as never;
    await readRange({ store, path: "a.md", known });
    expect(known.of(entry)).toEqual({ version: undefined, text: undefined });
  });
});

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("\n", "\r", "\r\n", "a", "bc", " ") },
  { weight: 2, arbitrary: fc.constantFrom("ä", "€", "😀", "\ufeff", "\u2028", "語") },
);
const invalid = fc.constantFrom(
  [0x80],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
  [0xff],
  [0xf0, 0x90],
  [0xed, 0xa0, 0x80],
);
const fileBytes = fc
  .array(fc.oneof({ weight: 8, arbitrary: piece.map((text) => [...utf8(text)]) }, { weight: 1, arbitrary: invalid }), {
    maxLength: 60,
  })
  .map((parts) => new Uint8Array(parts.flat()));
const anyFile = fc.oneof(
  { weight: 3, arbitrary: fileBytes },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(piece, { maxLength: 40 }), fc.boolean())
      .map(([text, big]) => utf16(text.join(""), big)),
  },
);
const small = { numRuns: 400 };

describe("a range is a slice of the split text", () => {
  it("for any bytes, chunks, window and bound", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -12, max: 12 }).filter((line) => line !== 0),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 8, max: 40 }),
        fc.constantFrom("whole", "streamed", "byte stream"),
        async (bytes, chunkBytes, startLine, lineCount, maximumRangeReadBytes, way) => {
          // Streamed: over the size that is read at once.
          const limits = resolveLimits({ maximumRangeReadBytes, ...(way === "whole" ? {} : { maximumEditBytes: 1 }) });
          const byteStreams = way === "byte stream";
          const got = await range(bytes, { startLine, lineCount }, { chunkBytes, byteStreams, limits });
          const lines = splitLines(decodeText(bytes));
          const first = startLine > 0 ? startLine : Math.max(1, lines.length + 1 + startLine);
          const whole = lines.slice(first - 1, first - 1 + lineCount).join("");
          expect(got.startLine).toBe(first);
          expect(whole.startsWith(got.content)).toBe(true);
          expect(utf8Length(got.content)).toBeLessThanOrEqual(maximumRangeReadBytes);
          if (utf8Length(whole) <= maximumRangeReadBytes) expect(got.content).toBe(whole);
          else expect(got.cut).toEqual({ reason: "bytes" });
          const behind = lines.slice(first - 1).join("").length > got.content.length;
          expect(got.hasMore).toBe(behind);
          if (!behind) expect(got.totalLines).toBe(lines.length);
          expect(got.next === undefined).toBe(!behind);
          expect(got.endLine - got.startLine + 1).toBe(splitLines(got.content).length);
        },
      ),
      small,
    );
  });

  it("so that windows join to the file in both directions", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 4, max: 20 }),
        fc.boolean(),
        async (bytes, chunkBytes, lineCount, maximumRangeReadBytes, keeps) => {
          const limits = resolveLimits({ maximumRangeReadBytes, maximumEditBytes: 1 });
          const store = createTestStore({ "a.md": bytes }, { chunkBytes });
          const known = keeps ? createKnownFiles() : undefined;
          const text = decodeText(bytes);
          let forwards = "";
          let place: { line: number; column: number } | undefined = { line: 1, column: 1 };
          for (let pages = 0; place !== undefined; pages++) {
            const page: FileRange = await readRange({
              ...{ store, known, limits, path: "a.md", lineCount },
              startLine: place.line,
              startColumn: place.column,
            });
            forwards += page.content;
            place = page.next;
            expect(pages).toBeLessThan(2_000);
          }
          expect(forwards).toBe(text);

          const wide = resolveLimits({ maximumEditBytes: 1 });
          const total = splitLines(text).length;
          let backwards = "";
          for (let end = total; end > 0; end -= lineCount) {
            const startLine = Math.max(1, end - lineCount + 1);
            const page = await readRange({ store, known, limits: wide, path: "a.md", startLine, endLine: end });
            backwards = page.content + backwards;
          }
          expect(backwards).toBe(text);
        },
      ),
      { numRuns: 200 },
    );
  });
});
