/** What the commands print into a pipe, and with `--json`. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../../src/faces/cli/commands.ts";
import { notes } from "../../context/notes.ts";
import { hasGit, makeRepository } from "../../storage/node-git/test-repository.ts";
import { handbook, makeFolder, removeFolder, run } from "./run-program.ts";

let root = "";
const odd = "tab\there \u001b[31mred\u001b[0m \u0085 \u202ebidi\r\nlone\rend";

beforeAll(() => {
  root = makeFolder({
    ...notes,
    "odd.txt": odd,
    "long.txt": Array.from({ length: 2_500 }, (_, index) => `line ${index + 1}\n`).join(""),
  });
});

afterAll(() => removeFolder(root));

const on = (...argv: string[]): Promise<{ code: number | null; output: string; errors: string }> =>
  run([...argv, "--root", root]);

describe("graphdown read", () => {
  it("prints the bytes of a file into a pipe", async () => {
    expect(await on("read", "odd.txt")).toEqual({ code: 0, output: odd, errors: "" });
  });

  it.each([
    ["winch.md:8-10", "## Brake\n\nThe brake holds the anchor.\n"],
    ["winch.md:8", "## Brake\n"],
    ["winch.md:-1", "The brake holds the anchor.\n"],
    ["winch.md:-100", notes["winch.md"] as string],
    ["winch.md:9-100", "\nThe brake holds the anchor.\n"],
    ["winch.md:9-", "\nThe brake holds the anchor.\n"],
    ["winch.md:8:3", "## Brake\n"],
  ])("prints the lines of %s", async (place, expected) => {
    expect(await on("read", place)).toEqual({ code: 0, output: expected, errors: "" });
  });

  it("prints as many lines as are asked for, over windows", async () => {
    const { output } = await on("read", "long.txt:2-2400");
    expect(output.split("\n").length).toBe(2_400);
    expect((await on("read", "long.txt:2-")).output.split("\n").length).toBe(2_500);
    expect(output.startsWith("line 2\n")).toBe(true);
    expect(output.endsWith("line 2400\n")).toBe(true);
    expect((await on("read", "long.txt:-2200")).output.startsWith("line 301\n")).toBe(true);
  });

  it("numbers lines", async () => {
    expect((await on("read", "-N", "winch.md:8-9")).output).toBe("8\t## Brake\n9\t\n");
    const whole = (await on("read", "-N", "long.txt")).output.split("\n");
    expect([whole[0], whole[2_499], whole.length]).toEqual(["1\tline 1", "2500\tline 2500", 2_501]);
  });

  it.each(["50-60", "50", "50-", "11", "11-", "50:3", "9000000-"])(
    "says on standard error how long a file is when %s lies behind its end",
    async (lines) => {
      const said = { code: 0, output: "", errors: "winch.md has 10 lines\n" };
      expect(await on("read", `winch.md:${lines}`)).toEqual(said);
      expect(await on("read", "-N", `winch.md:${lines}`)).toEqual(said);
      const result = await on("read", `winch.md:${lines}`, "--json");
      expect(JSON.parse(result.output).summary).toMatch(/^winch\.md has 10 lines, and none from line \d+ on$/);
    },
  );

  it("reads files whose names look like options behind --", async () => {
    const folder = makeFolder({ "-dash.md": "# Dash\n" });
    expect((await run(["read", "--root", folder, "--", "-dash.md"])).output).toBe("# Dash\n");
    removeFolder(folder);
  });
});

describe("graphdown ls and info", () => {
  it("lists folders first, with a slash", async () => {
    expect((await on("ls")).output).toBe("boats/\nindex.md\nlong.txt\nodd.txt\nwinch.md\n");
    expect((await on("ls", "boats")).output).toBe("heron.md\nplan.png\n");
    expect((await on("ls", "-R", "--glob", "*.md")).output).toBe("boats/heron.md\nindex.md\nwinch.md\n");
    expect(await on("ls", "nothing")).toMatchObject({
      code: 1,
      output: "",
      errors: expect.stringContaining(
        'There is no folder "nothing". [not_found]\n  List the folder above it with graphdown ls',
      ),
    });
    expect((await on("ls", "boat")).errors).toContain('Did you mean "boats"?');
    expect(await on("ls", "boats", "--glob", "*.txt")).toEqual({ code: 0, output: "", errors: "" });
  });

  it("tells of a file", async () => {
    const { output } = await on("info", "winch.md");
    expect(output).toMatch(
      /^path {10}winch\.md\nlength {8}\d+\ncontentType {3}text\/markdown\nlastModified {2}\S+Z\nversion {7}sha256-/,
    );
  });
});

describe("questions", () => {
  it("search prints places that read takes, and counts on standard error", async () => {
    const { code, output, errors } = await on("search", "brake", "anchor");
    expect(code).toBe(0);
    const place = /^(\S+:\d+-\d+) {2}/.exec(output)?.[1] as string;
    expect(place).toBe("winch.md:8-10");
    expect(errors).toMatch(/^1 match in 3 documents\n$/);
    expect((await on("read", place)).output).toBe("## Brake\n\nThe brake holds the anchor.\n");
    expect((await on("search", "grease")).output).toMatch(/^winch\.md:\d+-\d+ {2}Winch/);
  });

  it("search says of how many matches it shows some", async () => {
    expect((await on("search", "winch engine", "-n", "1")).errors).toMatch(
      /^1 of [2-9] matches in 3 documents\nmore: /,
    );
  });

  it("search says what a dash excludes", async () => {
    expect((await on("search", "winch -brake")).errors).toMatch(/ in 3 documents\nwithout: brake\n/);
  });

  it("search that finds nothing says what was searched, which words are unknown and what to do", async () => {
    expect(await on("search", "zzqq")).toEqual({
      code: 0,
      output: "",
      errors:
        'no match in 3 documents\nno document holds "zzqq"\nTry other words; graphdown overview shows what there is.\n',
    });
    expect((await on("search", "wimch", "-d", "boats")).errors).toBe(
      'no match in the 1 of 3 documents that were searched\nno document holds "wimch"; did you mean "winch"?\n' +
        "Search everything by leaving the filters out, or try other words.\n",
    );
    expect((await on("search", "winch", "--tag", "harbor")).errors).toBe(
      'no match in the 0 of 3 documents that were searched\nno document has the tag "harbor"; did you mean "harbour"?\n' +
        "Nothing passes the filters: leave out --directory, --glob, --tag or a filter of the query.\n",
    );
  });

  it.each([["search", "winch", "-d"], ["export", "-d"], ["overview"], ["problems"], ["ls"], ["ls", "-R"]])(
    "%s %s refuses a folder that is not there, with and without --json",
    async (...argv) => {
      for (const json of [[], ["--json"]]) {
        const { code, output, errors } = await on(...argv, "boat", ...json);
        expect(code).toBe(1);
        expect(output + errors).toContain(
          'There is no folder \\"boat\\"'.replaceAll("\\", json.length > 0 ? "\\" : ""),
        );
        expect(output + errors).toContain("Did you mean");
      }
    },
  );

  it("says which Markdown was not read; --markdown and GRAPHDOWN_MARKDOWN read it", async () => {
    const folder = makeFolder({ "a.md": "# A\n", "b.mdx": "# B\n", "c/d.MDX": "# D\n", "e.qmd": "# E\n" });
    const note = "2 .mdx, 1 .qmd files were not read; read them with --markdown '**/*.{md,mdx,qmd}'\n";
    for (const argv of [["search", "zzqq"], ["overview"], ["problems"], ["export"]]) {
      expect((await run([...argv, "--root", folder])).errors.split(note), argv[0]).toHaveLength(2);
      const { errors } = await run([...argv, "--root", folder, "--markdown", "**/*.{md,mdx,qmd}"]);
      expect(errors).not.toContain("not read");
    }
    const counts = async (argv: string[], environment = {}): Promise<string> =>
      (await run(["overview", "--root", folder, ...argv], { environment })).output.split(",")[0] as string;
    expect(await counts([])).toBe("1 document");
    expect(await counts(["--markdown", "*.md", "--markdown=*.mdx"])).toBe("3 documents");
    expect(await counts([], { GRAPHDOWN_MARKDOWN: "**/*.qmd" })).toBe("1 document");
    expect(await counts(["--markdown", "*.mdx"], { GRAPHDOWN_MARKDOWN: "**/*.qmd" })).toBe("2 documents");
    expect((await run(["overview", "--root", folder, "--markdown", "["])).code).toBe(2);
    removeFolder(folder);
    const other = makeFolder({ "b.mdx": "# B\n" });
    expect((await run(["overview", "--root", other])).errors).toContain(
      "Run it with --markdown '**/*.md' --markdown '**/*.mdx', or ask for another directory.",
    );
    removeFolder(other);
  });

  it("problems lists its kinds, and counts the links that lead outside", async () => {
    expect((await run(["problems", "--help"])).output).toContain("broken, broken-anchor, ambiguous, ");
    const folder = makeFolder({ "a.md": "[x](../out.md) [y](../other.md)\n" });
    expect((await run(["problems", "--root", folder])).errors).toContain(
      "2 links lead out of this folder: --kind outside shows them",
    );
    expect((await run(["problems", "-k", "outside", "--root", folder])).output.match(/ {2}outside {2}/g)).toHaveLength(
      2,
    );
    removeFolder(folder);
  });

  it("overview shows what it sorts by, and counts in words", async () => {
    const { output } = await on("overview");
    expect(output).toContain("Most important documents (by PageRank; 1 is the average)");
    const ranks = [...output.matchAll(/\(rank ([\d.]+), linked from (\d+ documents?)\)/g)];
    expect(ranks).toHaveLength(3);
    expect(ranks.map(([, rank]) => Number(rank))).toEqual(ranks.map(([, rank]) => Number(rank)).sort((a, b) => b - a));
    expect(output).toContain("1 group of linked documents, the largest of 3; 0 documents without a link to another");
  });

  it("outline says each thing once, who links here, and what was meant", async () => {
    const { output } = await on("outline", "winch.md");
    expect(output.match(/^tags /gm)).toHaveLength(1);
    expect(output).not.toMatch(/^title /m);
    expect(output).toContain("Linked from\nindex.md:3  Winch");
    expect((await on("outline", "heron")).errors).toContain('Did you mean "boats/heron.md"?');
    expect(await on("outline", "boats")).toMatchObject({
      code: 2,
      errors: expect.stringContaining('"boats" is a folder'),
    });
  });

  it("search goes on with the cursor that it prints", async () => {
    const first = await on("search", "winch engine", "-n", "1");
    const cursor = /^more: --cursor (\S+)$/m.exec(first.errors)?.[1] as string;
    const second = await on("search", "winch engine", "-n", "1", "--cursor", cursor);
    expect(second.code).toBe(0);
    expect(second.output).not.toBe(first.output);
  });

  it("search, overview, problems and outline read as they should", async () => {
    expect((await on("overview")).output).toContain("3 documents, ");
    expect((await on("problems")).output).toContain("boats/heron.md:5:16  broken  ");
    expect((await on("problems")).errors).toMatch(/1 broken/);
    expect((await on("problems", "-k", "depth")).errors).toBe("no problems\n");
    expect((await on("problems")).code).toBe(0);
    expect((await on("outline", "winch.md")).output).toContain("winch.md:8");
    expect((await on("search", "tag:harbour")).output).toContain("winch.md");
    expect((await on("search", "winch", "--tag", "harbour", "-d", "boats")).output).toBe("");
  });
});

