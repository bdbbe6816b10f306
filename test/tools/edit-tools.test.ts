/** The tools that change files, as a model calls them. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createMemoryStore, describeTool, type FileContext, type FileStore, type ToolResult } from "../../src/index.ts";
import { call, openNotes } from "./open-notes.ts";

const everything = { write: true, delete: true } as const;

const open = (files: Record<string, string | Uint8Array>, more = {}): Promise<FileContext> =>
  openNotes({ permissions: everything, ...more }, files);

async function changed(files: Record<string, string>, name: string, input: object): Promise<string | undefined> {
  const context = await open(files);
  const result = await call(context, name, { path: "a.md", ...input });
  expect(result.error).toBeUndefined();
  checkAgainstSchema(context, name, result);
  return (await context.read("a.md"))?.content;
}

/** What a tool answers is what its output schema says. */
function checkAgainstSchema(context: FileContext, name: string, { data }: ToolResult): void {
  const tool = context.tools().find((candidate) => candidate.name === name);
  const { outputSchema } = describeTool(tool as NonNullable<typeof tool>);
  expect(z.fromJSONSchema(outputSchema as never).safeParse(data).error, name).toBeUndefined();
}

const codeOf = async (files: Record<string, string>, name: string, input: object): Promise<string | undefined> =>
  (await call(await open(files), name, { path: "a.md", ...input })).error?.code;

