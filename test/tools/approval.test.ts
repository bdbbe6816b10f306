/** Calls that need a person's yes: asked for, given, refused, bound to what was shown. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { FileContextOptions } from "../../src/context/context-options.ts";
import { createFileContext as createContext } from "../../src/context/create-file-context.ts";
import type { Toolset } from "../../src/context/toolset.ts";
import {
  allTools,
  alwaysAllow,
  alwaysAllowWith,
  createFileContext,
  createMemoryStore,
  createTools,
  type FileContext,
  parseLogicalPath,
  readOnlyTools,
  type ToolEvent,
} from "../../src/index.ts";
import { createTool } from "../../src/tools/create-tool.ts";
import { runToolCall } from "../../src/tools/run-tool-call.ts";
import { call, openNotes } from "./open-notes.ts";

const store = () => createMemoryStore({ files: { "a.md": "old\n" }, now: () => 1_700_000_000_000 });

/** A write tool that tells what it did, and in a dry run what it would do. */
function overwriteTool(done: object[] = []) {
  return createTool({
    name: "overwrite",
    title: "Overwrite",
    description: "Overwrites a file.",
    effect: "write",
    input: {
      path: z.string(),
      content: z.string(),
      ifVersion: z.string().optional(),
      dryRun: z.boolean().optional(),
      idempotencyKey: z.string().optional(),
    },
    output: z.object({ path: z.string(), diff: z.string() }),
    async handler(args) {
      if (args.content === "impossible") throw new Error("can't be");
      done.push(args);
      return { path: args.path, diff: `+${args.content}` };
    },
    summarise: () => "overwritten",
  });
}

async function open(options: Partial<FileContextOptions> = {}) {
  const files = store();
  const done: object[] = [];
  const events: ToolEvent[] = [];
  const tool = overwriteTool(done);
  const toolset: Toolset = { create: (context) => [...createTools(context), tool], run: runToolCall };
  const context = await createContext(
    { store: files, approvals: "writes", onEvent: (event) => events.push(event), ...options },
    { toolset },
  );
  const written = () => done.filter((args) => !("dryRun" in args));
  return { context, files, written, events, tool };
}

const input = { path: "a.md", content: "new" };
const write = (context: FileContext, about = {}, given: object = input) => call(context, "overwrite", given, about);

/** The id of the one request that waits. */
const waiting = (context: FileContext) => context.approvals.pending()[0]?.id as string;

