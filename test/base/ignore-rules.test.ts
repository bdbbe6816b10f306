import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseIgnoreRules, ruleVerdict } from "../../src/base/ignore-rules.ts";
import { parseLogicalPath } from "../../src/base/logical-path.ts";

/** The verdict on a file by the rules of a root's ignore file, folders above it included, as git gives it. */
function isIgnored(rules: string, path: string): boolean {
  const parsed = parseIgnoreRules(rules, "");
  const segments = path.split("/");
  for (let count = 1; count < segments.length; count++) {
    if (ruleVerdict(parsed, segments.slice(0, count).join("/"), "folder") === "excluded") return true;
  }
  return ruleVerdict(parsed, path, "file") === "excluded";
}

describe("ignore rules", () => {
  it("compares a pattern without a slash at any depth", () => {
    expect(["a.log", "x/a.log", "x/a.logs"].filter((path) => isIgnored("*.log", path))).toEqual(["a.log", "x/a.log"]);
  });

  it("anchors a pattern with a slash at the start or inside", () => {
    expect(["vendor/a", "x/vendor/a"].filter((path) => isIgnored("/vendor", path))).toEqual(["vendor/a"]);
    expect(["a/b/c", "x/a/b"].filter((path) => isIgnored("a/b", path))).toEqual(["a/b/c"]);
  });

  it("takes a pattern with a slash at the end for folders only", () => {
    expect(["build", "build/x", "a/build/x"].filter((path) => isIgnored("build/", path))).toEqual([
      "build/x",
      "a/build/x",
    ]);
  });

  it("spans folders with two stars", () => {
    const paths = ["a/b", "a/x/b", "a/x/y/b", "b", "x/b"];
    expect(paths.filter((path) => isIgnored("a/**/b", path))).toEqual(["a/b", "a/x/b", "a/x/y/b"]);
    expect(paths.filter((path) => isIgnored("**/b", path))).toEqual(paths);
    expect(paths.filter((path) => isIgnored("a/**", path))).toEqual(["a/b", "a/x/b", "a/x/y/b"]);
  });

  it("lets the last rule that matches decide, but brings nothing back below an excluded folder", () => {
    expect(isIgnored("*.md\n!keep.md", "keep.md")).toBe(false);
    expect(isIgnored("!keep.md\n*.md", "keep.md")).toBe(true);
    expect(isIgnored("docs/\n!docs/keep.md", "docs/keep.md")).toBe(true);
    expect(isIgnored("docs/*\n!docs/keep.md", "docs/keep.md")).toBe(false);
  });

  it("reads comments, escapes, blanks at the end, CRLF and a byte order mark", () => {
    expect(isIgnored("# a.md\n\n", "a.md")).toBe(false);
    expect(isIgnored("\\#a", "#a")).toBe(true);
    expect(isIgnored("\\!a", "!a")).toBe(true);
    expect(isIgnored("a.md   ", "a.md")).toBe(true);
    expect(isIgnored("a\\ ", "a ")).toBe(true);
    expect(isIgnored("a.md\r\nb.md\r\n", "b.md")).toBe(true);
    expect(isIgnored("\ufeffa.md", "a.md")).toBe(true);
    expect(isIgnored("\ta.md", "a.md")).toBe(false);
  });

  it("gives no rule for a malformed line, and never throws", () => {
    for (const line of ["[", "a[b", "a\\", "!", "/", "//", "[[:nonsense:]]", "\\", "!\\", " ", "**/[", "a\\/"]) {
      expect(isIgnored(`${line}\nb.md`, "b.md"), line).toBe(true);
      expect(isIgnored(line, "a"), line).toBe(false);
    }
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseIgnoreRules(text, "")));
  });

  it("says nothing about paths that are not below its folder", () => {
    const rules = parseIgnoreRules("*.md\n/x", parseLogicalPath("a/b"));
    expect(ruleVerdict(rules, "a/b/c.md", "file")).toBe("excluded");
    expect(ruleVerdict(rules, "a/b/x", "file")).toBe("excluded");
    expect(ruleVerdict(rules, "a/b/c/x", "file")).toBeUndefined();
    expect(ruleVerdict(rules, "a/bc.md", "file")).toBeUndefined();
    expect(ruleVerdict(rules, "c.md", "file")).toBeUndefined();
  });

  it("answers patterns made to be slow at once", () => {
    const start = performance.now();
    const rules = parseIgnoreRules(
      [`${"*a".repeat(100)}b`, `${"**/a/".repeat(50)}b`, "[".repeat(100_000)].join("\n"),
      "",
    );
    expect(ruleVerdict(rules, "a/".repeat(500) + "a".repeat(200), "file")).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

const hasGit = spawnSync("git", ["--version"]).status === 0;

describe.skipIf(!hasGit)("ignore rules beside git's own (needs git)", () => {
  it("agree with git on generated files", () => {
    const root = mkdtempSync(join(tmpdir(), "graphdown-ignore-"));
    const git = (args: readonly string[], input = ""): string =>
      spawnSync("git", ["-c", "core.ignorecase=false", "-c", "core.excludesfile=/dev/null", ...args], {
        cwd: root,
        input,
        encoding: "utf8",
      }).stdout;
    try {
      git(["init", "-q"]);
      const names = ["a", "b", "ab", "a.b", "#a", "!a", "a ", "-", "]"];
      const paths = names.flatMap((first) => [
        first,
        ...names.slice(0, 4).flatMap((second) => [`d/${first}${second}`, `${first}x/${second}/${first}`]),
      ]);
      for (const path of paths) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), "");
      }
      const atom = fc.constantFrom(
        ..."abdx.*?/[]!#\\- ^",
        "**",
        "/**",
        "**/",
        "[ab]",
        "[!a]",
        "[^b]",
        "[a-b]",
        "[]a]",
        "[[:alpha:]]",
        "[\\]]",
        "\\ ",
        "d/",
        "ax/",
      );
      const line = fc.array(atom, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
          const rules = lines.join("\n");
          writeFileSync(join(root, ".gitignore"), `${rules}\n`);
          const listed = git(["ls-files", "-z", "--others", "--ignored", "--exclude-standard"])
            .split("\0")
            .filter(Boolean);
          const ignored = new Set(listed);
          for (const path of paths)
            expect(isIgnored(rules, path), `${JSON.stringify(rules)} on ${path}`).toBe(ignored.has(path));
        }),
        { numRuns: 200 },
      );
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
