import { describe, expect, it } from "vitest";
import { resolveLimits } from "../../../src/base/limits.ts";
import { compilePattern } from "../../../src/files/grep/compile-pattern.ts";
import { LineSearch } from "../../../src/files/grep/line-search.ts";
import { MatchClock } from "../../../src/files/grep/match-clock.ts";
import { searchFiles } from "../../../src/files/search-files.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";

const MiB = 1024 * 1024;

async function grep(pattern: string, text: string, limits: Parameters<typeof resolveLimits>[0] = {}) {
  const store = createMemoryStore({ files: { "a.md": text } });
  const started = performance.now();
  const found = await searchFiles({ store, pattern, limits: resolveLimits({ ...limits }) });
  return { found, lines: found.files[0]?.matchingLines ?? [], ms: performance.now() - started };
}

describe("a search with patterns that trouble other engines", () => {
  it.each([
    ["(a+)+$", `${"a".repeat(4 * MiB - 2)}!`, 0],
    ["(a|a)*b", "a".repeat(4 * MiB), 0],
    ["(.*)*x", `${"a".repeat(MiB)}x`, 1],
    ["a.*b.*c.*d", "ab".repeat(MiB), 0],
    ["[ab]*[bc]*[cd]*e", "abc".repeat(MiB), 0],
    ["a.*b$", "a".repeat(4 * MiB), 0],
    ["x*x*x*y", `${"x".repeat(400)}\n`.repeat(5_000), 0],
    [`${"a?".repeat(100)}${"a".repeat(100)}$`, `${"a".repeat(99)}b\n`.repeat(10_000), 0],
    ["(?:a|b|ab){1,30}c", "ab".repeat(MiB), 0],
  ])("%s ends in time with the right answer", async (pattern, text, count) => {
    const { lines, ms } = await grep(pattern, text, { regexTimeoutMs: 60_000 });
    expect(lines).toHaveLength(count);
    // Linear, on a machine that does other things too.
    expect(ms).toBeLessThan(60_000);
  });

  it("goes over to the linear engine where the runtime's own becomes slow", async () => {
    // Every line is short enough to be tried, and each is as bad as it can be.
    const { lines, ms } = await grep("a.*b.*!", `${"ab".repeat(50)}\n`.repeat(40_000), { regexTimeoutMs: 60_000 });
    expect(lines).toHaveLength(0);
    expect(ms).toBeLessThan(60_000);
  });

  it("stops at the time limit, also inside one line", async () => {
    for (const text of [`${"a".repeat(4 * MiB - 3)} x`, "aaaaaaaaaaaaa x\n".repeat(MiB / 4)]) {
      const failed = grep("(a|aa)+(x|y)", text, { regexTimeoutMs: 5 });
      const started = performance.now();
      await expect(failed).rejects.toMatchObject({
        code: "pattern_timeout",
        details: { limit: "regexTimeoutMs", timeoutMs: 5 },
      });
      expect(performance.now() - started).toBeLessThan(20_000);
    }
  });

  it("refuses patterns that only their size makes dear, and compiles the largest others in time", async () => {
    const compile = (pattern: string) => compilePattern({ pattern, literal: false, maximumCharacters: 512 });
    for (const pattern of ["(a{1000}){1000}", "((a{1,100}){1,100}){1,100}", "(a{2,}){600}", "a{1001}", "a{99999999}"]) {
      await expect(compile(pattern)).rejects.toMatchObject({ code: "invalid_pattern" });
    }
    for (const pattern of [
      "\\pL{1000}".repeat(40),
      "[^a]{0,1000}".repeat(42),
      `${"(".repeat(255)}a${")".repeat(255)}`,
    ]) {
      const started = performance.now();
      await compile(pattern).catch((error: unknown) => expect(error).toMatchObject({ code: "invalid_pattern" }));
      expect(performance.now() - started).toBeLessThan(60_000);
    }
  });
});

