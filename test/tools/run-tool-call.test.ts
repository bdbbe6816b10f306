/** Running calls: whatever happens, the answer is a value with the id of the call. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ToolEvent } from "../../src/index.ts";
import { createTool } from "../../src/tools/create-tool.ts";
import { runToolCall } from "../../src/tools/run-tool-call.ts";
import { createTestStore } from "../files/test-store.ts";
import { call, notes, openNotes } from "./open-notes.ts";

const failing = (failure: unknown) =>
  createTool({
    name: "failing",
    title: "Failing",
    description: "Fails.",
    effect: "read",
    input: {},
    output: z.object({}),
    handler: () => Promise.reject(failure),
    summarise: () => "",
  });

describe("a call that fails", () => {
  it.each([
    ["an unknown tool", "file_access_raed", {}, "not_found", "Did you mean file_access_read?"],
    ["wrong arguments", "file_access_read", { path: 5 }, "invalid_input", undefined],
    ["a path that is none", "file_access_read", { path: "../x" }, "invalid_path", undefined],
    ["a denied name", "file_access_read", { path: ".env" }, "permission_denied", undefined],
    ["a missing file", "file_access_read", { path: "winch.MD" }, "not_found", 'Did you mean "winch.md"?'],
    ["a glob that does not parse", "file_access_ls", { glob: "[a" }, "invalid_pattern", undefined],
    ["a missing document", "file_context_markdown_outline", { path: "x.md" }, "not_found", undefined],
    [
      "an unknown format",
      "file_context_markdown_graph_export",
      { format: "dto" },
      "invalid_input",
      "Did you mean dot?",
    ],
  ])("on %s is a value", async (_what, name, input, code, next) => {
    const result = await call(await openNotes(), name, input);
    expect(result).toMatchObject({ id: "1", ok: false, status: "failed", error: { code } });
    expect(result.data).toBeUndefined();
    expect(result.summary).toContain(name);
    if (next !== undefined) expect(result.error?.next).toBe(next);
  });

  it.each([
    ["file_access_write", { path: "a.md", content: "x" }],
    ["file_access_delete", { path: "a.md" }],
    ["file_context_set_property", {}],
  ])("of the switched off %s is permission_denied and says that writing is off", async (name, input) => {
    const context = await openNotes();
    expect(context.tools().map((tool) => tool.name)).not.toContain(name);
    const { error } = await call(context, name, input);
    expect(error).toMatchObject({ code: "permission_denied", details: { reason: "writing_disabled" } });
  });

  it.each([
    ["an error of somebody else", new TypeError("ENOENT: no such file, open '/home/me/notes/x'"), "TypeError"],
    ["text", "/home/me", "string"],
    ["nothing", undefined, "undefined"],
  ])("with %s tells its kind and no path of the host", async (_what, failure, kind) => {
    const context = await openNotes();
    const result = await runToolCall([failing(failure)], { id: "9", name: "failing", input: {} }, { files: context });
    expect(result).toMatchObject({
      id: "9",
      ok: false,
      error: { code: "storage_failed", details: { reason: "unexpected", kind } },
    });
    expect(JSON.stringify(result)).not.toContain("/home");
  });

  it.each([undefined, null, 5, {}, "__proto__", "constructor", ""])("with the name %j is a value too", async (name) => {
    const result = await call(await openNotes(), name as string, {});
    expect(result.ok).toBe(false);
    expect(["invalid_input", "not_found"]).toContain(result.error?.code);
  });

  it("does not spoil its siblings", async () => {
    const context = await openNotes();
    const results = await Promise.all(
      ["index.md", "nothing.md", "winch.md"].map((path, index) =>
        context.runToolCall({ id: `call-${index}`, name: "file_access_read", input: { path } }),
      ),
    );
    expect(results.map(({ id, ok }) => [id, ok])).toEqual([
      ["call-0", true],
      ["call-1", false],
      ["call-2", true],
    ]);
  });
});

describe("a call that is cancelled", () => {
  it("before it starts, or on the way, is cancelled", async () => {
    const context = await openNotes();
    const about = { signal: AbortSignal.abort(new Error("stop")) };
    const before = await call(context, "file_context_markdown_graph_search", { query: "winch" }, about);
    expect(before).toMatchObject({ ok: false, status: "failed", error: { code: "cancelled" } });
    const controller = new AbortController();
    const store = createTestStore(notes, { before: () => controller.abort() });
    const during = await call(
      await openNotes({ store }),
      "file_context_markdown_graph_search",
      { query: "winch" },
      { signal: controller.signal },
    );
    expect(during.error?.code).toBe("cancelled");
  });

  it("among several files is cancelled as a whole", async () => {
    const controller = new AbortController();
    const store = createTestStore(notes, { before: (what) => what.includes("winch") && controller.abort() });
    const input = { paths: ["index.md", "winch.md", "boats/heron.md"] };
    const result = await call(await openNotes({ store }), "file_access_read", input, { signal: controller.signal });
    expect(result.error?.code).toBe("cancelled");
  });

  it("by the deadline of the context is operation_timeout", async () => {
    const base = createTestStore(notes);
    const store = {
      ...base,
      stat: async (...[path, options]: Parameters<typeof base.stat>) => {
        await setTimeout(20);
        options?.signal?.throwIfAborted();
        return base.stat(path);
      },
    };
    const context = await openNotes({ store, limits: { operationTimeoutMs: 5 } });
    const result = await call(context, "file_access_read", { path: "index.md" });
    expect(result.error).toMatchObject({ code: "operation_timeout" });
  });
});

describe("events of calls", () => {
  it("tell start and end with who called", async () => {
    const events: ToolEvent[] = [];
    const about = { actor: "ada", session: "s1", trace: "t1" };
    const context = await openNotes({ onEvent: (event) => events.push(event) });
    await call(context, "file_access_read", { path: "index.md" }, about);
    await call(context, "file_access_read", { path: "nothing.md" }, about);
    const common = { tool: "file_access_read", call: "1", ...about, time: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(events).toMatchObject([
      { ...common, type: "tool.started" },
      { ...common, type: "tool.done", durationMs: expect.any(Number), summary: expect.stringContaining("index.md") },
      { ...common, type: "tool.started" },
      {
        ...common,
        type: "tool.failed",
        durationMs: expect.any(Number),
        error: expect.objectContaining({ code: "not_found" }),
      },
    ]);
  });

  it("go to the call's own listener where it has one, and its faults cost nobody the answer", async () => {
    let general = 0;
    const context = await openNotes({ onEvent: () => general++ });
    const emit = (): never => {
      throw new Error("the log is full");
    };
    expect((await call(context, "file_access_ls", {}, { emit })).ok).toBe(true);
    expect(general).toBe(0);
  });
});