describe("graphdown export", () => {
  it.each([
    ["mermaid", "flowchart"],
    ["dot", "digraph"],
    ["svg", "<svg"],
    ["canvas", "{"],
    ["turtle", "@prefix"],
    ["trig", "@prefix"],
    ["ntriples", "<"],
    ["nquads", "<"],
    ["jsonld", "{"],
    ["json", "{"],
    ["graphml", "<?xml"],
    ["gexf", "<?xml"],
    ["csv", '"source"'],
  ])("writes %s", async (format, start) => {
    const { code, output, errors } = await on("export", "-f", format);
    expect(code).toBe(0);
    expect(output.startsWith(start)).toBe(true);
    expect(errors).toMatch(new RegExp(`^${format}: 3 documents, \\d+ nodes, \\d+ edges\\n`));
  });

  it("takes the format from the name of the file, and writes the same", async () => {
    const folder = mkdtempSync(join(tmpdir(), "graphdown-out-"));
    for (const [name, format] of [
      ["g.ttl", "turtle"],
      ["g.mmd", "mermaid"],
      ["g.gv", "dot"],
      ["G.JSON", "json"],
      ["g.jsonld", "jsonld"],
      ["g.nt", "ntriples"],
      ["g.nq", "nquads"],
      ["g.trig", "trig"],
      ["g.graphml", "graphml"],
      ["g.gexf", "gexf"],
      ["g.csv", "csv"],
      ["g.svg", "svg"],
      ["g.canvas", "canvas"],
    ]) {
      const file = join(folder, name as string);
      const { code, output } = await on("export", "-o", file);
      expect({ code, output }).toEqual({ code: 0, output: "" });
      expect(readFileSync(file, "utf8")).toBe((await on("export", "-f", format as string)).output);
    }
    expect(readdirSync(folder)).toHaveLength(13);
    rmSync(folder, { recursive: true });
  });

  it("passes on the form of JSON-LD, and what keeps cells from being formulas", async () => {
    const folder = mkdtempSync(join(tmpdir(), "graphdown-out-"));
    writeFileSync(join(folder, "a.md"), "# =1+1\n\n[[b]]\n");
    writeFileSync(join(folder, "b.md"), "# B\n");
    const { output } = await run(["export", "--root", folder, "-f", "csv", "--spreadsheet"]);
    expect(output).toContain(`,"'=1+1","B",`);
    const { output: expanded } = await run(["export", "--root", folder, "-f", "jsonld", "--form", "expanded"]);
    expect(Object.keys((JSON.parse(expanded) as object[])[0] as object)).toContain("https://schema.org/name");
    expect((await run(["export", "--root", folder, "-f", "jsonld", "--form", "framed"])).code).toBe(2);
    rmSync(folder, { recursive: true });
  });

  it("leaves an older file whole when it fails, and nothing beside it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "graphdown-out-"));
    const file = join(folder, "g.ttl");
    writeFileSync(file, "older");
    expect((await on("export", "-o", file, "--focus", "nothing.md")).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe("older");
    expect(readdirSync(folder)).toEqual(["g.ttl"]);
    rmSync(folder, { recursive: true });
  });

  it.skipIf(process.platform === "win32")(
    "follows a link to the file, and writes to what is no regular file",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "graphdown-out-"));
      writeFileSync(join(folder, "real.ttl"), "older");
      symlinkSync(join(folder, "real.ttl"), join(folder, "link.ttl"));
      expect((await on("export", "-o", join(folder, "link.ttl"))).code).toBe(0);
      expect(statSync(join(folder, "real.ttl")).size).toBeGreaterThan(100);
      expect(readdirSync(folder).sort()).toEqual(["link.ttl", "real.ttl"]);
      if (existsSync("/dev/null")) expect((await on("export", "-f", "dot", "-o", "/dev/null")).code).toBe(0);
      rmSync(folder, { recursive: true });
    },
  );

  it.each([
    [["-f", "pdf"], 2, 'There is no format "pdf"'],
    [["-o", "x.pdf"], 2, 'The name "x.pdf" does not tell a format.'],
    [["-o", "x"], 2, 'The name "x" does not tell a format.'],
    [["-o", join("nowhere", "x.ttl")], 3, "Can't write"],
    [["-f", "dot", "-o", "."], 3, "(EISDIR)"],
    [["--detail", "all"], 2, 'There is no detail "all"'],
    [["--depth", "x"], 2, "--depth must be a whole number"],
    [["--focus", "nothing.md"], 1, 'Nothing in the graph has the name "nothing.md"'],
  ])("is refused for %j", async (options, code, message) => {
    const result = await on("export", ...options);
    expect(result).toMatchObject({ code, output: "" });
    expect(result.errors).toContain(message);
  });

  it("notes when a diagram was folded", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `f${index % 6}/${index}.md`,
        Array.from({ length: 12 }, (_, k) => `[[${(index + k + 1) % 60}]]`).join(" "),
      ]),
    );
    const folder = makeFolder(files);
    const { errors } = await run(["export", "--root", folder]);
    expect(errors).toMatch(
      /The diagram was folded to stay drawable: it shows \d+ of 60 nodes, the others folded into \d+ box(es)?, and \d+ arrows for 720 edges; narrow it/,
    );
    removeFolder(folder);
  });
});

