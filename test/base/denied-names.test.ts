import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDenied } from "../../src/base/denied-names.ts";

describe("denied names", () => {
  it("denies repositories, keys, secrets and our own state at any depth", () => {
    for (const name of [
      ".git",
      ".gitmodules",
      ".gitattributes",
      ".graphdown",
      ".ssh",
      ".npmrc",
      ".env",
      ".env.local",
      ".envrc",
    ]) {
      for (const path of [name, `${name}/x`, `a/b/${name}`, `a/${name}/c.md`, name.toUpperCase()]) {
        expect(isDenied(path), path).toBe(true);
      }
    }
  });

  it("sees through disguises", () => {
    const disguises = [
      ".Git/HEAD",
      ".git ",
      ".git.",
      ".git . . /x",
      ".git::$INDEX_ALLOCATION",
      "sub/.git::$INDEX_ALLOCATION/hooks",
      ".git:x",
      ".git. :x",
      ".g\u0131t/config",
      ".g\u200cit",
      ".\ufeffgit",
      ".git\u00ad",
      ".\u180bgraphdown/tmp",
      ".\u017fsh",
      ".e\u200bnv.production",
      ".ENV ",
      ".git\u00a0",
    ];
    for (const path of disguises) expect(isDenied(path), JSON.stringify(path)).toBe(true);
  });

  it("denies the short names that NTFS gives to them", () => {
    const names = [
      "git~1",
      "GIT~1",
      "GIT~4/config",
      "gitmod~1",
      "GITATT~2",
      "gi7eba~1",
      "GI7D29~9",
      "graphd~1",
      "ssh~1",
      "npmrc~1",
    ];
    for (const path of [...names, "env~1", "ENV~1.LOC", "enviro~1", "a/git~1/b"])
      expect(isDenied(path), path).toBe(true);
  });

  it("leaves ordinary names alone", () => {
    const names = [
      ".gitignore",
      ".github/x.md",
      "git",
      "git.md",
      "a.git",
      ".gitx",
      "env.md",
      "environment/.e",
      "PROGRA~1/x",
      "git~",
      "gitx~1",
      "notes~1.md",
      "x:.git",
      "ssh/keys.md",
      ".graphdownignore",
      " .git",
      "",
    ];
    for (const path of names) expect(isDenied(path), path).toBe(false);
  });

  it("denies more names when told to, in the same disguises", () => {
    expect(isDenied("a/Graphdown.JSON", ["graphdown.json"])).toBe(true);
    expect(isDenied("a/graphdown.json.bak", ["graphdown.json"])).toBe(false);
    expect(isDenied("private/keys/a.md", ["private/keys"])).toBe(true);
    expect(isDenied("PRIVATE/keys ", ["private/keys"])).toBe(true);
    expect(isDenied("private/other.md", ["private/keys"])).toBe(false);
    expect(isDenied("a/private/keys", ["private/keys"])).toBe(false);
    expect(isDenied(".git", ["x"])).toBe(true);
  });

  it("denies however a name is cased and padded", () => {
    const name = fc.constantFrom(".git", ".graphdown", ".ssh", ".npmrc", ".gitmodules");
    const padding = fc
      .array(fc.constantFrom(".", " ", "\u200b", "\ufeff"), { maxLength: 4 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(name, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), padding, (text, upper, tail) => {
        const cased = [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join("");
        return isDenied(`a/${cased}${tail}/b`);
      }),
    );
  });

  it("says the same by the quick look as by the thorough one", () => {
    const piece = fc.constantFrom(
      ".",
      "/",
      "~1",
      "git",
      "env",
      " ",
      "a",
      "}",
      "~",
      "\x7f",
      "\x1f",
      "é",
      ".ssh",
      "GIT~1",
      "-",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = pieces.join("");
        // With a name that nothing has, each segment is compared.
        expect(isDenied(path), JSON.stringify(path)).toBe(isDenied(path, ["nothing-has-this"]));
      }),
    );
  });
});
