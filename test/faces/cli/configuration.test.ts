/** The configuration file: found, read, checked, and which of its knowledge bases a command is about. */
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeFolder, type RunResult, removeFolder, run } from "./run-program.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

const notes = { "notes/a.md": "# A\n", "docs/b.md": "# B\n", "docs/c.txt": "# C\n" };

function make(configuration: unknown, name = "graphdown.config.json"): string {
  const text = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  const folder = makeFolder({ ...notes, [name]: text });
  folders.push(folder);
  return folder;
}

const ls = (folder: string, ...argv: string[]): Promise<RunResult> => run(["ls", ...argv], { folder });

const several = { workspaces: { notes: { location: "notes" }, docs: { location: "./docs" } } };

describe("a configuration", () => {
  it("in the working folder is found by itself; locations are meant from where it is", async () => {
    expect(await ls(make({ location: "notes" }))).toMatchObject({ code: 0, output: "a.md\n" });
  });

  it("can be named, and can be a program", async () => {
    const json = make({ location: "docs" }, "other.json");
    expect((await ls(json, "--config", "other.json")).output).toBe("b.md\nc.txt\n");
    const program = make("export default { location: 'notes' };", "graphdown.config.mjs");
    expect((await ls(program, "--config", join(program, "graphdown.config.mjs"))).output).toBe("a.md\n");
  });

  it("that nobody named is not about another root", async () => {
    const folder = make({ location: "notes" });
    expect((await ls(folder, "--root", join(folder, "docs"))).output).toBe("b.md\nc.txt\n");
    expect((await run(["ls"], { folder, environment: { GRAPHDOWN_ROOT: join(folder, "docs") } })).output).toContain(
      "b.md",
    );
  });

  it("names several knowledge bases", async () => {
    const folder = make(several);
    expect((await ls(folder, "--workspace", "docs")).output).toBe("b.md\nc.txt\n");
    const none = await ls(folder);
    expect([none.code, none.errors]).toEqual([2, expect.stringContaining("--workspace: notes, docs")]);
    const wrong = await ls(folder, "--workspace", "dosc");
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining("Did you mean docs?")]);
    const byDefault = make({ workspaces: { ...several.workspaces, default: { location: "notes" } } });
    expect((await ls(byDefault)).output).toBe("a.md\n");
  });

  it("can't be touched by what it governs", async () => {
    const folder = make({ location: ".", permissions: { write: true, delete: true } });
    for (const argv of [
      ["read", "graphdown.config.json"],
      ["write", "graphdown.config.json", "{}", "--overwrite"],
      ["append", "GRAPHDOWN.CONFIG.JSON", "{}"],
      ["rm", "graphdown.config.json"],
      ["mv", "notes/a.md", "graphdown.config.json"],
      ["grep", "location", "graphdown.config.json"],
    ]) {
      expect((await run(argv, { folder })).code, argv[0]).toBe(4);
    }
    expect((await run(["ls"], { folder })).output).toBe("docs/\nnotes/\n");
    expect((await run(["grep", "location"], { folder })).output).toBe("");
    expect((await run(["read", "graphdown.config.json", "--prefix", "notes"], { folder })).code).toBe(1);
  });

  it("sets what counts as Markdown, what is ignored, limits and permissions", async () => {
    const folder = make({
      location: "docs",
      markdown: "**/*.txt",
      limits: { maximumListEntries: 1 },
      permissions: { write: true },
    });
    expect((await run(["search", "C"], { folder })).output).toContain("c.txt");
    expect((await run(["write", "new.md", "# New\n"], { folder })).code).toBe(0);
    expect((await run(["rm", "new.md"], { folder })).code).toBe(4);
    expect((await run(["search", "B", "--markdown", "*.md"], { folder })).output).toContain("b.md");
  });
});

describe("a wrong configuration", () => {
  it.each([
    ["that is no JSON", "{", "JSON can't be read"],
    ["with a key twice", '{"location":"notes","location":"docs"}', "twice"],
    ["with an unknown key", { location: "notes", permision: {} }, "permision"],
    ["without a location", {}, "location"],
    ["with a wrong value", { location: "notes", approvals: "sometimes" }, "approvals"],
    ["with no workspace", { workspaces: {} }, "no workspace"],
    ["with a name that is no name", { workspaces: { "a/b": { location: "notes" } } }, "a-z"],
    ["with an unknown limit", { location: "notes", limits: { maximumFiles: 3 } }, "maximumFiles"],
    ["that is a list", [], "object"],
  ])("%s is told with the place", async (_what, configuration, part) => {
    const { code, errors } = await ls(make(configuration));
    expect([code, errors]).toEqual([2, expect.stringContaining("invalid_options")]);
    expect(errors.toLowerCase()).toContain(part.toLowerCase());
  });

  it("that is named and missing, or needed and missing, is told", async () => {
    const folder = make(several, "other.json");
    expect((await ls(folder, "--config", "nothing.json")).errors).toContain("ENOENT");
    expect((await ls(folder, "--workspace", "docs")).errors).toContain("there is no graphdown.config.json");
    const named = await ls(folder, "--root", folder, "--workspace", "docs");
    expect([named.code, named.errors]).toEqual([2, expect.stringContaining("leave --workspace out")]);
    expect(named.errors).not.toContain("--root");
    const failing = make("throw new Error('no luck');", "bad.mjs");
    expect((await ls(failing, "--config", "bad.mjs")).errors).toContain("no luck");
  });
});