describe("--json", () => {
  it.each([
    [["search", "brake"], "file_context_markdown_graph_search"],
    [["overview"], "file_context_markdown_graph_overview"],
    [["problems"], "file_context_markdown_graph_problems"],
    [["outline", "winch.md"], "file_context_markdown_outline"],
    [["export", "-f", "dot"], "file_context_markdown_graph_export"],
    [["read", "winch.md"], "file_access_read"],
    [["read", "winch.md:2-3"], "file_context_read_range"],
    [["ls", "boats"], "file_access_ls"],
    [["info", "winch.md"], "file_context_info"],
  ])("%j prints the ToolResult of %s", async (argv, tool) => {
    const { code, output, errors } = await on(...argv, "--json");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const result = JSON.parse(output);
    expect(result).toMatchObject({ id: "cli", ok: true, status: "done" });
    const input = {
      search: { query: "brake" },
      outline: { path: "winch.md" },
      export: { format: "dot" },
      info: { path: "winch.md" },
    }[argv[0] as "search"];
    if (input !== undefined) expect(JSON.parse((await on("call", tool, JSON.stringify(input))).output)).toEqual(result);
  });

  it("prints failures in the same shape, with the same exit codes", async () => {
    for (const [argv, code, error] of [
      [["read", "nothing.md"], 1, "not_found"],
      [["read", "../x"], 2, "invalid_path"],
      [["read", ".env"], 4, "permission_denied"],
      [["search", "x", "--cuont", "2"], 2, "invalid_input"],
      [["search", "x", "--count", "two"], 2, "invalid_input"],
      [["search"], 2, "invalid_input"],
      [["export", "-o", "x.pdf"], 2, "invalid_input"],
    ] as const) {
      const result = await on(...argv, "--json");
      expect(result, argv.join(" ")).toMatchObject({ code, errors: "" });
      expect(JSON.parse(result.output)).toMatchObject({
        id: "cli",
        ok: false,
        status: "failed",
        summary: expect.any(String),
        error: { code: error },
      });
    }
    const missing = await run(["search", "x", "--json", "--root", "/nowhere"]);
    expect(JSON.parse(missing.output)).toMatchObject({ ok: false, error: { code: "invalid_options" } });
  });
});

