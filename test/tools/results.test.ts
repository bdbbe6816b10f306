/** Results of every tool: they fit their own schemas, hold no null, and render as models expect. */
import { describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  exportFormats,
  type FileContext,
  type ToolDefinition,
} from "../../src/node-index.ts";
import { readFixture } from "../fixtures/fixture-files.ts";
import { call, notes, openNotes, rendered } from "./open-notes.ts";

function fixture(name: string): Promise<FileContext> {
  const files = Object.fromEntries(readFixture(name).map(({ path, bytes }) => [path, bytes]));
  return createFileContext({ store: createMemoryStore({ files }), approvals: "none" });
}

/** Calls of every tool that make sense for any knowledge base with these paths. */
function callsOver(paths: readonly string[]): readonly (readonly [name: string, input: object])[] {
  const graph = "file_context_markdown_graph";
  return [
    ["file_access_ls", {}],
    ["file_access_ls", { recursive: true, glob: "*.md" }],
    ["file_access_read", { paths: [...paths.slice(0, 20), "nothing.md", "../x"] }],
    ...paths.flatMap((path, index) => [
      ["file_access_read", { path, withVersion: true }] as const,
      ["file_context_info", { path }] as const,
      ["file_context_read_range", { path, startLine: 2, lineCount: 3 }] as const,
      // Each reads the whole knowledge base: some are enough.
      ...(index % 6 === 0 ? [["file_context_markdown_outline", { path }] as const] : []),
    ]),
    ["file_context_info", { path: "nothing.md" }],
    ["file_context_read_section", { path: "archive/founding-years.md", heading: "The first winter" }],
    ["file_context_read_section", { path: "#hash #.md", heading: "Hash" }],
    ["file_access_grep", { pattern: "the", context: 1 }],
    ["file_context_markdown_find", { where: ["title~a"], sort: ["-words"], fields: ["tags", "modified"] }],
    ["file_context_markdown_find", { tasks: "any" }],
    ["file_context_markdown_context", { query: "the winch rope", tokenBudget: 500 }],
    ["file_context_markdown_context", { query: "zebra", tags: ["nothing"] }],
    ...["the", "name", "winch rope", "tag:safety", "日本", "river -lock"].map(
      (query) => [`${graph}_search`, { query, count: 3 }] as const,
    ),
    ...exportFormats.flatMap((format) => [
      [`${graph}_export`, { format }] as const,
      [`${graph}_export`, { format, maximumCharacters: 2_000 }] as const,
    ]),
    [`${graph}_overview`, {}],
    ...paths
      .filter((_, index) => index % 6 === 0)
      .flatMap((path) => [
        [`${graph}_neighbors`, { node: path, depth: 2, count: 20, unlinked: true }] as const,
        [`${graph}_neighbors`, { node: path, kinds: "contains,partOf" }] as const,
        [`${graph}_path`, { from: paths[0], to: path }] as const,
        [`${graph}_related`, { node: path, count: 5 }] as const,
      ]),
    [`${graph}_neighbors`, { node: "#safety" }],
    [`${graph}_diff`, { fromDirectory: paths.find((path) => path.includes("/"))?.split("/")[0], triples: true }],
    [`${graph}_validate`, { rulesets: "rdfs,skos" }],
    [`${graph}_validate`, { shapes: "<urn:s> sh:targetClass schema:Thing ; sh:nodeKind sh:Literal .", count: 3 }],
    [`${graph}_infer`, {}],
    [`${graph}_infer`, { rules: "{ ?a ?p ?b } => { ?b ?p ?a } .", format: "turtle", maximumCharacters: 3_000 }],
    [`${graph}_sparql`, { query: "SELECT ?page ?name { ?page a md:Document ; schema:name ?name }", maximumRows: 3 }],
    [`${graph}_sparql`, { query: "DESCRIBE <home.md>" }],
    [`${graph}_problems`, {}],
    [`${graph}_problems`, { kinds: ["outside", "broken"] }],
  ];
}

