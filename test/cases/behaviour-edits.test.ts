/** Runs the shared behaviour cases of what changes files, through the tools as a model calls them. */
import { describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  type FileContext,
  type FileStore,
  type ToolResult,
} from "../../src/node-index.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";
import { casesOfFaces, casesOfGrep } from "./cases-elsewhere.ts";
import { loadCases } from "./shared-cases.ts";

const cases = loadCases<BehaviourCase>("behaviour.jsonl")?.filter((each) => each.package === "tools and servers");

/** An opened case. */
interface EditWorld {
  readonly store: FileStore;
  readonly context: FileContext;
  /** Runs a tool on `a.md`, unless the input names another file. */
  call(name: string, input: object): Promise<ToolResult>;
}

/** What the words of a case ask for. The result that its `error` is about comes last. */
type Calls = (world: EditWorld) => Promise<ToolResult | undefined>;

/** Several calls, each on the original files, by the names that a case gives to their results. */
type Variants = Readonly<Record<string, readonly [tool: string, input: object]>>;

async function openEditWorld(of: BehaviourCase): Promise<EditWorld> {
  const store = createMemoryStore({ files: filesOf(of) });
  const permissions = { write: true, delete: true };
  const context = await createFileContext({ store, permissions, approvals: "none" });
  const call: EditWorld["call"] = (name, input) =>
    context.runToolCall({ id: "1", name, input: { path: "a.md", ...input } });
  return { store, context, call };
}

const replace = (oldString: string, newString: string, more = {}): readonly [string, object] => [
  "file_access_replace",
  { oldString, newString, ...more },
];
const setProperty = (key: string, value: string): readonly [string, object] => [
  "file_context_set_property",
  { key, value },
];

const single =
  ([name, input]: readonly [string, object]): Calls =>
  ({ call }) =>
    call(name, input);

const calls: Readonly<Record<string, Calls>> = {
  async "edit-retry-not-twice"({ call }) {
    const input = { content: "- x\n", idempotencyKey: "append x" };
    await call("file_access_append", input);
    return call("file_access_append", input);
  },
  "fm-update-keeps-format": single(setProperty("status", "active")),
  "fm-crlf-update": single(setProperty("status", "open")),
  "fm-write-quotes": single(setProperty("title", 'V2: A "plan" #1')),
  "edit-section-missing": single(["file_context_edit_section", { heading: "Zed", mode: "append", content: "x\n" }]),
  "fm-malformed-no-second-block": single(setProperty("status", "open")),
  "write-alias-only-escape-in-table": single([
    "file_access_append",
    { path: "p.md", content: "See [[ferry|the ferry]].\n" },
  ]),
  async "edit-stale-version"({ call, context, store }) {
    const version = (await context.read("a.md"))?.version;
    await store.put("a.md" as never, new TextEncoder().encode("v2\n"));
    const [name, input] = replace("v1", "v3", { ifVersion: version });
    const replaced = await call(name, input);
    expect(replaced.error?.code).toBe("version_conflict");
    return call("file_access_write", { content: "v3\n", ifVersion: version });
  },
  "edit-overlapping-matches": single(replace("foo\nfoo\n", "bar\n")),
  async "edit-ambiguous"(world) {
    const all = await openEditWorld({ files: { "a.md": await textOf(world, "a.md") } } as never as BehaviourCase);
    await all.call(...replace("gate: open", "gate: shut", { replaceAll: true }));
    expect(await textOf(all, "a.md")).toBe("# Dev\ngate: shut\n\n# Prod\ngate: shut\n");
    return world.call(...replace("gate: open", "gate: shut"));
  },
  "edit-mixed-endings": single(replace("three", "drei")),
  async "edit-append-joins"({ call }) {
    for (const path of ["a.md", "b.md", "c.md"]) await call("file_access_append", { path, content: "- two\n" });
    return undefined;
  },
  "edit-batch-order": single([
    "file_access_replace",
    {
      edits: [
        { oldString: "A", newString: "B" },
        { oldString: "B", newString: "X" },
      ],
    },
  ]),
  "edit-section-nested": single(["file_context_edit_section", { heading: "TWF", content: "new\n" }]),
  "create-no-clobber": single(["file_access_write", { content: "new\n" }]),
  "fm-hr-in-body": single(replace("One", "1")),
  "dest-parent-folder": single(["file_access_move", { path: "hub.md", to: "core.md" }]),
  "rename-own-relative-links": single(["file_access_move", { to: "deep/a.md" }]),
  "wl-shorten-never-retarget": single(["file_access_move", { path: "new/tools.md", to: "x/tools.md" }]),
  "rename-keeps-anchor-alias": single(["file_access_move", { path: "old.md", to: "new/fresh name.md" }]),
};

const variants: Readonly<Record<string, Variants>> = {
  "edit-insert-line": {
    "0": ["file_access_insert", { afterLine: 0, content: "X" }],
    "2": ["file_access_insert", { afterLine: 2, content: "X" }],
    "3": ["file_access_insert", { afterLine: 3, content: "X" }],
  },
  "edit-crlf-kept": {
    "1": replace("two", "zwei\nzwo"),
    "2": replace("one\ntwo", "ONE\nTWO"),
  },
};

