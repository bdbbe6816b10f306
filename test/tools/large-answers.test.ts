/** Answers that are too large to be inline become artifacts, which the same session reads in parts. */
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import {
  createFileContext,
  createMemoryStore,
  parseLogicalPath,
  renderToolResult,
  type ToolResult,
} from "../../src/index.ts";
import { call, openNotes } from "./open-notes.ts";

const files = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`folder/note ${index}.md`, "# Note\n"]));
const large = ["file_access_ls", { recursive: true }] as const;
const session = { session: "s1" };

const artifactOf = (result: ToolResult) => result.artifacts?.[0] as NonNullable<ToolResult["artifacts"]>[number];

describe("a large answer", () => {
  it("is kept, and read in parts to its end", async () => {
    const context = await openNotes({}, files);
    const whole = await call(context, ...large, { ...session, wholeResults: true });
    const result = await call(context, ...large, session);
    const { path, bytes, lines } = artifactOf(result);
    expect(path).toBe("agent-file-memory/s1/artifacts/1.json");
    expect(result).toMatchObject({ ok: true, status: "done", data: { artifact: { path, bytes, lines } } });
    expect(bytes).toBeGreaterThan(32 * 1024);
    const { preview, cut } = result.data as { preview: string; cut: { next: number } };
    let text = preview;
    for (let startLine = cut.next; ; ) {
      const part = (await call(context, "file_context_read_range", { path, startLine, lineCount: 1_000 }, session))
        .data;
      const { content, endLine, hasMore } = part as { content: string; endLine: number; hasMore: boolean };
      text += content;
      startLine = endLine + 1;
      if (!hasMore) break;
    }
    expect(JSON.parse(text)).toEqual(whole.data);
    const rendered = renderToolResult(context.tools(), { id: "1", name: large[0], input: large[1] }, result);
    expect(rendered).toContain(`"startLine":${cut.next}`);
    expect(rendered.length).toBeLessThan(5_000);
  });

  it("of an export is a file of its format", async () => {
    const context = await openNotes({}, files);
    const result = await call(context, "file_context_markdown_graph_export", { format: "turtle" }, session);
    const { path, mediaType } = artifactOf(result);
    expect([path, mediaType]).toEqual(["agent-file-memory/s1/artifacts/1.ttl", "text/turtle"]);
    const { data } = await call(context, "file_context_read_range", { path, lineCount: 1 }, session);
    expect(data).toMatchObject({ content: expect.stringMatching(/^@prefix/) });
  });

  it("is for its own session: for others its folder is as closed as ever", async () => {
    const context = await openNotes({}, files);
    const { path } = artifactOf(await call(context, ...large, session));
    for (const about of [{ session: "s2" }, {}, { session: "s1/artifacts" }]) {
      const { error } = await call(context, "file_context_read_range", { path }, about);
      expect(error?.code, JSON.stringify(about)).toBe("permission_denied");
    }
    expect((await call(context, "file_access_read", { path }, session)).error?.code).toBe("permission_denied");
    const without = artifactOf(await call(context, ...large));
    expect(without.path).toBe("agent-file-memory/_/artifacts/1.json");
    expect((await call(context, "file_context_read_range", { path: without.path })).ok).toBe(true);
  });

  it.each(["../x", "a/b", "", "ä".repeat(300), "_"])(
    "of the session and call %j has a path that is one",
    async (odd) => {
      const context = await openNotes({}, files);
      const result = await context.runToolCall({ id: odd, name: large[0], input: large[1] }, { session: odd });
      const { path } = artifactOf(result);
      expect(path).toMatch(/^agent-file-memory\/h-[0-9a-f]{32}\/artifacts\/h-[0-9a-f]{32}\.json$/);
      expect((await call(context, "file_context_read_range", { path }, { session: odd })).ok).toBe(true);
    },
  );

  it("goes to the store where writing is on and the session has a name; else it leaves no trace there", async () => {
    const store = createMemoryStore({ files });
    const paths = async () => {
      const found: string[] = [];
      for await (const page of store.list("", { recursive: true })) found.push(...page.entries.map(({ path }) => path));
      return found.filter((path) => path.startsWith("agent-file-memory"));
    };
    const reading = await createFileContext({ store, approvals: "none" });
    await call(reading, ...large, session);
    expect(await paths()).toEqual([]);
    const writing = await createFileContext({ store, approvals: "none", permissions: { write: true } });
    await call(writing, ...large);
    expect(await paths()).toEqual([]);
    const { path } = artifactOf(await call(writing, ...large, session));
    expect(await paths()).toEqual(["agent-file-memory/.gitignore", path]);
    expect((await call(writing, "file_context_read_range", { path }, session)).ok).toBe(true);
  });

  it("is kept out of repositories, unless a person has decided otherwise", async () => {
    const store = createMemoryStore({ files });
    const ignoreFile = "agent-file-memory/.gitignore" as LogicalPath;
    const content = async () => new Response((await store.open(ignoreFile))?.stream).text();
    const open = () => createFileContext({ store, approvals: "none", permissions: { write: true } });
    const both = await open();
    await Promise.all([call(both, ...large, session), call(both, ...large, { session: "s2" })]);
    expect(await content()).toBe("/.gitignore\n/*/artifacts/\n");
    await store.put(ignoreFile, new Uint8Array());
    expect((await call(await open(), ...large, session)).ok).toBe(true);
    expect(await content()).toBe("");
  });

  it("of a caller that may not write takes no room in the store, and stays its own without a session", async () => {
    const store = createMemoryStore({ files });
    const context = await createFileContext({ store, approvals: "none", permissions: { write: true } });
    const reader = { ...session, permissions: { write: false } };
    const { path } = artifactOf(await call(context, ...large, reader));
    expect(await store.stat(parseLogicalPath(path))).toBeNull();
    expect((await call(context, "file_context_read_range", { path }, reader)).ok).toBe(true);
    const own = artifactOf(await call(context, ...large, { actor: "ann" }));
    expect((await call(context, "file_context_read_range", { path: own.path }, { actor: "ann" })).ok).toBe(true);
    for (const about of [{ actor: "bo" }, {}, { actor: "bo", session: own.path.split("/")[1] as string }]) {
      const { error } = await call(context, "file_context_read_range", { path: own.path }, about);
      expect(error?.code).toBe("permission_denied");
    }
  });

  it("never comes of a read: those have bounds of their own", async () => {
    const context = await openNotes({}, { "long.md": "line\n".repeat(20_000) });
    expect((await call(context, "file_access_read", { path: "long.md" })).artifacts).toBeUndefined();
    expect(
      (await call(context, "file_context_read_range", { path: "long.md", lineCount: 1_000 })).artifacts,
    ).toBeUndefined();
  });
});