describe("a call that needs approval", () => {
  it("waits with a request that shows path, version and diff, and runs once when it is approved", async () => {
    const { context, written, events } = await open();
    const asked = await write(context, { actor: "agent" });
    expect(asked).toMatchObject({
      ok: false,
      error: {
        code: "approval_required",
        details: {
          approval: {
            state: "pending",
            tool: "overwrite",
            arguments: input,
            targets: [{ path: "a.md", length: 4, version: expect.stringMatching(/^sha256-/) }],
            diff: "+new",
            actor: "agent",
          },
        },
      },
    });
    expect(written()).toEqual([]);
    const id = waiting(context);
    context.approvals.answer(id, { approved: true, by: "ada" });
    expect(await write(context, { actor: "agent" })).toMatchObject({ ok: true });
    // Bound to the version that was shown.
    expect(written()).toEqual([{ ...input, ifVersion: expect.stringMatching(/^sha256-/) }]);
    expect((await write(context, { actor: "agent" })).error?.code).toBe("approval_required");
    expect(events.filter(({ type }) => type !== "tool.started")).toMatchObject([
      { type: "approval.asked", approval: { id } },
      { type: "tool.failed", decision: "pending", versionsBefore: { "a.md": expect.stringMatching(/^sha256-/) } },
      { type: "tool.done", decision: "approved", approval: id, paths: ["a.md"] },
      { type: "approval.asked" },
      { type: "tool.failed", decision: "pending" },
    ]);
  });

  it("is refused when a person says no, and a person is asked here where there is a way to", async () => {
    const { context, written, events } = await open();
    const refused = await write(context, { askApproval: async () => ({ approved: false, by: "ada" }) });
    expect(refused.error).toMatchObject({ code: "approval_denied", details: { reason: "refused" } });
    expect(await write(context, { askApproval: async () => ({ approved: true }) })).toMatchObject({ ok: true });
    expect((await write(context, { askApproval: async () => undefined })).error?.code).toBe("approval_required");
    expect(written()).toHaveLength(1);
    expect(events.filter(({ type }) => type === "approval.answered")).toHaveLength(2);
  });

  it("ends in version_conflict when the file has changed since it was shown", async () => {
    const { context, files, written } = await open();
    await write(context);
    context.approvals.answer(waiting(context), { approved: true });
    await files.put(parseLogicalPath("a.md"), new TextEncoder().encode("by somebody else\n"));
    expect((await write(context)).error).toMatchObject({
      code: "version_conflict",
      details: { reason: "changed_since_approval" },
    });
    expect(written()).toEqual([]);
  });

  it("ends in version_conflict when the file changes while the person decides", async () => {
    const { context, files } = await open();
    const askApproval = async () => {
      await files.put(parseLogicalPath("a.md"), new TextEncoder().encode("meanwhile\n"));
      return { approved: true };
    };
    expect((await write(context, { askApproval })).error?.code).toBe("version_conflict");
  });

  it("asks nobody when it would fail anyway", async () => {
    const { context } = await open();
    expect((await write(context, {}, { ...input, content: "impossible" })).ok).toBe(false);
    expect((await write(context, {}, { ...input, path: "../x" })).error?.code).toBe("invalid_path");
    expect((await write(context, {}, { ...input, path: ".env" })).error?.code).toBe("permission_denied");
    expect((await write(context, {}, { path: "a.md" })).error?.code).toBe("invalid_input");
    expect(context.approvals.pending()).toEqual([]);
  });

  it("asks nobody about the deletion of a file that is not there, and gives the ordinary answer", async () => {
    const { context, files, events } = await open({ permissions: { write: true, delete: true } });
    const remove = (path: string) => call(context, "file_access_delete", { path });
    expect(await remove("b.md")).toMatchObject({ ok: true, data: { path: "b.md", deleted: false } });
    expect((await remove("b.md")).data).not.toHaveProperty("dryRun");
    expect(events.map(({ type }) => type)).not.toContain("approval.asked");
    expect((await remove("a.md")).error?.code).toBe("approval_required");
    expect(await files.stat(parseLogicalPath("a.md"))).not.toBeNull();
    const strict = await open({ permissions: { write: true, delete: true }, approvals: "all" });
    expect((await call(strict.context, "file_access_delete", { path: "b.md" })).error?.code).toBe("approval_required");
  });

  it.each([
    ["true", true],
    ["text", "yes"],
    ["null", null],
    ["an object without approved", {}],
    ["text for approved", { approved: "yes" }],
    ["another name", { approved: true, alway: "tool" }],
  ])("neither runs nor is refused when the answer is %s", async (_what, answer) => {
    const { context, written, events } = await open();
    const asked = await write(context, { askApproval: async () => answer as never });
    expect(asked.error).toMatchObject({ code: "invalid_input", details: { parameter: expect.any(String) } });
    expect(written()).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(["tool.started", "approval.asked", "tool.failed"]);
    context.approvals.answer(waiting(context), { approved: true });
    expect((await write(context)).ok).toBe(true);
  });

  it("is advised on as the caller says", async () => {
    const { context } = await open();
    expect((await write(context, { approvalAdvice: "Ring the bell." })).error?.next).toBe("Ring the bell.");
    expect((await write(context)).error?.next).toContain("answered by");
  });

  it("asks nobody for a dry run, for reads, and after an answer for always", async () => {
    const { context } = await open();
    expect((await write(context, {}, { ...input, dryRun: true })).ok).toBe(true);
    expect((await call(context, "file_access_read", { path: "a.md" })).ok).toBe(true);
    await write(context, { askApproval: async () => ({ approved: true, always: "tool" }) });
    expect((await write(context, {}, { ...input, content: "newer" })).ok).toBe(true);
  });

  it("does not count an approval of other arguments, which only differ in what they say", async () => {
    const { context } = await open();
    await write(context);
    context.approvals.answer(waiting(context), { approved: true });
    expect((await write(context, {}, { ...input, content: "evil" })).error?.code).toBe("approval_required");
    // The same arguments in another order are the same.
    expect((await write(context, {}, { content: "new", path: "a.md" })).ok).toBe(true);
  });
});