/** The words of the cases for what is wrong, as our code and its finer reason. */
const failures: Readonly<Record<string, object>> = {
  invalid_argument: { code: "invalid_input" },
  ambiguous_match: { code: "edit_conflict", details: { reason: "ambiguous" } },
  section_not_found: { code: "edit_conflict", details: { reason: "section_not_found" } },
  invalid_frontmatter: { code: "edit_conflict", details: { reason: "invalid_frontmatter" } },
  conflict: { code: "version_conflict" },
  already_exists: { code: "already_exists" },
};

async function textOf({ store }: EditWorld, path: string): Promise<string> {
  const opened = await store.open(path as never);
  const bytes = await new Response(opened?.stream).arrayBuffer();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** What each word of a case says of the files afterwards. */
const checks: Readonly<Record<string, (world: EditWorld, expected: never, of: BehaviourCase) => Promise<void>>> = {
  async content(world, expected: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(expected)) expect(await textOf(world, path)).toBe(text);
  },
  afterRename: (world, expected: never, of) =>
    (checks["content"] as NonNullable<(typeof checks)[string]>)(world, expected, of),
  async unchanged(world, expected: readonly string[], of) {
    for (const path of expected) expect(await textOf(world, path)).toBe(of.files[path]);
  },
  async roundTripMeta({ context }, expected: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
    for (const [path, values] of Object.entries(expected)) {
      const { properties } = await context.outline(path);
      expect(Object.fromEntries(properties.map(({ key, value }) => [key, value]))).toEqual(values);
    }
  },
  async bodyEquals(world, expected: Readonly<Record<string, string>>) {
    for (const [path, body] of Object.entries(expected)) {
      expect((await textOf(world, path)).replace(/^---\n(?:.*\n)*?---\n/, "")).toBe(body);
    }
  },
  async hits({ context }, expected: Readonly<Record<string, readonly string[]>>) {
    for (const [query, paths] of Object.entries(expected)) {
      expect((await context.search(query)).matches.map(({ path }) => path)).toEqual(paths);
    }
  },
  async unresolved({ context }, expected: readonly (readonly [string, string])[]) {
    const { problems } = await context.problems({ kinds: ["broken"] });
    expect(problems.map(({ path, text }) => [path, text])).toEqual(expected);
  },
};

/** Words that are checked with the call, or by the other runner of cases. */
const checkedElsewhere = new Set(["error", "count", "lines", "edges"]);

describe.skipIf(cases === undefined)("the shared behaviour cases of edits", () => {
  const known = (cases ?? []).filter(({ id }) => id in calls);
  it.each(known.map((each) => [each.id, each] as const))("%s", async (id, each) => {
    const { exact } = each.expect;
    const world = await openEditWorld(each);
    const result = await (calls[id] as Calls)(world);
    if (exact["error"] === undefined) expect(result?.error).toBeUndefined();
    else expect(result?.error).toMatchObject(failures[exact["error"] as string] as object);
    if (exact["count"] !== undefined) expect(result?.error?.details?.["count"]).toBe(exact["count"]);
    if (exact["lines"] !== undefined) expect(result?.error?.details?.["lines"]).toEqual(exact["lines"]);
    for (const [word, expected] of Object.entries(exact)) {
      const check = checks[word];
      if (check !== undefined) await check(world, expected as never, each);
      else expect(checkedElsewhere.has(word), `the word ${word} is known`).toBe(true);
    }
  });

  const several = (cases ?? []).filter(({ id }) => id in variants);
  it.each(several.map((each) => [each.id, each] as const))("%s", async (id, each) => {
    const { results = {}, errors = {} } = each.expect.exact as Record<string, Record<string, string>>;
    for (const [name, [tool, input]] of Object.entries(variants[id] as Variants)) {
      const world = await openEditWorld(each);
      const { error } = await world.call(tool, input);
      if (name in results) expect(await textOf(world, "a.md"), name).toBe(results[name]);
      else expect(error, name).toMatchObject(failures[errors[name] as string] as object);
    }
  });

  it("path-traversal-forms", async () => {
    const of = cases?.find(({ id }) => id === "path-traversal-forms") as BehaviourCase;
    const { call } = await openEditWorld(of);
    for (const path of ["../x.md", "a/../../x.md", "/x.md", "./x.md", "a//x.md", "a\\x.md", "a\0.md", "", ".", ".."]) {
      const refused = { error: { code: of.expect.exact["error"] } };
      expect(await call("file_access_write", { path, content: "x" }), path).toMatchObject(refused);
      expect(await call("file_access_delete", { path }), path).toMatchObject(refused);
      expect(await call("file_access_move", { path, to: "b.md" }), path).toMatchObject(refused);
      expect(await call("file_access_move", { to: path }), path).toMatchObject(refused);
      expect(await call("file_access_append", { path, content: "x" }), path).toMatchObject(refused);
    }
  });

  it("every other case of the package is in another file", () => {
    const here = [...Object.keys(calls), ...Object.keys(variants), "path-traversal-forms"];
    const elsewhere = [...casesOfFaces, ...casesOfGrep];
    expect((cases ?? []).map(({ id }) => id).filter((id) => !here.includes(id) && !elsewhere.includes(id))).toEqual([]);
  });
});
