import { describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore, type FileContext } from "../../src/node-index.ts";

const refused = { code: "permission_denied", details: { reason: "reading_disabled" } };

function openBlind(): Promise<FileContext> {
  const store = createMemoryStore({ files: { "a.md": "# Secret\n" } });
  return createFileContext({ store, approvals: "none", permissions: { read: false, write: true, delete: true } });
}

describe("a context that may not read", () => {
  it("refuses every method that shows what files hold", async () => {
    const context = await openBlind();
    const asked: (() => Promise<unknown>)[] = [
      () => context.read("a.md"),
      () => context.readRange("a.md"),
      () => context.open("a.md"),
      () => context.list(),
      () => context.grep("Secret"),
      () => context.search("secret"),
      () => context.sparql("ASK { ?s ?p ?o }"),
      () => context.neighbors("a.md"),
      () => context.export("json"),
      () => context.validate(),
      () => context.quads()[Symbol.asyncIterator]().next(),
      () => context.watch()[Symbol.asyncIterator]().next(),
    ];
    for (const ask of asked) await expect(ask(), String(ask)).rejects.toMatchObject(refused);
    await context.close();
  });

  it("lists only tools that need no reading, and refuses the others by name", async () => {
    const context = await openBlind();
    expect(context.tools().map(({ name }) => name)).toEqual([
      "file_access_write",
      "file_access_append",
      "file_access_delete",
    ]);
    for (const [index, name] of ["file_access_read", "file_context_markdown_graph_search"].entries()) {
      const result = await context.runToolCall({ id: String(index), name, input: { path: "a.md", query: "secret" } });
      expect(result).toMatchObject({ ok: false, error: refused });
    }
    const written = await context.runToolCall({
      id: "w",
      name: "file_access_write",
      input: { path: "b.md", content: "new\n" },
    });
    expect(written).toMatchObject({ ok: true });
    await context.close();
  });
});