it("info of a missing file exits the same way with --json, where the answer is that it is not there", async () => {
  expect((await on("info", "nothing.md")).code).toBe(1);
  const { code, output } = await on("info", "nothing.md", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ ok: true, data: { status: "not_found", path: "nothing.md" } });
});

describe("graphdown call", () => {
  it("takes arguments as text, from standard input, or none", async () => {
    const expected = (await on("call", "file_access_read", '{"path": "winch.md"}')).output;
    expect(JSON.parse(expected)).toMatchObject({ ok: true, data: { path: "winch.md" } });
    for (const input of ['{"path": "winch.md"}', '\ufeff{"path": "winch.md"}\n', '{"file_path":"winch.md"}']) {
      expect((await run(["call", "file_access_read", "-", "--root", root], { input })).output).toBe(expected);
    }
    expect(JSON.parse((await on("call", "file_access_ls")).output).data.entries).toHaveLength(5);
  });

  it.each([
    ["file_access_raed", "{}", 1, "not_found"],
    ["file_access_read", "{", 2, "invalid_input"],
    ["file_access_read", "[]", 2, "invalid_input"],
    ["file_access_read", '{"path": "a", "path": "b"}', 2, "invalid_input"],
    ["file_access_read", '{"__proto__": {"path": "a"}}', 2, "invalid_input"],
    ["file_access_read", '{"paht": "a"}', 2, "invalid_input"],
    ["file_access_read", "{}", 2, "invalid_input"],
    ["file_access_read", '{"path": "nothing.md"}', 1, "not_found"],
    ["file_access_write", '{"path": "a.md", "content": "x"}', 4, "permission_denied"],
    ["file_context_read_range", '{"path": "winch.md", "version": "sha256-0"}', 1, "version_conflict"],
  ])("%s %s fails as a ToolResult", async (tool, input, code, error) => {
    const result = await on("call", tool, input);
    expect(result).toMatchObject({ code, errors: "" });
    expect(JSON.parse(result.output)).toMatchObject({ id: "cli", ok: false, status: "failed", error: { code: error } });
  });
});

