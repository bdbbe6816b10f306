import { describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { collectBytes } from "../../src/storage/byte-streams.ts";
import type { ListPage } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";

describe("the memory store", () => {
  it("begins with the files that it is given", async () => {
    const given = new Uint8Array([1, 2, 3]);
    const store = createMemoryStore({ files: { "a.md": "text", "b/c.bin": given }, now: () => 42 });
    given.fill(9);
    expect(await store.stat(parseLogicalPath("a.md"))).toMatchObject({ size: 4, modified: 42 });
    const file = await store.open(parseLogicalPath("b/c.bin"));
    expect([...(await collectBytes(file?.stream as ReadableStream<Uint8Array>))]).toEqual([1, 2, 3]);
    expect(() => createMemoryStore({ files: { a: "", "a/b": "" } })).toThrow(/is a file/);
    expect(() => createMemoryStore({ files: { "a/b": "", a: "" } })).toThrow(/is a folder/);
  });

  it("counts names that are no logical paths, and opens none of them", async () => {
    const store = createMemoryStore({
      files: { "../x": "", "docs\\y.md": "", "a//b": "", "docs/z\n.md": "", "ok.md": "" },
      pageSize: 1,
    });
    const pages: ListPage[] = [];
    for await (const page of store.list("", { recursive: true })) pages.push(page);
    expect(pages.flatMap((page) => page.entries.map(({ path }) => path))).toEqual(["ok.md"]);
    const unlisted = pages.flatMap((page) => page.unlisted);
    expect(unlisted.map(({ shown }) => shown)).toEqual(["../x", "a//b", "docs/z\\u{a}.md", "docs\\y.md"]);
    expect(new Set(unlisted.map(({ reason }) => reason))).toEqual(new Set(["unaddressable"]));
  });

  it("hands out copies that change nothing", async () => {
    const store = createMemoryStore({ files: { "a.md": "text" } });
    const file = await store.open(parseLogicalPath("a.md"));
    const chunk = await file?.stream.getReader().read();
    chunk?.value?.fill(0);
    const again = await store.open(parseLogicalPath("a.md"));
    expect(new TextDecoder().decode(await collectBytes(again?.stream as ReadableStream<Uint8Array>))).toBe("text");
  });

  it("shows each page as the files are when it is asked for", async () => {
    const store = createMemoryStore({ files: { "a.md": "", "b.md": "", "c.md": "" }, pageSize: 1 });
    const seen: string[] = [];
    for await (const page of store.list("", { recursive: true })) {
      seen.push(...page.entries.map(({ path }) => path));
      await store.delete(parseLogicalPath("b.md"));
    }
    expect(seen).toEqual(["a.md", "c.md"]);
  });
});
