/** Commands that change files: only where writing is allowed, with the difference shown, never more than was asked. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder, type RunOptions, type RunResult, removeFolder, run } from "./run-program.ts";

let root: string;
beforeEach(() => {
  root = makeFolder({ "a.md": "one\ntwo\n", "folder/b.md": "# B\n" });
});
afterEach(() => removeFolder(root));

const changing = (argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  run([...argv, "--root", root, "--allow-write"], options);
const content = (path: string): string => readFileSync(join(root, path), "utf8");

describe("a command that changes files", () => {
  it.each([
    ["write a new file", ["write", "new.md", "# New\n"], "new.md", "# New\n", "new.md: created (version sha256-"],
    ["write over a file", ["write", "a.md", "x\n", "--overwrite"], "a.md", "x\n", "a.md: written (version sha256-"],
    ["append a line that begins with a dash", ["append", "a.md", "- three"], "a.md", "one\ntwo\n- three", "extended"],
    ["make a file by appending", ["append", "new.md", "x\n"], "new.md", "x\n", "new.md: created"],
    ["insert at the top", ["insert", "a.md", "0", "zero"], "a.md", "zero\none\ntwo\n", "extended"],
    ["replace", ["replace", "a.md", "two", "- 2"], "a.md", "one\n- 2\n", "replaced in 1 place"],
    ["replace everywhere", ["replace", "a.md", "o", "0", "--all"], "a.md", "0ne\ntw0\n", "replaced in 2 places"],
  ])("can %s", async (_what, argv, path, after, note) => {
    const { code, output, errors } = await changing(argv);
    expect([code, content(path)]).toEqual([0, after]);
    expect(output).toMatch(/^--- .*\n\+\+\+ b\//);
    expect(errors).toContain(note);
  });

  it("moves a file with its links, and shows first what would change", async () => {
    await changing(["write", "c.md", "[[b]] [b](folder/b.md)\n"]);
    const trial = await run(["mv", "folder/b.md", "deep/new.md", "-n", "--root", root]);
    expect([trial.code, trial.errors]).toEqual([0, expect.stringContaining("nothing was changed")]);
    expect(trial.output).toContain("+[[new]] [b](deep/new.md)");
    expect(content("folder/b.md")).toBe("# B\n");
    const moved = await changing(["mv", "folder/b.md", "deep/new.md"]);
    const [note, kept] = moved.errors.split("\n");
    expect([moved.code, note]).toEqual([0, "folder/b.md: moved to deep/new.md, with links in 1 other file"]);
    expect(kept).toContain("for 30 days");
    expect(trial.errors).not.toContain("for 30 days");
    expect([content("deep/new.md"), content("c.md")]).toEqual(["# B\n", "[[new]] [b](deep/new.md)\n"]);
    expect((await changing(["mv", "a.md", "c.md"])).code).toBe(1);
    expect((await changing(["mv", "deep/new.md", "b.md", "--no-update-links"])).code).toBe(0);
    expect(content("c.md")).toBe("[[new]] [b](deep/new.md)\n");
  });

  it("says of which Markdown the links were not looked at by a move", async () => {
    await changing(["write", "page.mdx", "[[b]]\n"]);
    const moved = await changing(["mv", "folder/b.md", "b2.md"]);
    expect(moved.errors).toContain("1 .mdx file was not read; read it with --markdown '**/*.{md,mdx}'");
    expect((await changing(["mv", "b2.md", "folder/"])).errors).toContain('such as "folder/b2.md"');
  });

  it("takes content from standard input", async () => {
    expect((await changing(["write", "new.md"], { input: "from\ninput\n" })).code).toBe(0);
    expect((await changing(["append", "new.md", "-"], { input: "more\n" })).code).toBe(0);
    expect(content("new.md")).toBe("from\ninput\nmore\n");
  });

  it("deletes one file, and says which is near when it is missing", async () => {
    expect((await changing(["rm", "a.md", "-n"])).errors).not.toContain("history");
    const { code, errors } = await changing(["rm", "a.md"]);
    expect([code, errors]).toEqual([
      0,
      expect.stringMatching(/^a\.md: deleted\nthe history .* 8 MiB, which can be read for 30 days/),
    ]);
    const [chain = ""] = readdirSync(join(root, ".graphdown/versions"));
    expect(content(`.graphdown/versions/${chain}/0000000001`)).toContain("one\ntwo\n");
    const missing = await changing(["rm", "folder/B.md"]);
    expect(missing.code).toBe(1);
    expect(missing.errors).toContain('Did you mean "folder/b.md"?');
    expect((await changing(["rm", "folder"])).code).toBe(2);
  });

  it.each([
    [["write", "a.md", "x", "--overwrite"]],
    [["append", "a.md", "x"]],
    [["insert", "a.md", "1", "x"]],
    [["replace", "a.md", "one", "x"]],
    [["rm", "a.md"]],
  ])("shows what %j would do, does nothing, and needs no permission", async (argv) => {
    const trying = (...more: string[]): Promise<RunResult> => run([...argv, ...more, "--root", root]);
    const { code, output, errors } = await trying("-n");
    expect(code).toBe(0);
    expect(output).toContain("--- a/a.md\n");
    expect(errors).toContain("nothing was changed");
    expect(content("a.md")).toBe("one\ntwo\n");
    const { data } = JSON.parse((await trying("-n", "--json")).output) as { data: { dryRun: boolean } };
    expect(data.dryRun).toBe(true);
    expect((await changing([...argv, "-n"])).output).toBe(output);
    expect(content("a.md")).toBe("one\ntwo\n");
    expect(readdirSync(root).sort()).toEqual(["a.md", "folder"]);
  });

  it.each([
    [["write", "new.md", "x"]],
    [["append", "a.md", "x"]],
    [["insert", "a.md", "1", "x"]],
    [["replace", "a.md", "one", "x"]],
    [["rm", "a.md"]],
    [["call", "file_access_write", '{"path":"new.md","content":"x"}']],
  ])("is refused without --allow-write: %j", async (argv) => {
    const { code, output, errors } = await run([...argv, "--root", root]);
    expect(code).toBe(4);
    expect(output + errors).toContain("permission_denied");
    expect(content("a.md")).toBe("one\ntwo\n");
  });

  it("says in words of the command line how writing is allowed and an existing file replaced", async () => {
    expect((await run(["rm", "a.md", "--root", root])).errors).toContain("Add --allow-write");
    expect((await changing(["write", "a.md", "x"])).errors).toContain("--overwrite");
    expect((await changing(["replace", "a.md", "o", "x"])).errors).toContain("--all");
  });

  it("writes only over the version that is named", async () => {
    const info = JSON.parse((await run(["info", "a.md", "--json", "--root", root])).output);
    const { version } = info.data.info as { version: string };
    expect((await changing(["append", "a.md", "three", "--if-version", version])).code).toBe(0);
    const stale = await changing(["append", "a.md", "four", "--if-version", version]);
    expect([stale.code, content("a.md")]).toEqual([1, "one\ntwo\nthree"]);
  });

  it("does once what is repeated with the same key", async () => {
    for (const repeats of [false, true]) {
      const { code, errors } = await changing(["append", "a.md", "x\n", "--idempotency-key", "k1"]);
      expect([code, errors.includes("nothing was changed now")]).toEqual([0, repeats]);
    }
    expect(content("a.md")).toBe("one\ntwo\nx\n");
  });

  it("shows tools that write only where writing is allowed", async () => {
    expect((await run(["tools", "--root", root])).output).not.toContain("file_access_write");
    expect((await changing(["tools"])).output).toContain("file_access_write");
  });
});
