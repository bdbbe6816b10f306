import { expect, test } from "vitest";
import { createFileContext } from "../../../src/context/create-file-context.ts";
import type { FileContext } from "../../../src/context/file-context.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { toolset } from "../../../src/tools/toolset.ts";

const permissions = { read: true, write: true, delete: true };

async function openContext(): Promise<FileContext> {
  const store = createMemoryStore({ files: { "home.md": "# Home\n\nseven\n", "a.md": "# A\n" } });
  return createFileContext({ store, permissions, approvals: "none" }, { toolset });
}

/** Calls a method as JavaScript may, without regard to types. */
async function failureOf(name: keyof FileContext, ...args: unknown[]): Promise<unknown> {
  const context = await openContext();
  const method = context[name] as unknown as (...args: unknown[]) => Promise<unknown>;
  return method(...args).then(
    () => "no failure",
    (cause: unknown) => cause,
  );
}

test.each([
  ["write", ["q.md", "x", { dryrun: true }], "dryrun", "dryRun"],
  ["delete", ["a.md", { dry_run: true }], "dry_run", "dryRun"],
  ["find", [{ wher: [] }], "wher", "where"],
  ["export", ["mermaid", { fokus: "x" }], "fokus", "focus"],
  ["writeExport", ["mermaid", { fokus: "x", sink: { write() {} } }], "fokus", "focus"],
  ["read", ["a.md", { versions: "x" }], "versions", "version"],
  ["move", ["a.md", "b.md", { updatelink: false }], "updatelink", "updateLinks"],
  ["append", ["a.md", "x", { ifVersions: "x" }], "ifVersions", "ifVersion"],
  ["list", ["", { recursiv: true }], "recursiv", "recursive"],
  ["search", ["x", { cout: 1 }], "cout", "count"],
  ["outline", ["a.md", { signals: undefined }], "signals", "signal"],
] as const)("%s refuses an option that it does not have: %j", async (name, args, unknown, nearest) => {
  expect(await failureOf(name, ...args)).toMatchObject({
    code: "invalid_input",
    message: `${name}: options can't have "${unknown}".`,
    details: { method: name, parameter: `options.${unknown}`, nearest },
    next: `Did you mean ${nearest}?`,
  });
});

test("an option that no name comes near is told with those that there are", async () => {
  expect(await failureOf("readRange", "home.md", { from: 1 })).toMatchObject({
    details: { parameter: "options.from", known: expect.arrayContaining(["startLine", "lineCount"]) },
    next: expect.stringContaining("startLine, lineCount"),
  });
});

test("a trial run that is misspelled writes nothing", async () => {
  const context = await openContext();
  const options = { dryrun: true } as object;
  await expect(context.write("q.md", "x", options)).rejects.toMatchObject({ code: "invalid_input" });
  expect(await context.read("q.md")).toBeNull();
});

test.each([
  ["replace", ["home.md", [{ oldText: "seven", newText: "eight" }]], "edits[0].oldText"],
  ["replace", ["home.md", "seven", "eight"], "edits"],
  ["replace", ["home.md", [{ oldString: "seven" }]], "edits[0].newString"],
  ["replace", ["home.md"], "edits"],
  ["replaceLines", ["home.md"], "edits"],
  ["replaceLines", ["home.md", { lineNumber: 1, newLine: "" }], "edits"],
  ["replaceLines", ["home.md", [{ lineNumber: "1", newLine: "" }]], "edits[0].lineNumber"],
  ["search", [5], "query"],
  ["search", ["x", { tags: "a" }], "options.tags"],
  ["editSection", ["a.md", { section: "A", content: "x" }], "edit.section"],
  ["editSection", ["a.md", { heading: "A" }], "edit.content"],
  ["append", ["a.md"], "content"],
  ["write", ["a.md"], "content"],
  ["write", ["a.md", new ArrayBuffer(2)], "content"],
  ["write", ["a.md", "x", undefined, { dryRun: true }], "options"],
  ["write", ["a.md", "x", { dryRun: "yes" }], "options.dryRun"],
  ["write", ["a.md", "x", { metadata: { author: "x" } }], "options.metadata.author"],
  ["write", ["a.md", "x", null], "options"],
  ["grep", [], "pattern"],
  ["setProperty", ["a.md"], "key"],
  ["setProperty", ["a.md", "k"], "value"],
  ["readSection", ["a.md"], "heading"],
  ["read", [5], "path"],
  ["info", [], "path"],
  ["open", [null], "path"],
  ["list", [5], "directory"],
  ["insert", ["a.md"], "afterLine"],
  ["insert", ["a.md", 1], "content"],
  ["move", ["a.md"], "to"],
  ["find", ["x"], "options"],
  ["find", [{ where: "x" }], "options.where"],
  ["export", [], "format"],
  ["writeExport", ["mermaid"], "options"],
  ["writeExport", ["mermaid", {}], "options.sink"],
  ["overview", [{ signal: {} }], "options.signal"],
] as const)("%s%j is told by the argument's name", async (name, args, parameter) => {
  expect(await failureOf(name, ...args)).toMatchObject({
    name: "GraphdownError",
    code: "invalid_input",
    message: expect.stringMatching(new RegExp(`^${name}: .+\\.$`)),
    details: { method: name, parameter },
    next: expect.any(String),
  });
});

test("a message says what was wanted and got, and how the method is called", async () => {
  expect(await failureOf("write", "a.md", 5)).toMatchObject({
    message: "write: content must be text or a Uint8Array, but got 5.",
    next: "Call it as write(path, content, options).",
  });
});

test("pages of lines refuse wrong arguments when they are asked for", async () => {
  const context = await openContext();
  const pages = context.grepPages("x", { globs: "*.md" } as object);
  await expect(pages[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: "invalid_input",
    details: { nearest: "glob" },
  });
});

test("a call of a tool with a misspelled setting is a failed result", async () => {
  const context = await openContext();
  const call = { id: "1", name: "file_access_write", input: { path: "q.md", content: "x" } };
  const result = await context.runToolCall(call, { permission: { write: false } } as object);
  expect(result).toMatchObject({
    id: "1",
    ok: false,
    status: "failed",
    error: { code: "invalid_input", details: { nearest: "permissions" } },
  });
  expect(await context.read("q.md")).toBeNull();
});

test("options may be left out, and be undefined", async () => {
  const context = await openContext();
  expect(await context.read("a.md", undefined)).toMatchObject({ content: "# A\n" });
  expect(await context.read("a.md", { version: undefined })).toMatchObject({ content: "# A\n" });
  expect((await context.list()).entries).toHaveLength(2);
  await expect(context.write("b.bin", Buffer.from([1]))).resolves.toMatchObject({ created: true });
});
