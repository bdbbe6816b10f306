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

describe("how documents are read", () => {
  const files = {
    "docs/a.md": '---\nid: note-a\n---\n# A\n\n[b](/b.md) [[Bee]] {{< ref "b" >}} %%[[b]]%%\n',
    "docs/b.md": "---\naliases: [Bee]\n---\n# B\n",
    "kept/none.md": "",
  };

  /** Targets of the links of `a.md` with what became of them. */
  async function links(settings: object, ...argv: string[]): Promise<readonly string[]> {
    const folder = makeFolder({ ...files, "graphdown.config.json": JSON.stringify({ location: ".", ...settings }) });
    folders.push(folder);
    const { code, output, errors } = await run(["outline", "docs/a.md", "--json", ...argv], { folder });
    expect([code, errors]).toEqual([0, ""]);
    const { data } = JSON.parse(output) as { data: { links: { target: string; status: string }[] } };
    return data.links.map(({ target, status }) => `${target} ${status}`);
  }

  it("is set by the file", async () => {
    expect(await links({})).toEqual(["/b.md document", "Bee document"]);
    expect(await links({ graph: { contentRoots: ["kept"], resolveAliases: false } })).toEqual([
      "/b.md missing",
      "Bee missing",
    ]);
    const documents = { comments: "include", linkMacros: [{ match: '{{< ref "*" >}}', path: "$1.md" }] };
    expect(await links({ documents })).toEqual(["/b.md document", "Bee document", "b.md document", "b document"]);
  });

  it("is set on the command line where IRIs are asked for, before what the file says", async () => {
    const folder = makeFolder({
      ...files,
      "graphdown.config.json": JSON.stringify({ location: ".", graph: { baseIri: "https://a.example/", iri: "id" } }),
    });
    folders.push(folder);
    const environment = { GRAPHDOWN_CACHE: join(folder, "cache") };
    const idOf = async (...argv: string[]): Promise<string> => {
      const { output } = await run(["neighbors", "docs/a.md", "--json", ...argv], { folder, environment });
      return (JSON.parse(output) as { data: { node: { id: string } } }).data.node.id;
    };
    // Twice, since what one run has kept is found by the next, and only by one that asks for the same.
    for (let time = 0; time < 2; time++) {
      expect(await idOf()).toBe("https://a.example/~doc/note-a");
      expect(await idOf("--iri", "path")).toBe("https://a.example/docs/a.md");
      expect(await idOf("--base-iri", "urn:x:/", "--iri", "path")).toBe("urn:x:/docs/a.md");
      expect(await idOf("--root", folder)).toBe("urn:graphdown:/docs/a.md");
      expect(await idOf("--root", folder, "--base-iri", "https://b.example/n")).toBe("https://b.example/n/docs/a.md");
    }
  });

  it.each([
    ["graph.baseIri", { graph: { baseIri: "notes" } }, "notes/"],
    ["graph.iri", { graph: { iri: "name" } }, "graph.iri"],
    ["graph.contentRoots", { graph: { contentRoots: ["../up"] } }, "../up"],
    ["graph.contentRoots", { graph: { contentRoots: "docs" } }, "graph.contentRoots"],
    ["graph.wikilinkOrder", { graph: { wikilinkOrder: "first" } }, "graph.wikilinkOrder"],
    ["graph.strict", { graph: { strict: "yes" } }, "graph.strict"],
    ["graph.unknown", { graph: { base: "urn:x:/" } }, "base"],
    ["documents.hexColors", { documents: { hexColors: "blue" } }, "documents.hexColors"],
    ["documents.linkMacros", { documents: { linkMacros: [{ match: "*", path: "$1" }] } }, "linkMacros.0"],
    ["documents.linkMacros", { documents: { linkMacros: [{ match: "ref" }] } }, "linkMacros.0.path"],
  ])("is refused with a wrong %s", async (_what, settings, part) => {
    const { code, errors } = await ls(make({ location: "notes", ...settings }));
    expect([code, errors]).toEqual([2, expect.stringContaining("invalid_options")]);
    expect(errors).toContain(part);
  });

  it("is refused on the command line alike", async () => {
    const folder = make({ location: "notes" });
    expect((await ls(folder, "--iri", "name")).errors).toContain('"name"');
    expect((await ls(folder, "--base-iri", "no iri")).errors).toContain('"no iri"');
  });
});
