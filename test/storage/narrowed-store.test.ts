/** A narrowed store shows what lies in its folders and nothing else, whatever is asked. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DirectoryPath, LogicalPath } from "../../src/base/logical-path.ts";
import { createFileContext, createMemoryStore, type FileStore } from "../../src/index.ts";
import { createNarrowedStore } from "../../src/storage/narrowed-store.ts";

const files = {
  ".gitignore": "secret*\n",
  "top.md": "top",
  "work/a.md": "# A\n\n[[top]]\n",
  "work/deep/b.md": "# B\n",
  "work/secret.md": "# Secret\n",
  "workspace/c.md": "# C\n",
  "other/.gitignore": "x\n",
  "other/d.md": "# D\n",
};

const narrowed = (...folders: string[]): FileStore =>
  createNarrowedStore(createMemoryStore({ files }), () => folders as DirectoryPath[]);

async function pathsOf(store: FileStore, directory: string, recursive: boolean): Promise<string[]> {
  const paths: string[] = [];
  for await (const { entries } of store.list(directory as DirectoryPath, { recursive })) {
    paths.push(...entries.map(({ path }) => path));
  }
  return paths;
}

describe("a narrowed store", () => {
  it("lists its folders, those on the way, and the ignore files there", async () => {
    const store = narrowed("work/deep");
    expect(await pathsOf(store, "", true)).toEqual([".gitignore", "work/deep/b.md"]);
    expect(await pathsOf(store, "", false)).toEqual([".gitignore", "work"]);
    expect(await pathsOf(store, "work", false)).toEqual(["work/deep"]);
    expect(await pathsOf(store, "other", true)).toEqual([]);
    expect(await pathsOf(narrowed(), "", true)).toEqual([]);
    expect(await pathsOf(narrowed(""), "", true)).toEqual(Object.keys(files).sort());
  });

  it("hides files elsewhere, and refuses to write there, alike whether they exist", async () => {
    const store = narrowed("work");
    expect(await store.stat("work/a.md" as LogicalPath)).not.toBeNull();
    for (const path of ["top.md", "workspace/c.md", "other/d.md", "other/.gitignore", "no.md"]) {
      expect(await store.stat(path as LogicalPath), path).toBeNull();
      expect(await store.open(path as LogicalPath), path).toBeNull();
    }
    for (const path of ["top.md", "no.md", ".gitignore", "workspace/new.md"]) {
      const denied = { code: "permission_denied", details: { reason: "outside_roots" } };
      await expect(store.put(path as LogicalPath, new Uint8Array())).rejects.toMatchObject(denied);
      await expect(store.delete(path as LogicalPath)).rejects.toMatchObject(denied);
    }
    await store.put("work/new.md" as LogicalPath, new Uint8Array());
    expect(await store.delete("work/new.md" as LogicalPath)).toBe(true);
  });

  it("answers questions from what is visible at the time, and never shows what an ignore file above hides", async () => {
    let folders: readonly string[] | undefined;
    const store = createNarrowedStore(createMemoryStore({ files }), () => folders as DirectoryPath[] | undefined);
    const context = await createFileContext({ store, approvals: "none" });
    const documents = async (): Promise<number> => (await context.search("a")).documentCount;
    expect(await documents()).toBe(5);
    folders = ["work"];
    expect(await documents()).toBe(2);
    expect(JSON.stringify(await context.overview())).not.toMatch(/workspace|other|secret/i);
    expect(await context.read("top.md")).toBeNull();
    folders = undefined;
    expect(await documents()).toBe(5);
  });

  it("is never wider than the store, nor than its folders", async () => {
    const segment = fc.constantFrom("a", "b", "ab", "c.md");
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const file = path.map((each) => `${each}.md`);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(file, { maxLength: 8 }),
        fc.array(path, { maxLength: 3 }),
        async (names, folders) => {
          const inner = createMemoryStore({ files: Object.fromEntries(names.map((name) => [name, ""])) });
          const store = createNarrowedStore(inner, () => folders as DirectoryPath[]);
          const expected = names.filter((name) =>
            folders.some((folder) => name === folder || name.startsWith(`${folder}/`)),
          );
          expect((await pathsOf(store, "", true)).sort()).toEqual(expected.sort());
          for (const name of names) {
            expect((await store.stat(name as LogicalPath)) !== null).toBe(expected.includes(name));
          }
        },
      ),
    );
  });
});
