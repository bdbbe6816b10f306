import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder, removeFolder, run } from "./run-program.ts";

let root = "";

beforeAll(() => {
  root = makeFolder({
    "docs/a.md": "# Anchor\n\nThe winch[0] holds.\n\u001b[31mWINCH\n",
    "b.txt": "winch\n",
    "many.txt": "winch\n".repeat(25),
    "x.bin": "\u0000winch",
  });
});

afterAll(() => removeFolder(root));

const grep = (...argv: string[]) => run(["grep", ...argv, "--root", root]);

describe("graphdown grep", () => {
  it("prints path, line and text, and counts on standard error", async () => {
    const { code, output, errors } = await grep("winch", "docs");
    expect([code, output.split("\n").slice(0, 1)]).toEqual([0, ["docs/a.md:3:The winch[0] holds."]]);
    // Bytes as they are into a pipe; what a terminal would obey is shown to it and not sent.
    expect(output).toContain(":4:\u001b[31mWINCH\n");
    const shown = await run(["grep", "winch", "docs", "--root", root], { terminal: true });
    expect(shown.output).not.toContain("\u001b[31m");
    expect(errors).toContain("2 lines in 1 file");
  });

  it("takes plain text, globs and lines around", async () => {
    expect((await grep("-F", "winch[0]", "--glob", "*.md", "-C", "1")).output).toBe(
      ["docs/a.md-2-", "docs/a.md:3:The winch[0] holds.", "docs/a.md-4-\u001b[31mWINCH", ""].join("\n"),
    );
  });

  it("searches one file that is named", async () => {
    expect(await grep("winch", "b.txt", "--glob", "*.md")).toMatchObject({ code: 0, output: "b.txt:1:winch\n" });
    expect((await grep("winch", "docs/a.md", "--json")).output).toContain('"filesSearched":1');
  });

  it("says what it left out", async () => {
    const { output, errors } = await grep("winch");
    expect(output.match(/many\.txt/g)).toHaveLength(20);
    expect(errors).toContain("further lines match in 1 file, of which the first 20 are shown");
    expect(errors).toContain("x.bin (binary)");
  });

  it("refuses a pattern that is none, and a number that is none", async () => {
    expect(await grep("a(b")).toMatchObject({ code: 2, output: "" });
    expect((await grep("a(b")).errors).toContain("character 2");
    expect(await grep("a", "-C", "x")).toMatchObject({ code: 2 });
  });

  it("gives the tool's result with --json", async () => {
    const { output } = await grep("winch", "docs", "--json");
    expect(JSON.parse(output)).toMatchObject({ ok: true, data: { files: [{ path: "docs/a.md" }], filesSearched: 1 } });
  });
});