describe.each(["handbook", "odd-files"])("results over %s", (name) => {
  it("fit their schemas, survive JSON and hold no null", async () => {
    const context = await fixture(name);
    const tools = new Map(context.tools().map((tool) => [tool.name, tool]));
    const paths = readFixture(name).map(({ path }) => path);
    const succeeded = new Set<string>();
    for (const [toolName, input] of callsOver(paths)) {
      const what = `${toolName} ${JSON.stringify(input)}`;
      const result = await call(context, toolName, input, { wholeResults: true });
      const wire: unknown = JSON.parse(JSON.stringify(result));
      expect(pathsOfNull(wire), what).toEqual([]);
      expect(wire, what).toEqual(dropUndefined(result));
      if (!result.ok) continue;
      succeeded.add(toolName);
      const { outputSchema } = tools.get(toolName) as ToolDefinition;
      const checked = outputSchema.safeParse((wire as { data: unknown }).data);
      expect(checked.error?.issues ?? [], what).toEqual([]);
      // A schema that knows fewer fields than there are would drop them.
      expect(checked.data, what).toEqual((wire as { data: unknown }).data);
    }
    // A difference needs two states, and files in memory have no revisions: a folder of them is one.
    const hasFolders = paths.some((path) => path.includes("/"));
    const expected = [...tools.keys()].filter((tool) => hasFolders || !tool.endsWith("_diff"));
    expect([...succeeded].sort()).toEqual(expected.sort());
  });
});

/** Where a value holds null. */
function pathsOfNull(value: unknown, path = ""): string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => pathsOfNull(item, `${path}/${key}`));
}

function dropUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropUndefined);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, dropUndefined(item)]])),
  );
}

describe("values of front matter", () => {
  it("that JSON has no number or word for stay text", async () => {
    const context = await openNotes(
      {},
      { "a.md": "---\nnothing:\nnull: ~\nlist: [~, 1]\nmap: {a: ~}\nnan: .nan\nbig: 12345678901234567890\n---\n" },
    );
    const { data } = await call(context, "file_context_markdown_outline", { path: "a.md" });
    expect(pathsOfNull(JSON.parse(JSON.stringify(data)))).toEqual([]);
    const { properties } = data as { properties: { key: string; value?: unknown; text: string }[] };
    expect(properties.find(({ key }) => key === "nan")).toMatchObject({ value: ".nan" });
    expect(properties.find(({ key }) => key === "big")).toMatchObject({ value: "12345678901234567890" });
  });
});

describe("file_access_read", () => {
  it("renders one file as its text alone, an empty one as nothing", async () => {
    expect(await rendered(notes, "file_access_read", { path: "index.md" })).toBe(notes["index.md"]);
    expect(await rendered({ "a.md": "" }, "file_access_read", { path: "a.md" })).toBe("");
  });

  it("renders JSON with all fields with withVersion, and of several files", async () => {
    const one = JSON.parse(await rendered(notes, "file_access_read", { path: "index.md", withVersion: "true" }));
    expect(Object.keys(one)).toEqual(["path", "content", "version", "length"]);
    const several = JSON.parse(await rendered(notes, "file_access_read", { paths: "index.md,nothing.md" }));
    expect(several.files).toMatchObject([{ path: "index.md" }, { path: "nothing.md", error: { code: "not_found" } }]);
  });

  it("gives each of several paths its own result, and says that some are left", async () => {
    const context = await openNotes({}, { ...notes, "binary.md": "a\0b" });
    const paths = ["index.md", "../x", "binary.md", "boats", ".env", "nothing.md", "winch.md"];
    const result = await call(context, "file_access_read", { paths });
    expect(result).toMatchObject({ ok: true, status: "partial", summary: "2 of 7 files read" });
    const { files } = result.data as { files: { path: string; error?: { code: string } }[] };
    expect(files.map(({ path, error }) => [path, error?.code])).toEqual([
      ["index.md", undefined],
      ["../x", "invalid_path"],
      ["binary.md", "unsupported"],
      ["boats", "invalid_input"],
      [".env", "permission_denied"],
      ["nothing.md", "not_found"],
      ["winch.md", undefined],
    ]);
    expect((await call(context, "file_access_read", { paths: ["index.md"] })).status).toBe("done");
  });

  it("takes one of path and paths", async () => {
    const context = await openNotes();
    for (const input of [{}, { path: "a.md", paths: ["b.md"] }]) {
      expect((await call(context, "file_access_read", input)).error?.code).toBe("invalid_input");
    }
    const many = { paths: Array.from({ length: 51 }, (_, index) => `${index}.md`) };
    expect((await call(context, "file_access_read", many)).error).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("at most 50"),
    });
  });

  it("refuses a large file and gives the call that reads a part of it", async () => {
    const context = await openNotes({}, { "log.md": "line\n".repeat(300_000) });
    const { error } = await call(context, "file_access_read", { path: "log.md" });
    expect(error).toMatchObject({
      code: "limit_exceeded",
      details: { limit: "maximumFullReadBytes", maximum: 1_048_576, actual: 1_500_000 },
    });
    const next = error?.details?.["call"] as { tool: string; arguments: object };
    expect(await call(context, next.tool, next.arguments)).toMatchObject({
      ok: true,
      data: { startLine: 1, hasMore: true },
    });
  });

  it("reads the version that is asked for or says that it is gone", async () => {
    const context = await openNotes();
    const { data } = await call(context, "file_access_read", { path: "index.md" });
    const { version } = data as { version: string };
    expect((await call(context, "file_access_read", { path: "index.md", version })).ok).toBe(true);
    expect((await call(context, "file_access_read", { path: "winch.md", version })).error?.code).toBe(
      "version_conflict",
    );
  });
});

