/** Runs the shared threat cases of changes: hostile paths to every tool that writes, and odd files that edits must keep. */
import { describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  type FileContext,
  type FileStore,
  type ToolResult,
} from "../../src/node-index.ts";
import { loadCases } from "./shared-cases.ts";
import type { ThreatCase } from "./threat-case.ts";

const cases = loadCases<ThreatCase>("threats.jsonl");
const caseOf = (id: string): ThreatCase => cases?.find((each) => each.id === id) as ThreatCase;

interface World {
  readonly context: FileContext;
  readonly store: FileStore;
  /** Calls of the store since the context was made. */
  calls(): number;
  call(name: string, input: object): Promise<ToolResult>;
}

async function open(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<World> {
  let calls = 0;
  const memory = createMemoryStore({ files });
  const store = new Proxy(memory, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || name === "describe") return value;
      return (...args: unknown[]): unknown => {
        calls++;
        return Reflect.apply(value, target, args);
      };
    },
  });
  const permissions = { write: true, delete: true };
  const context = await createFileContext({ store, permissions, approvals: "none" });
  const before = calls;
  const call: World["call"] = (name, input) =>
    context.runToolCall({ id: "1", name, input: { path: "a.md", ...input } });
  return { context, store: memory, calls: () => calls - before, call };
}

const operations: Readonly<Record<string, (context: FileContext, path: string) => Promise<unknown>>> = {
  write: (context, path) => context.write(path, "x\n"),
  delete: (context, path) => context.delete(path),
  replace: (context, path) => context.replace(path, { oldString: "a", newString: "b" }),
  replace_lines: (context, path) => context.replaceLines(path, [{ lineNumber: 1, newLine: "x" }]),
};

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (cause: { code: string }) => cause.code,
  );
}

const refusals: Readonly<Record<string, string>> = { reject: "invalid_path", deny: "permission_denied" };

const paths = (cases ?? []).filter(
  ({ area, input, required }) => area === "path" && input.kind === "path" && required.outcome in refusals,
);

describe.skipIf(cases === undefined)("hostile paths to what writes", () => {
  it.each(paths.map((each) => [each.id, each] as const))("%s", async (_id, { input, required }) => {
    const path = input["path"] as string;
    const world = await open({ "a.md": "a\n" });
    const tried = (input["ops"] as string[]).filter((name) => name in operations);
    const code = refusals[required.outcome];
    // Whether a name may be created depends on whether it is there already, so that rule looks before it refuses.
    const mayLook = "storage_writes" in required;
    for (const name of tried) {
      const run = operations[name] as (typeof operations)[string];
      expect([name, await codeOf(run(world.context, path))]).toEqual([name, code]);
    }
    if (tried.includes("write")) expect(await codeOf(world.context.move("a.md", path))).toBe(code);
    if (!mayLook) expect(world.calls()).toBe(0);
    expect((await world.context.list("", { recursive: true })).entries.map(({ name }) => name)).toEqual(["a.md"]);
  });

  it.each(["path-202", "path-205"])("%s", async (id) => {
    const [first, second] = caseOf(id).input["steps"] as { path: string }[];
    const { context } = await open();
    await context.write(first?.path as string, "x\n");
    expect(await codeOf(context.write(second?.path as string, "y\n"))).toBe("already_exists");
    expect(await codeOf(context.append(second?.path as string, "y\n"))).toBe("already_exists");
  });
});

describe.skipIf(cases === undefined)("odd files and edits", () => {
  it("content-005: every line keeps its own ending", async () => {
    const { context, call } = await open({ "a.md": "a\r\nb\nc\rd" });
    for (const lineNumber of [1, 2, 3, 4]) {
      await call("file_access_replace_lines", { edits: [{ lineNumber, newLine: String(lineNumber) }] });
    }
    expect((await context.read("a.md"))?.content).toBe("1\r\n2\n3\r4");
  });

  it("content-006: no newline is added to a last line", async () => {
    const { context, call } = await open({ "a.md": "a\nb" });
    await call("file_access_replace_lines", { edits: [{ lineNumber: 2, newLine: "x" }] });
    expect((await context.read("a.md"))?.content).toBe("a\nx");
  });

  it("content-007: an empty file has no line to replace", async () => {
    const { call } = await open({ "a.md": "" });
    const { error } = await call("file_access_replace_lines", { edits: [{ lineNumber: 1, newLine: "x" }] });
    expect(error?.code).toBe("invalid_input");
  });

  it("content-009: UTF-16 is not edited", async () => {
    const bytes = Uint8Array.from([0xff, 0xfe, 97, 0, 10, 0]);
    const { call, context } = await open({ "a.md": bytes });
    expect((await call("file_access_replace", { oldString: "a", newString: "b" })).error?.code).toBe("unsupported");
    expect((await context.info("a.md"))?.length).toBe(bytes.length);
  });

  it("content-010: a byte order mark stays, and front matter behind it is found", async () => {
    const { call, context } = await open({ "a.md": "\ufeff---\ntitle: T\n---\none\n" });
    await call("file_access_replace", { oldString: "one", newString: "two" });
    await call("file_context_set_property", { key: "title", value: "U" });
    expect(await context.read("a.md")).toMatchObject({ content: "---\ntitle: U\n---\ntwo\n", length: 24 });
  });

  it("content-014: only LF, CRLF and CR end a line", async () => {
    const { call, context } = await open({ "a.md": "a\u2028b\u0085c\vd\fe\nf\n" });
    await call("file_access_replace_lines", { edits: [{ lineNumber: 2, newLine: "x" }] });
    expect((await context.read("a.md"))?.content).toBe("a\u2028b\u0085c\vd\fe\nx\n");
  });

  it("content-024: a replacement is literal", async () => {
    const { old, new: newString } = caseOf("content-024").input["replace"] as { old: string; new: string };
    const { call, context } = await open({ "a.md": "a\n" });
    await call("file_access_replace", { oldString: old, newString });
    expect((await context.read("a.md"))?.content).toBe(`${newString}\n`);
  });

  it("content-028, content-029: wrong numbers, and one twice", async () => {
    const { call } = await open({ "a.md": "a\nb\n" });
    const edits = caseOf("content-028").input["replace_lines"] as object[];
    for (const edit of [...edits.map((each) => [each]), Array(2).fill({ lineNumber: 1, newLine: "x" })]) {
      const { error } = await call("file_access_replace_lines", { edits: edit });
      expect(error?.code, JSON.stringify(edit)).toBe("invalid_input");
    }
  });

  it("concurrency-019, concurrency-020: the second of two loses nothing of the first", async () => {
    const { call, context } = await open({ "a.md": "one\ntwo\n" });
    const ifVersion = (await context.read("a.md"))?.version;
    await call("file_access_insert", { afterLine: 0, content: "zero", ifVersion });
    const lines = [{ lineNumber: 1, newLine: "ONE" }];
    expect((await call("file_access_replace_lines", { edits: lines, ifVersion })).error).toMatchObject({
      code: "version_conflict",
      details: { version: (await context.read("a.md"))?.version },
    });
    const expected = { edits: [{ ...lines[0], expectedLine: "one" }] };
    expect((await call("file_access_replace_lines", expected)).error?.code).toBe("edit_conflict");
    expect((await context.read("a.md"))?.content).toBe("zero\none\ntwo\n");
  });
});