describe("tools that change files", () => {
  it("change what they say", async () => {
    const one = { "a.md": "one\ntwo\n" };
    expect(await changed({}, "file_access_write", { content: "new\n" })).toBe("new\n");
    expect(await changed(one, "file_access_write", { content: "new\n", overwrite: true })).toBe("new\n");
    expect(await changed(one, "file_access_delete", {})).toBeUndefined();
    expect(await changed({}, "file_access_delete", {})).toBeUndefined();
    expect(await changed(one, "file_access_replace", { oldString: "one", newString: "$1" })).toBe("$1\ntwo\n");
    expect(await changed(one, "file_access_replace_lines", { edits: [{ lineNumber: 2, newLine: "zwei" }] })).toBe(
      "one\nzwei\n",
    );
    expect(await changed(one, "file_access_insert", { afterLine: 0, content: "zero" })).toBe("zero\none\ntwo\n");
    expect(await changed(one, "file_access_append", { content: "three\n" })).toBe("one\ntwo\nthree\n");
    expect(await changed({}, "file_access_append", { content: "three\n" })).toBe("three\n");
    const section = { "a.md": "# A\n\nx\n" };
    expect(await changed(section, "file_context_edit_section", { heading: "A", content: "y" })).toBe("# A\n\ny\n");
    expect(await changed(section, "file_context_read_section", { heading: "A" })).toBe("# A\n\nx\n");
    expect(await changed(section, "file_context_set_property", { key: "a", value: ["b", 1] })).toBe(
      "---\na: [b, 1]\n---\n# A\n\nx\n",
    );
    expect(await changed({ "a.md": "---\na: 1\n---\n" }, "file_context_set_property", { key: "a", value: null })).toBe(
      "---\n---\n",
    );
  });

  it("take the spellings of other frameworks, and JSON as text", async () => {
    const one = { "a.md": "one\ntwo\n" };
    const name = "file_access_replace";
    expect(await changed(one, name, { old_string: "one", new_string: "1" })).toBe("1\ntwo\n");
    expect(await changed(one, name, { old_str: "o", new_str: "0", replace_all: "true" })).toBe("0ne\ntw0\n");
    expect(await changed(one, name, { edits: '[{"old_string": "one", "new_string": "1"}]' })).toBe("1\ntwo\n");
    const lines = { edits: [{ line_number: "1", new_line: "1", expected_line: "one" }] };
    expect(await changed(one, "file_access_replace_lines", lines)).toBe("1\ntwo\n");
    expect(await changed(one, "file_access_replace_lines", { edits: [{ line_number: 1 }] })).toBe("two\n");
    expect(await changed(one, "file_access_insert", { insert_line: "1", text: "x" })).toBe("one\nx\ntwo\n");
    expect(
      await changed({ "a.md": "# A\n\n## B\n\nx\n" }, "file_context_edit_section", {
        section: '["A", "B"]',
        content: "y",
      }),
    ).toBe("# A\n\n## B\n\ny\n");
    const context = await open({});
    expect((await call(context, "file_access_write", { file_path: "b.md", file_text: "x" })).ok).toBe(true);
  });

  it("refuse arguments that fit nothing, before they look at a file", async () => {
    const one = { "a.md": "one\n" };
    for (const lineNumber of [0, -1, 1.5, 1e21, 2 ** 53, "1.5"]) {
      expect(await codeOf(one, "file_access_replace_lines", { edits: [{ lineNumber, newLine: "x" }] })).toBe(
        "invalid_input",
      );
    }
    expect(await codeOf(one, "file_access_replace", { oldString: "one" })).toBe("invalid_input");
    expect(await codeOf(one, "file_access_replace", {})).toBe("invalid_input");
    expect(
      await codeOf(one, "file_access_replace", {
        oldString: "a",
        newString: "b",
        edits: [{ oldString: "a", newString: "b" }],
      }),
    ).toBe("invalid_input");
    expect(await codeOf(one, "file_access_replace", { edits: [{ oldString: "one", newString: "1", when: 1 }] })).toBe(
      "invalid_input",
    );
    expect(await codeOf(one, "file_context_set_property", { key: "a" })).toBe("invalid_input");
    expect(await codeOf({}, "file_access_append", { path: "../a.md", content: "x" })).toBe("invalid_path");
    expect(await codeOf({}, "file_access_append", { path: ".git/config", content: "x" })).toBe("permission_denied");
    expect(await codeOf({}, "file_access_replace", { oldString: "a", newString: "b" })).toBe("not_found");
  });

  it("write nothing on trial", async () => {
    const context = await open({ "a.md": "# A\n\nx\n" });
    const calls: [string, object][] = [
      ["file_access_write", { content: "y", overwrite: true }],
      ["file_access_delete", {}],
      ["file_access_replace", { oldString: "x", newString: "y" }],
      ["file_access_replace_lines", { edits: [{ lineNumber: 3, newLine: "y" }] }],
      ["file_access_insert", { afterLine: 0, content: "y" }],
      ["file_access_append", { content: "y" }],
      ["file_context_edit_section", { heading: "A", content: "y" }],
      ["file_context_set_property", { key: "a", value: 1 }],
    ];
    for (const [name, input] of calls) {
      const result = await call(context, name, { path: "a.md", dryRun: true, ...input });
      expect(result.data, name).toMatchObject({ dryRun: true, diff: expect.stringContaining("@@") });
      expect(result.summary).toContain("would be");
      checkAgainstSchema(context, name, result);
    }
    expect((await context.read("a.md"))?.content).toBe("# A\n\nx\n");
  });

  it("are conditional on a version where one is given", async () => {
    const context = await open({ "a.md": "v1\n" });
    const version = (await context.read("a.md"))?.version as string;
    const second = await call(context, "file_access_append", { path: "a.md", content: "v2\n", ifVersion: version });
    const stale = await call(context, "file_access_replace", {
      path: "a.md",
      oldString: "v1",
      newString: "v3",
      ifVersion: version,
    });
    expect(stale.error).toMatchObject({
      code: "version_conflict",
      details: { version: (second.data as { version: string }).version },
    });
    expect((await context.read("a.md"))?.content).toBe("v1\nv2\n");
  });

  it("tell the store who writes", async () => {
    const store = createMemoryStore();
    const seen: unknown[] = [];
    const watching = new Proxy(store, {
      get(target, name): unknown {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: Parameters<FileStore["put"]>): unknown => {
          if (name === "put") seen.push(args[2]?.metadata);
          return Reflect.apply(value, target, args);
        };
      },
    });
    const context = await openNotes({ store: watching, permissions: everything });
    await call(context, "file_access_write", { path: "a.md", content: "x" }, { actor: "ann", session: "s1" });
    expect(seen).toEqual([{ actor: "ann", session: "s1" }]);
  });
});

describe("where writing is not enabled", () => {
  it("has no tool that writes, and says how to enable one that is called all the same", async () => {
    const context = await openNotes();
    const names = (of: FileContext): string[] =>
      of
        .tools()
        .filter(({ effect }) => effect !== "read")
        .map(({ name }) => name);
    expect(names(context)).toEqual([]);
    const { error } = await call(context, "file_access_write", { path: "a.md", content: "x" });
    expect(error).toMatchObject({
      code: "permission_denied",
      next: expect.stringContaining("permissions: { write: true }"),
    });
    await expect(context.write("a.md", "x")).rejects.toMatchObject({ code: "permission_denied" });
    await expect(context.delete("a.md")).rejects.toMatchObject({ code: "permission_denied" });
    const writing = await openNotes({ permissions: { write: true } });
    expect(names(writing)).not.toContain("file_access_delete");
    expect(names(writing)).toContain("file_access_write");
    await expect(writing.delete("index.md")).rejects.toMatchObject({
      code: "permission_denied",
      next: expect.stringContaining("delete: true"),
    });
  });

  it("judges the path before the permission", async () => {
    const context = await openNotes();
    await expect(context.write("../a.md", "x")).rejects.toMatchObject({ code: "invalid_path" });
  });
});