describe("a call that is repeated with its idempotency key", () => {
  const keyed = { path: "a.md", content: "- x\n", idempotencyKey: "k1" };
  const openReal = async () => {
    const files = store();
    const options = { store: files, approvals: "writes", permissions: { write: true } } as const;
    const context = await createFileContext(options);
    const append = (given: object = keyed, about = {}, on = context) => call(on, "file_access_append", given, about);
    await append();
    context.approvals.answer(waiting(context), { approved: true });
    expect((await append()).ok).toBe(true);
    return { files, options, context, append };
  };

  it("is answered as it was approved, by other processes too, and asks with another key, caller or none", async () => {
    const { options, context, append } = await openReal();
    expect((await append()).ok).toBe(true);
    expect((await append(keyed, {}, await createFileContext(options))).ok).toBe(true);
    expect((await context.read("a.md"))?.content).toBe("old\n- x\n");
    for (const other of [
      { path: "a.md", content: "- x\n" },
      { ...keyed, idempotencyKey: "k2" },
    ]) {
      expect((await append(other)).error?.code).toBe("approval_required");
    }
    expect((await append(keyed, { actor: "other" })).error?.code).toBe("approval_required");
    expect((await append({ ...keyed, content: "other" })).error?.code).toBe("invalid_input");
  });

  it("asks again where the answer is lost, since it would write again", async () => {
    const { files, append } = await openReal();
    // Records of requests are in sixteen files.
    for (const digit of "0123456789abcdef") await files.delete(parseLogicalPath(`.graphdown/requests-${digit}.json`));
    expect((await append()).error?.code).toBe("approval_required");
  });
});

describe("a call that changes files it does not name", () => {
  it("runs as it was shown or not at all", async () => {
    const files = createMemoryStore({ files: { "a.md": "# A\n", "n.md": "[[a]]\n" } });
    const permissions = { write: true, delete: true };
    const context = await createFileContext({ store: files, approvals: "writes", permissions });
    const move = () => call(context, "file_access_move", { path: "a.md", to: "b.md" });
    expect((await move()).error?.code).toBe("approval_required");
    context.approvals.answer(waiting(context), { approved: true });
    await files.put(parseLogicalPath("n.md"), new TextEncoder().encode("[[a]] changed [[a]]\n"));
    expect((await move()).error).toMatchObject({
      code: "version_conflict",
      details: { reason: "changed_since_approval" },
    });
    expect((await context.read("n.md"))?.content).toBe("[[a]] changed [[a]]\n");
    expect((await move()).error?.code).toBe("approval_required");
    context.approvals.answer(waiting(context), { approved: true });
    expect((await move()).ok).toBe(true);
    expect((await context.read("n.md"))?.content).toBe("[[b]] changed [[b]]\n");
  });
});

describe("by default", () => {
  it("reads ask too, and several files are shown each", async () => {
    const context = await openNotes({ approvals: "all" });
    const result = await call(context, "file_access_read", { paths: ["index.md", "../x", "nothing.md"] });
    expect(result.error).toMatchObject({
      code: "approval_required",
      details: { approval: { targets: [{ path: "index.md", length: 71 }, { path: "../x" }, { path: "nothing.md" }] } },
    });
    const asked = await createContext({ store: store() }, { toolset: { create: createTools, run: runToolCall } });
    expect((await call(asked, "file_access_ls", {})).error?.code).toBe("approval_required");
  });
});