describe("graphdown tools and doctor", () => {
  it("lists the tools, with schemas as JSON", async () => {
    const plain = await on("tools");
    const listed = JSON.parse((await on("tools", "--json")).output) as { name: string; inputSchema: object }[];
    expect(listed.length).toBeGreaterThan(8);
    for (const { name, inputSchema } of listed) {
      expect(plain.output).toContain(`${name}\n    `);
      expect(inputSchema).toMatchObject({ type: "object" });
    }
  });

  it("says what a location can promise", async () => {
    const { code, output } = await run(["doctor", root]);
    expect(output).toContain("disk (graphdown on Node ");
    for (const promise of ["safe opening", "conditional writes", "older versions", "writing"])
      expect(output).toContain(promise);
    expect(output).toContain("kept in .graphdown/versions, deleted files too: at most 20 of each path, for 30 days");
    const report = JSON.parse((await run(["doctor", root, "--json"])).output);
    expect(report).toMatchObject({ id: "cli", ok: true, status: "done", data: { store: "disk", sound: code === 0 } });
    expect((await run(["doctor", "--root", root])).output).toBe(output);
    expect(await run(["doctor", "memory:"])).toMatchObject({ code: 0, output: expect.stringContaining("memory (") });
    expect((await run(["doctor", "/nowhere"])).code).toBe(2);
  });
});