describe("a long line", () => {
  it("is bounded, and cut around the match with either engine", async () => {
    const line = `${"x ".repeat(MiB)}needle${" y".repeat(MiB - 10)}`;
    for (const pattern of ["needle", "(n|m)+eedle", "n.*e.*e.*d.*l.*e"]) {
      const { found, lines } = await grep(pattern, `a\n${line}\nb`, { regexTimeoutMs: 60_000 });
      expect(lines).toMatchObject([{ lineNumber: 2 }]);
      expect(lines[0]?.line).toHaveLength(500);
      expect(lines[0]?.line).toContain("needle");
      expect(found.files[0]?.snippet).toHaveLength(200);
      expect(found.files[0]?.snippet).toContain("needle");
    }
  });

  it("of 100 MB is searched where the limit allows it", async () => {
    const line = `${"x".repeat(50 * MiB)}needle${"y".repeat(50 * MiB)}`;
    const { found, lines } = await grep("need.e", line, { maximumSearchFileBytes: 200 * MiB });
    expect(lines).toMatchObject([{ lineNumber: 1 }]);
    expect(JSON.stringify(found).length).toBeLessThan(2_000);
    expect((await grep("need.e", line)).found).toMatchObject({
      files: [],
      skipped: { first: [{ path: "a.md", reason: "too_large" }] },
    });
  });
  it("is searched in pieces as if it were one", async () => {
    const piece = 262_144;
    for (const offset of [0, 1, piece - 7, piece - 6, piece - 3, piece - 1, piece, piece + 1, 2 * piece - 2]) {
      const line = `${"é ".repeat(piece).slice(0, offset)}needle😀`;
      const text = `${line}${" x".repeat(1.5 * piece - line.length / 2)}`;
      const find = async (pattern: string): Promise<number> => {
        const compiled = await compilePattern({ pattern, literal: false, maximumCharacters: 512 });
        await compiled.loadLinear();
        const clock = new MatchClock(60_000);
        // So much work that the whole line is too much at once.
        const native = compiled.native && { ...compiled.native, workOf: (length: number) => length * 200 };
        const { candidates, linear, mayBeIn, loadLinear } = compiled;
        const search = new LineSearch({ native, candidates, linear, mayBeIn, loadLinear }, clock);
        return search.find(`\n${text}\n`, 1);
      };
      expect(await find("needle.")).toBe(offset + 1);
      expect(await find("(?:^|\\b|\\s)needle[^x]")).toBe(offset % 2 === 0 && offset > 0 ? offset : offset + 1);
      expect(await find("needle$")).toBe(-1);
      expect(await find("^needle")).toBe(offset === 0 ? 1 : -1);
      expect(await find("x$")).toBe(text.length);
    }
  });
});

describe("the edges of lines", () => {
  it("are where lines end, and nowhere else", async () => {
    const text = "\r\n\na\u2028b\r\r\nc";
    const numbers = async (pattern: string) => (await grep(pattern, text)).lines.map(({ lineNumber }) => lineNumber);
    expect(await numbers("^$")).toEqual([1, 2, 4]);
    expect(await numbers("^b")).toEqual([]);
    expect(await numbers("a$")).toEqual([]);
    expect(await numbers("a.b$")).toEqual([3]);
    expect(await numbers("^c\\z")).toEqual([5]);
    expect(await numbers("b\\s|\\r|\\n")).toEqual([]);
    expect((await grep("^$", "")).lines).toEqual([]);
    expect((await grep("^$", "\n")).lines).toHaveLength(1);
  });

  it("are found with a clock that has run before", async () => {
    const pattern = await compilePattern({ pattern: "a", literal: false, maximumCharacters: 9 });
    const clock = new MatchClock(10, () => now);
    let now = 0;
    const search = new LineSearch(pattern, clock);
    expect(clock.during(() => search.find("b\na", 0))).toBe(2);
    clock.during(() => {
      now += 11;
    });
    expect(() => clock.during(() => search.find("b\na", 0))).toThrow("regexTimeoutMs");
  });
});