describe("ready-made rules", () => {
  it("cover our tools and none that only has the name of one", async () => {
    const { context, tool } = await open({ approvals: { rules: [readOnlyTools] } });
    expect((await call(context, "file_access_ls", {})).ok).toBe(true);
    const ls = context.tools().find(({ name }) => name === "file_access_ls");
    const impostor = { ...ls, handler: async () => ({ entries: [] }) } as unknown as typeof tool;
    const toolCall = { id: "1", name: "file_access_ls", input: {} };
    expect((await runToolCall([impostor], toolCall, { files: context })).error?.code).toBe("approval_required");
    const all = await open({ approvals: { rules: [allTools] } });
    expect((await call(all.context, "file_access_ls", {})).ok).toBe(true);
    // The test's own tool is not one of ours.
    expect((await write(all.context)).error?.code).toBe("approval_required");
  });

  it("let one tool through, or one tool with some arguments", async () => {
    const first = await open();
    const always = alwaysAllow(first.tool);
    const withArguments = alwaysAllowWith(first.tool, { content: "new", path: "a.md" });
    const judged = { tool: first.tool, arguments: input };
    expect([await always(judged), await always({ ...judged, tool: overwriteTool() })]).toEqual([true, false]);
    expect(await withArguments(judged)).toBe(true);
    expect(await withArguments({ ...judged, arguments: { ...input, content: "newer" } })).toBe(false);
  });
});

describe("a caller that may write and not read", () => {
  const about = { permissions: { read: false } };
  const openWritable = () =>
    createFileContext({ store: store(), approvals: "none", permissions: { write: true, delete: true } });

  it("is told nothing of what files hold, by differences, near names or failures", async () => {
    const context = await openWritable();
    for (const [name, given] of [
      ["file_access_write", { path: "a.md", content: "x", overwrite: true, dryRun: true }],
      ["file_access_append", { path: "a.md", content: "x", dryRun: true }],
      ["file_access_delete", { path: "a.md", dryRun: true }],
      ["file_access_delete", { path: "A.md" }],
      ["file_access_write", { path: "a.md", content: "x" }],
    ] as const) {
      const text = JSON.stringify(await call(context, name, given, about));
      expect(text, name).not.toContain("old\\n");
      expect(text, name).not.toContain("diff");
      expect(text, name).not.toContain("suggestions");
    }
  });

  it("may write whole files, and not what tells by its success what stands there", async () => {
    const context = await openWritable();
    expect((await call(context, "file_access_write", { path: "b.md", content: "x" }, about)).ok).toBe(true);
    for (const [name, given] of [
      ["file_access_replace", { path: "a.md", oldString: "old", newString: "new" }],
      ["file_access_replace_lines", { path: "a.md", edits: [{ lineNumber: 1, newLine: "x", expectedLine: "y" }] }],
      ["file_access_insert", { path: "a.md", afterLine: 0, content: "x" }],
      ["file_context_edit_section", { path: "a.md", heading: "A", content: "x" }],
      ["file_context_set_property", { path: "a.md", key: "a", value: "x" }],
      ["file_access_move", { path: "a.md", to: "c.md" }],
      ["file_access_read", { path: "a.md" }],
    ] as const) {
      expect((await call(context, name, given, about)).error?.code, name).toBe("permission_denied");
    }
    expect((await call(context, "file_access_move", { path: "a.md", to: "../x" }, about)).error?.code).toBe(
      "invalid_path",
    );
  });
});

describe("a caller's own permissions", () => {
  it("narrow what it may do, and nobody is asked for the rest", async () => {
    const { context, written } = await open({ approvals: "none" });
    const refused = await write(context, { permissions: { read: true, write: false } });
    expect(refused.error).toMatchObject({
      code: "permission_denied",
      details: { reason: "caller", permission: "write" },
    });
    expect((await call(context, "file_access_ls", {}, { permissions: { read: false } })).error?.code).toBe(
      "permission_denied",
    );
    expect((await write(context, { permissions: {} })).ok).toBe(true);
    expect(written()).toHaveLength(1);
  });
});
