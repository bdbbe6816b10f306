import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import {
  isBelow,
  joinPath,
  type LogicalPath,
  logicalPathFault,
  nameOf,
  parentOf,
  parseDirectoryPath,
  parseLogicalPath,
  pathBelow,
  tryJoinPath,
} from "../../src/base/logical-path.ts";

function failureOf(operation: () => unknown): GraphdownError {
  try {
    operation();
  } catch (error) {
    if (GraphdownError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("expected a failure");
}

/** Texts that are no path of a file, by the reason that the error gives. */
const rejected: Readonly<Record<string, readonly string[]>> = {
  empty: [""],
  rooted: [
    "/",
    "//",
    "/etc/passwd",
    "///x",
    "C:",
    "c:x",
    "C:/x",
    "z:..",
    "\\\\server\\share",
    "\\\\?\\C:\\x",
    "C:\u00a0x",
  ],
  backslash: ["..\\x", "a\\b", "\\", "\\Device\\x", "\\u002e\\u002e/x", "a/b\\"],
  control_character: ["a\u0000b", "a\u0001b", "a\tb", "a\nb", "a\r", "\u001b[2J", "a\u007fb", "a\u0085b", "a\u009bb"],
  bidirectional_character: [
    ..."\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
  ].map((character) => `in${character}voice.md`),
  unpaired_surrogate: ["\ud800.md", "a\udc00", "\udfff/x", "x\ud83d", "\udc00\ud800"],
  empty_segment: ["a//b", "a//", "s3://bucket/key", "file:///etc/passwd"],
  dot_segment: [
    ".",
    "..",
    "...",
    "....",
    "./",
    "../x",
    "a/../../x",
    "a/./b",
    "a/.",
    "..a/../..",
    ".. ",
    ".. /x",
    ". .",
    " ",
    "   ",
    "a/ /b",
    ".\u200b.",
    "..\u00ad/x",
    "\u2060",
    "a/\u3164/b",
    "\u3000.",
    "proc/self/../x",
  ],
  trailing_slash: ["a/", "a/b/"],
  segment_too_long: ["a".repeat(256), `x/${"\u00e9".repeat(128)}`, "\u{1f600}".repeat(64)],
  too_long: ["a".repeat(1_025), Array.from({ length: 5 }, () => "\u4e2d".repeat(80)).join("/"), "a".repeat(10_485_760)],
};

/** Names that look odd and are names. */
const accepted = [
  "~",
  "~root/x",
  "$HOME/x",
  "%HOME%",
  "&#46;&#46;/x",
  "%2e%2e/x",
  "..%2fx",
  "%c0%ae%c0%ae/x",
  "50%.md",
  "Q: why.md",
  "a/C:x",
  "file:x",
  "aC:",
  "CON",
  "aux.md",
  " x",
  "x ",
  "x.",
  "..a",
  "a..",
  ".hidden",
  "a/...b",
  "-rf",
  "[[x]] {a,b} 'c' `d`.md",
  "a<b>?.md",
  "__proto__/constructor",
  "re\u0301sume\u0301.md",
  "\u2024\u2024/x",
  "\uff0e\uff0e/\uff3c",
  "\u2026",
  "\u4e2d\u6587/\u77e5\u8bc6.md",
  "\u0645\u0631\u062d\u0628\u0627.md",
  "L\u2019\u00e9t\u00e9 \u201cvu\u201d \u2013 5\u2030.md",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.md",
  "a\ufffdb.md",
  "a".repeat(255),
  "\u00e9".repeat(127),
  Array.from({ length: 4 }, () => "a".repeat(255))
    .join("/")
    .slice(0, 1_023),
];

describe("logical paths of files", () => {
  for (const [reason, texts] of Object.entries(rejected)) {
    it(`rejects texts: ${reason}`, () => {
      for (const text of texts) {
        const failure = failureOf(() => parseLogicalPath(text));
        expect([failure.code, failure.details?.["reason"]], JSON.stringify(text.slice(0, 50))).toEqual([
          "invalid_path",
          reason,
        ]);
        expect(logicalPathFault(text)).toBeDefined();
      }
    });
  }

  it("accepts odd names and keeps them as they are", () => {
    for (const text of accepted) {
      expect(parseLogicalPath(text)).toBe(text);
      expect(logicalPathFault(text)).toBeUndefined();
    }
  });

  it("never echoes a rejected path raw", () => {
    for (const text of Object.values(rejected).flat()) {
      const { message, path = "", details, next } = failureOf(() => parseLogicalPath(text));
      expect(`${message}${path}${JSON.stringify(details)}${next}`).not.toMatch(
        /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u,
      );
      expect(message.length).toBeLessThan(2_000);
    }
  });

  it("answers a path of 10 MiB at once", () => {
    const text = "a/".repeat(5 * 1024 * 1024);
    const start = performance.now();
    for (let count = 0; count < 100; count++) logicalPathFault(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("refuses what is no text", () => {
    for (const value of [null, undefined, 42, {}, ["..", "x"], { toString: "x" }]) {
      expect(failureOf(() => parseLogicalPath(value as unknown as string)).code).toBe("invalid_input");
    }
  });

  it("agrees with the rule spelled out segment by segment", () => {
    const hostile = fc.constantFrom(
      ...[
        "/",
        "\\",
        ".",
        "..",
        " ",
        "a",
        "b",
        ":",
        "C:",
        "~",
        "%2e",
        "\u200b",
        "\u202e",
        "\u0000",
        "\ud800",
        "\udc00",
        "\u3000",
        "\u00e9",
        "\u{1f600}",
      ],
    );
    const text = fc.array(hostile, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (path) => {
        expect(logicalPathFault(path) === undefined, JSON.stringify(path)).toBe(isGoodPath(path));
      }),
      { numRuns: 5_000 },
    );
  });
});

/** The rule, as slowly as it can be read. */
function isGoodPath(path: string): boolean {
  if (path === "" || /^[A-Za-z]:$|^[A-Za-z]:[^ ]/u.test(path)) return false;
  for (const character of path) {
    const codePoint = character.codePointAt(0) as number;
    const isControl = codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
    const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    const reorders = [0x61c, 0x200e, 0x200f].includes(codePoint) || (codePoint >= 0x2028 && codePoint <= 0x202e);
    const isolates = codePoint >= 0x2066 && codePoint <= 0x2069;
    if (isControl || isSurrogate || reorders || isolates || character === "\\") return false;
  }
  return path.split("/").every((segment) => {
    const bare = segment.replaceAll(/[.\u200b\u3000 ]/g, "");
    return bare !== "" && new TextEncoder().encode(segment).length <= 255;
  });
}

describe("logical paths of folders", () => {
  it("takes three spellings of the root, and no other", () => {
    for (const text of ["", "/", "."]) expect(parseDirectoryPath(text)).toBe("");
    for (const text of ["./", "//", "..", "/.", " "]) {
      expect(failureOf(() => parseDirectoryPath(text)).code, text).toBe("invalid_path");
    }
  });

  it("drops one slash at the end", () => {
    expect(parseDirectoryPath("a/b/")).toBe("a/b");
    expect(parseDirectoryPath("a/b")).toBe("a/b");
    for (const text of ["a//", "a/../", "/a/", "C:/"]) {
      expect(failureOf(() => parseDirectoryPath(text)).code, text).toBe("invalid_path");
    }
  });
});

describe("joining and splitting", () => {
  const at = (text: string): LogicalPath => parseLogicalPath(text);

  it("joins single good segments only", () => {
    expect(joinPath("", "a.md")).toBe("a.md");
    expect(joinPath(at("a/b"), "c.md")).toBe("a/b/c.md");
    expect(joinPath(at("a"), "C:x")).toBe("a/C:x");
    for (const name of ["", ".", "..", "a/b", "a\\b", "a\nb", "\ud800", "a".repeat(256)]) {
      expect(failureOf(() => joinPath(at("d"), name)).code, name).toBe("invalid_path");
      expect(tryJoinPath(at("d"), name)).toBeUndefined();
    }
    expect(failureOf(() => joinPath("", "C:x")).details?.["reason"]).toBe("rooted");
  });

  it("counts the bytes of the whole", () => {
    const folder = at(Array.from({ length: 4 }, () => "a".repeat(250)).join("/"));
    expect(tryJoinPath(folder, "b".repeat(20))).toBe(`${folder}/${"b".repeat(20)}`);
    expect(tryJoinPath(folder, "b".repeat(21))).toBeUndefined();
    expect(tryJoinPath(folder, "\u4e2d".repeat(7))).toBeUndefined();
    expect(failureOf(() => pathBelow(folder, at("b".repeat(21)))).details?.["reason"]).toBe("too_long");
    expect(pathBelow(at("a"), at("b/c"))).toBe("a/b/c");
  });

  it("splits into folder and name", () => {
    expect([parentOf(at("a/b/c.md")), nameOf("a/b/c.md")]).toEqual(["a/b", "c.md"]);
    expect([parentOf(at("c.md")), nameOf("c.md")]).toEqual(["", "c.md"]);
  });

  it("compares whole segments", () => {
    expect(isBelow("work/a", at("work"))).toBe(true);
    expect(isBelow("workspace/a", at("work"))).toBe(false);
    expect(isBelow("work", at("work"))).toBe(false);
    expect(isBelow("anything", "")).toBe(true);
  });
});
