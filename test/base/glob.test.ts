import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { compileGlob } from "../../src/base/glob.ts";
import { slowGlob } from "./slow-glob.ts";

function matching(pattern: string | readonly string[], paths: readonly string[]): string[] {
  return paths.filter(compileGlob(pattern));
}

function faultOf(pattern: string | readonly string[]): GraphdownError | undefined {
  try {
    compileGlob(pattern);
    return undefined;
  } catch (error) {
    if (GraphdownError.isInstance(error)) return error;
    throw error;
  }
}

describe("globs", () => {
  const paths = [
    "a.md",
    "b.txt",
    "notes/a.md",
    "notes/deep/b.md",
    "notes/.x/c.md",
    ".hidden.md",
    ".github/d.md",
    "README.MD",
  ];

  it("compares a pattern without a slash with the last segment at any depth", () => {
    expect(matching("*.md", paths)).toEqual([
      "a.md",
      "notes/a.md",
      "notes/deep/b.md",
      "notes/.x/c.md",
      ".github/d.md",
      "README.MD",
    ]);
    expect(matching("a.md", paths)).toEqual(["a.md", "notes/a.md"]);
  });

  it("keeps a star inside its segment, and lets two span any number", () => {
    expect(matching("notes/*.md", paths)).toEqual(["notes/a.md"]);
    expect(matching("*/*.md", paths)).toEqual(["notes/a.md"]);
    expect(matching("**/*.md", paths)).toEqual(["a.md", "notes/a.md", "notes/deep/b.md", "README.MD"]);
    expect(matching("notes/**", paths)).toEqual(["notes/a.md", "notes/deep/b.md"]);
    expect(matching("notes/**/b.md", paths)).toEqual(["notes/deep/b.md"]);
    expect(matching("**/deep/**", paths)).toEqual(["notes/deep/b.md"]);
    expect(matching("notes/**", ["notes"])).toEqual([]);
    expect(matching("a**c/x", ["abbc/x", "a/c/x", "ac/x"])).toEqual(["abbc/x", "ac/x"]);
  });

  it("matches a name that begins with a dot only where the pattern has one", () => {
    expect(matching("*", [".hidden.md", "a"])).toEqual(["a"]);
    expect(matching(".*", [".hidden.md", "a"])).toEqual([".hidden.md"]);
    expect(matching("\\.h*", [".hidden.md"])).toEqual([".hidden.md"]);
    expect(matching("[.]hidden.md", [".hidden.md"])).toEqual([]);
    expect(matching("?hidden.md", [".hidden.md"])).toEqual([]);
    expect(matching("{.hidden,x}.md", [".hidden.md"])).toEqual([".hidden.md"]);
    expect(matching(".github/*.md", paths)).toEqual([".github/d.md"]);
    expect(matching("notes/.x/**", paths)).toEqual(["notes/.x/c.md"]);
    expect(matching("**/.x/*", paths)).toEqual(["notes/.x/c.md"]);
  });

  it("takes one character by ?, sets and classes", () => {
    expect(matching("?.md", ["a.md", "\u{1f600}.md", "\u00e9.md", "ab.md", ".md"])).toEqual([
      "a.md",
      "\u{1f600}.md",
      "\u00e9.md",
    ]);
    expect(matching("[a-c]", ["a", "B", "d"])).toEqual(["a", "B"]);
    expect(matching("[!a-c]", ["a", "B", "d", "\u{1f600}"])).toEqual(["d", "\u{1f600}"]);
    expect(matching("[^a]", ["a", "A", "b"])).toEqual(["b"]);
    expect(matching("[]x]", ["]", "x", "y"])).toEqual(["]", "x"]);
    expect(matching("[!]]", ["]", "x"])).toEqual(["x"]);
    expect(matching("[a-]", ["a", "-", "b"])).toEqual(["a", "-"]);
    expect(matching("[\\]\\-]", ["]", "-", "\\"])).toEqual(["]", "-"]);
    expect(matching("[[:digit:]x]", ["1", "x", "y", ":"])).toEqual(["1", "x"]);
    expect(matching("[[:upper:]]", ["A", "a", "1"])).toEqual(["A", "a"]);
    expect(matching("[\u{1f600}-\u{1f610}]", ["\u{1f605}", "\u{1f620}"])).toEqual(["\u{1f605}"]);
  });

  it("takes either of the alternatives in braces, nested and with slashes", () => {
    expect(matching("*.{md,txt}", ["a.md", "a.txt", "a.org"])).toEqual(["a.md", "a.txt"]);
    expect(matching("{a,b{c,d}}", ["a", "bc", "bd", "b"])).toEqual(["a", "bc", "bd"]);
    expect(matching("{x/y,z}/*", ["x/y/a", "z/a", "y/a"])).toEqual(["x/y/a", "z/a"]);
    expect(matching("{notes/*,*.txt}", ["notes/a", "deep/b.txt"])).toEqual(["notes/a", "deep/b.txt"]);
    expect(matching("a{,.md}", ["a", "a.md"])).toEqual(["a", "a.md"]);
    expect(matching("{[,],x}", [",", "x"])).toEqual([",", "x"]);
    expect(matching("\\{a,b\\}", ["{a,b}", "a"])).toEqual(["{a,b}"]);
    expect(matching("a,b}", ["a,b}"])).toEqual(["a,b}"]);
  });

  it("has no extended globs and no leading exclamation mark", () => {
    expect(matching("!(a)", ["!(a)", "b"])).toEqual(["!(a)"]);
    expect(matching("@(a|b)", ["@(a|b)", "a"])).toEqual(["@(a|b)"]);
    expect(matching("!x.md", ["!x.md", "y.md"])).toEqual(["!x.md"]);
  });

  it("ignores the case of ASCII letters only, unless told to compare exactly", () => {
    expect(matching("readme.*", ["README.MD", "Readme.md"])).toEqual(["README.MD", "Readme.md"]);
    expect(matching("\u00e9", ["\u00c9", "\u00e9"])).toEqual(["\u00e9"]);
    expect(["README.md", "readme.md"].filter(compileGlob("readme.md", { exactCase: true }))).toEqual(["readme.md"]);
    expect(["A", "a"].filter(compileGlob("[a-z]", { exactCase: true }))).toEqual(["a"]);
  });

  it("takes a list as a union, and an empty one as nothing", () => {
    expect(matching(["*.md", "b*"], ["a.md", "b.txt", "c.txt"])).toEqual(["a.md", "b.txt"]);
    expect(matching([], ["a"])).toEqual([]);
  });

  it("decodes nothing", () => {
    expect(matching("%2e%2e/**", ["a/b", "../b"])).toEqual([]);
  });

  it("refuses what is outside the dialect, and says where", () => {
    const invalid: readonly (readonly [string, number, RegExp])[] = [
      ["", 0, /empty/],
      ["a".repeat(257), 256, /longer than 256/],
      [Array.from({ length: 9 }, () => "**").join("/a/"), 40, /more than 8/],
      ["{a,b}".repeat(7), 0, /more than 64/],
      ["{1..1000000}", 0, /ranges/],
      ["x{a..z}{a..z}", 1, /ranges/],
      ["{a,{1..3}}", 3, /ranges/],
      ["[", 0, /bracket/],
      ["ab[!", 2, /bracket/],
      ["[[:alpha:]", 0, /bracket/],
      ["[a/b]", 0, /bracket/],
      ["[[:word:]]", 1, /no class/],
      ["[z-a]", 0, /backwards/],
      ["a{b,c", 1, /brace/],
      ["a\\", 1, /backslash/],
      ["../**", 0, /\. or \.\./],
      ["**/../../x", 3, /\. or \.\./],
      ["./a", 0, /\. or \.\./],
      ["{..,a}/x", 1, /\. or \.\./],
      ["/**", 0, /rooted/],
      ["C:/**", 0, /rooted/],
      ["a//b", 2, /empty segment/],
      ["notes/", 5, /empty segment/],
      ["\u202e*", 0, /bidirectional/],
      ["a\u0000*", 1, /control/],
      ["a\ud800", 1, /surrogate/],
    ];
    for (const [pattern, position, reason] of invalid) {
      const fault = faultOf(pattern);
      expect([fault?.code, fault?.details?.["position"]], pattern).toEqual(["invalid_pattern", position]);
      expect(fault?.details?.["reason"]).toMatch(reason);
      expect(fault?.message).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
    }
    expect(faultOf(Array.from({ length: 1_001 }, () => "a"))?.code).toBe("invalid_pattern");
  });

  it("accepts what is just inside the bounds", () => {
    expect(faultOf("a".repeat(256))).toBeUndefined();
    expect(faultOf("\u{1f600}".repeat(256))).toBeUndefined();
    expect(faultOf(Array.from({ length: 8 }, () => "**").join("/a/"))).toBeUndefined();
    expect(faultOf("{a,b}".repeat(6))).toBeUndefined();
    expect(faultOf("{..a,b..}")).toBeUndefined();
    expect(faultOf("...")).toBeUndefined();
    expect(compileGlob("ab", { maximumCharacters: 2 })("ab")).toBe(true);
    expect(() => compileGlob("abc", { maximumCharacters: 2 })).toThrow(/longer than 2/);
  });

  it("answers patterns made to be slow at once", () => {
    const start = performance.now();
    const name = "a".repeat(255);
    expect(compileGlob("*a".repeat(50))(`${name}b`)).toBe(false);
    expect(compileGlob(`${"*?".repeat(100)}b`)(name)).toBe(false);
    expect(compileGlob(`${"**/a/".repeat(8)}b`)(`${"a/".repeat(511)}a`)).toBe(false);
    expect(compileGlob(`**/${"*a*/".repeat(20)}x`)(Array.from({ length: 4 }, () => name).join("/"))).toBe(false);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("equals a slow matcher that tries everything", () => {
    const character = fc.constantFrom("a", "b", "A", ".", "\u00e9", "\u{1f600}", "-");
    const atom = fc.oneof(
      { weight: 4, arbitrary: character },
      { weight: 3, arbitrary: fc.constantFrom("*", "?", "**") },
      { weight: 1, arbitrary: fc.constantFrom("[ab]", "[!a]", "[a-b]", "[^.]", "[]a]", "\\a", "\\*", "\\.") },
      { weight: 1, arbitrary: fc.constantFrom("{a,b}", "{a/b,c}", "{,a}", "{.a,*}", "{a,{b,c}/d}") },
    );
    const segment = fc.array(atom, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    const name = fc.array(character, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    const pattern = fc.oneof(
      { weight: 5, arbitrary: fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")) },
      { weight: 1, arbitrary: name.map((ending) => `**/*${ending}`) },
    );
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(pattern, fc.array(path, { minLength: 1, maxLength: 5 }), (glob, candidates) => {
        fc.pre(faultOf(glob) === undefined);
        const matches = compileGlob(glob);
        for (const candidate of candidates) {
          expect(matches(candidate), `${glob} on ${candidate}`).toBe(slowGlob(glob, candidate));
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