it("every example of the help runs on a copy of the handbook as far as its files exist", async () => {
  const repository = hasGit ? makeRepository() : undefined;
  const copy = repository?.folder ?? makeFolder({});
  cpSync(handbook, copy, { recursive: true });
  repository?.commit();
  repository?.git("tag", "v1.0");
  repository?.commit({ "docs/new.md": "# New\n" });
  repository?.git("tag", "v2.0");
  for (const entry of commands) {
    // Without git there are no revisions.
    if (repository === undefined && entry.name === "diff") continue;
    // Servers do not end, and what is installed would be entered into the configuration of whoever runs this.
    if (["serve", "mcp", "watch"].includes(entry.name)) continue;
    for (const { line } of (await entry.load()).examples) {
      // What pipes and redirects do is the shell's.
      const argv =
        (line.split(/ [|<>] /)[0] as string)
          .match(/'[^']*'|"[^"]*"|\S+/g)
          ?.map((word) => word.replace(/^(['"])(.*)\1$/, "$2")) ?? [];
      if (argv[0] !== "graphdown" || argv.includes("-o") || argv.includes("-")) continue;
      const { code, errors } = await run([...argv.slice(1), "--root", copy]);
      expect(code, `${line}: ${errors}`).not.toBe(3);
      expect(errors, line).not.toContain("invalid_input");
    }
  }
  removeFolder(copy);
}, 120_000);