describe("file_access_ls", () => {
  it("renders the entries as a JSON array, an empty folder as []", async () => {
    expect(await rendered(notes, "file_access_ls", { directory: "boats" })).toBe(
      '[{"name":"heron.md","type":"file","path":"boats/heron.md"},{"name":"plan.png","type":"file","path":"boats/plan.png"}]',
    );
    expect(await rendered(notes, "file_access_ls", { directory: "nothing" })).toBe("[]");
  });

  it("renders how to go on, and what was left out", async () => {
    const files = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`${1000 + index}.md`, ""]));
    const text = await rendered(
      { ...files, "a\\b.md": "" },
      "file_access_ls",
      {},
      {
        limits: { maximumInlineResultBytes: 1_000_000 },
      },
    );
    const [entries, more, skipped] = text.split("\n");
    expect(JSON.parse(entries as string)).toHaveLength(1_000);
    expect(more).toMatch(/^There are more: call again with cursor "[^"]+"\.$/);
    expect(skipped).toMatch(/^Left out: .*\(unaddressable\)\.$/);
  });
});

describe("renderings", () => {
  it("of other tools are JSON with all fields", async () => {
    const range = JSON.parse(await rendered(notes, "file_context_read_range", { path: "winch.md", lineCount: 1 }));
    expect(range).toMatchObject({
      path: "winch.md",
      startLine: 1,
      endLine: 1,
      content: "---\n",
      hasMore: true,
      next: { line: 2, column: 1 },
    });
    const search = JSON.parse(await rendered(notes, "file_context_markdown_graph_search", { query: "brake" }));
    expect(search).toMatchObject({ documentCount: 3, matches: [{ path: "winch.md" }] });
  });

  it("of a missing file's info are an answer", async () => {
    expect(JSON.parse(await rendered(notes, "file_context_info", { path: "nothing.md" }))).toEqual({
      status: "not_found",
      path: "nothing.md",
    });
  });

  it("of errors are words: code, what was wrong, what to do", async () => {
    expect(await rendered(notes, "file_access_read", { path: "winch.MD" })).toBe(
      'not_found: There is no file "winch.MD". Did you mean "winch.md"?',
    );
    expect(await rendered(notes, "file_access_raed", {})).toBe(
      'not_found: There is no tool "file_access_raed". Did you mean file_access_read?',
    );
  });
});

describe("spellings of other frameworks", () => {
  it.each([
    ["file_access_read", { file_path: "index.md" }],
    ["file_access_read", { fileName: "index.md" }],
    ["file_access_read", { file_name: "index.md" }],
    ["file_context_info", { filename: "index.md" }],
    ["file_context_read_range", { file_path: "index.md", start_line: "1", limit: "2" }],
    ["file_context_read_range", { path: "index.md", offset: 1, end_line: 1 }],
    ["file_access_ls", { path: "boats", pattern: "*.md" }],
    ["file_context_markdown_graph_search", { q: "winch", top_k: 1 }],
    ["file_context_markdown_graph_search", { text: "winch", limit: "1", tags: "harbour" }],
    ["file_context_markdown_graph_diff", { from_directory: "boats", triples: "true" }],
    ["file_context_markdown_graph_problems", { folder: "boats", kind: "broken" }],
    ["file_context_markdown_graph_export", { format: "dot", path: "index.md", kinds: "linksTo,embeds" }],
  ])("are accepted by %s: %j", async (name, input) => {
    expect(await call(await openNotes(), name, input)).toMatchObject({ ok: true, status: "done" });
  });
});
