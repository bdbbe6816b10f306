import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../src/base/compare-code-points.ts";
import { resolveLimits } from "../../src/base/limits.ts";
import { listChildren } from "../../src/files/list-children.ts";
import { type FolderItem, type ListFolderOptions, listFolder } from "../../src/files/list-folder.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";

type Files = Record<string, string>;

async function paths(files: Files, options: ListFolderOptions & { directory?: string } = {}): Promise<string[]> {
  const { entries } = await listFolder({ store: createMemoryStore({ files, pageSize: 2 }), ...options });
  return entries.map((entry) => (entry.type === "directory" ? `${entry.path}/` : entry.path));
}

/** All pages of a listing. */
async function walk(
  files: Files,
  page: number,
  options: ListFolderOptions & { directory?: string },
): Promise<FolderItem[]> {
  const store = createMemoryStore({ files, pageSize: Object.keys(files).length > 50 ? 23 : 2 });
  const limits = resolveLimits({ maximumListEntries: page });
  const items: FolderItem[] = [];
  let cursor: string | undefined;
  do {
    const listing = await listFolder({ store, limits, ...options, cursor });
    expect(listing.entries.length).toBeLessThanOrEqual(page);
    expect(listing.cut === undefined).toBe(listing.cursor === undefined);
    // No page but an only one is empty.
    if (cursor !== undefined) expect(listing.entries.length).toBeGreaterThan(0);
    items.push(...listing.entries);
    cursor = listing.cursor;
  } while (cursor !== undefined);
  return items;
}

const tree: Files = {
  "b.md": "",
  "a.md": "",
  "Z.txt": "",
  "docs/x.md": "",
  "docs/deep/y.md": "",
  "docs-old/z.md": "",
  ".obsidian/app.json": "",
  ".env.md": "",
  ".hidden.md": "",
  ".git/config": "",
  "node_modules/p/README.md": "",
  "agent-file-memory/s1/notes.md": "",
  "Agent-File-Memory/s1/notes.md": "",
};

describe("listing a folder", () => {
  it("gives folders before files, each by code point, without what is hidden, denied or reserved", async () => {
    expect(await paths(tree)).toEqual(["docs/", "docs-old/", ".hidden.md", "Z.txt", "a.md", "b.md"]);
  });

  it("leaves out folders of which ignore files exclude everything", async () => {
    const files: Files = {
      ".gitignore": "/all/\n/star/*\n/deep/**\n/kept/*\n!/kept/a.md\n*.log\n",
      "all/a.md": "",
      "star/a.md": "",
      "star/b/c.md": "",
      "deep/a/b.md": "",
      "kept/a.md": "",
      "kept/b.md": "",
      "logs/a.log": "",
      "own/.gitignore": "*\n",
      "own/a.md": "",
      "own/b/c.md": "",
      "some/.gitignore": "*\n!b.md\n",
      "some/a.md": "",
      "some/b.md": "",
      "z.md": "",
    };
    expect(await paths(files)).toEqual(["kept/", "logs/", "some/", ".gitignore", "z.md"]);
    expect(await paths(files, { recursive: true })).toEqual([
      "kept/",
      "some/",
      ".gitignore",
      "kept/a.md",
      "some/b.md",
      "z.md",
    ]);
    expect(await paths(files, { ignore: ["!/own/", "!/own/**", "/some/*"] })).toEqual([
      "kept/",
      "logs/",
      "own/",
      ".gitignore",
      "z.md",
    ]);
    expect((await paths(files, { noIgnore: true })).filter((path) => path.endsWith("/")).length).toBe(7);
    const walked = await walk(files, 1, {});
    expect(walked.map(({ path }) => path)).toEqual(["kept", "logs", "some", ".gitignore", "z.md"]);
  });

  it("gives names below the folder that was listed", async () => {
    const { entries } = await listFolder({
      store: createMemoryStore({ files: tree }),
      directory: "docs/",
      recursive: true,
    });
    expect(entries).toEqual([
      { name: "deep", type: "directory", path: "docs/deep" },
      { name: "deep/y.md", type: "file", path: "docs/deep/y.md" },
      { name: "x.md", type: "file", path: "docs/x.md" },
    ]);
  });

  it("goes below on request, with the folders that hold files", async () => {
    expect(await paths(tree, { recursive: true })).toEqual([
      "docs/",
      "docs-old/",
      "docs/deep/",
      ".hidden.md",
      "Z.txt",
      "a.md",
      "b.md",
      "docs-old/z.md",
      "docs/deep/y.md",
      "docs/x.md",
    ]);
  });

  it("shows dot folders and node_modules with hidden, but never what is denied", async () => {
    expect(await paths(tree, { hidden: true })).toEqual([
      ".obsidian/",
      "docs/",
      "docs-old/",
      "node_modules/",
      ".hidden.md",
      "Z.txt",
      "a.md",
      "b.md",
    ]);
    const children = await listChildren({ store: createMemoryStore({ files: tree }) });
    expect(children.entries.map((entry) => entry.name)).toContain(".obsidian");
  });

  it("filters by a glob or a list of globs, folders too, and never prunes", async () => {
    expect(await paths(tree, { glob: "*.md" })).toEqual(["a.md", "b.md"]);
    expect(await paths(tree, { glob: ["*.md", "*.txt"] })).toEqual(await paths(tree, { glob: "{*.md,*.txt}" }));
    expect(await paths(tree, { glob: "**/y.md", recursive: true })).toEqual(["docs/deep/y.md"]);
    expect(await paths(tree, { glob: "deep/*", recursive: true, directory: "docs" })).toEqual(["docs/deep/y.md"]);
    await expect(paths(tree, { glob: "[a" })).rejects.toMatchObject({ code: "invalid_pattern" });
  });

  it("heeds ignore files and lines, and not when told so", async () => {
    const files = {
      ".gitignore": "*.log\nbuild/\n",
      "a.md": "",
      "x.log": "",
      "build/out.md": "",
      "docs/.gitignore": "draft.md\n!keep.log\n",
      "docs/+a.log": "",
      "docs/draft.md": "",
      "docs/keep.log": "",
    };
    expect(await paths(files)).toEqual(["docs/", ".gitignore", "a.md"]);
    expect(await paths(files, { directory: "docs" })).toEqual(["docs/.gitignore", "docs/keep.log"]);
    expect(await paths(files, { recursive: true, ignore: ["/docs", "!x.log"] })).toEqual([
      ".gitignore",
      "a.md",
      "x.log",
    ]);
    expect(await paths(files, { noIgnore: true })).toEqual(["build/", "docs/", ".gitignore", "a.md", "x.log"]);
  });

  it("gives nothing for a folder that is missing or empty", async () => {
    expect(await paths({}, {})).toEqual([]);
    expect(await paths(tree, { directory: "missing/deep" })).toEqual([]);
    await expect(paths(tree, { directory: "a.md" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("refuses folders that are no path, denied or reserved, before it looks", async () => {
    for (const directory of ["..", "a//b", "/x", "./"]) {
      await expect(paths(tree, { directory })).rejects.toMatchObject({ code: "invalid_path" });
    }
    for (const directory of [".git", "x/.ssh", ".GIT", "agent-file-memory", "AGENT-file-memory/s1"]) {
      await expect(paths(tree, { directory }), directory).rejects.toMatchObject({ code: "permission_denied" });
    }
    expect(await paths({ "notes/agent-file-memory/a.md": "" }, { recursive: true })).toHaveLength(3);
  });

  it("refuses a cursor of another question, and takes one of the same question asked in other words", async () => {
    const store = createMemoryStore({
      files: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`a/${at}.md`, ""])),
    });
    const limits = resolveLimits({ maximumListEntries: 4 });
    const list = (options: object) => listFolder({ store, limits, directory: "a", ...options });
    const { cursor } = await list({ glob: "*.md" });
    for (const same of [{ glob: "*.md" }, { glob: ["*.md"] }, { glob: "*.md", recursive: false, directory: "a/" }]) {
      expect((await list({ ...same, cursor })).entries.map(({ name }) => name)).toEqual([
        "4.md",
        "5.md",
        "6.md",
        "7.md",
      ]);
    }
    for (const other of [{}, { glob: "*.m?" }, { glob: "*.md", recursive: true }, { glob: "*.md", hidden: true }]) {
      const refused = expect.objectContaining({
        code: "invalid_input",
        message: expect.stringContaining("another question"),
      });
      await expect(list({ ...other, cursor })).rejects.toThrow(refused);
    }
    const elsewhere = listFolder({ store, limits, glob: "*.md", cursor });
    await expect(elsewhere).rejects.toMatchObject({ code: "invalid_input", details: { parameter: "cursor" } });
  });

  it("refuses a cursor that no listing gave", async () => {
    for (const cursor of ["", "x", "WzJd", btoa('[0,"../x"]'), btoa('[5,"a"]'), "💥"]) {
      await expect(paths(tree, { cursor }), cursor).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  it("says what it could not show", async () => {
    const store = createMemoryStore({ files: { "a.md": "" } });
    const list = store.list.bind(store);
    store.list = async function* (directory, options) {
      for await (const page of list(directory, options)) {
        yield { ...page, unlisted: [{ shown: "b\\c.md", reason: "unaddressable" as const }] };
      }
    };
    const { skipped } = await listFolder({ store });
    expect(skipped).toEqual({ count: 1, first: [{ path: "b\\c.md", reason: "unaddressable" }] });
  });
});

const segment = fc.constantFrom(
  "a",
  "a-b",
  "b",
  "a.md",
  "b.md",
  "c.log",
  ".x",
  "node_modules",
  "é",
  "😀",
  "\uffee",
  "~",
);
const anyTree = fc.array(fc.array(segment, { minLength: 1, maxLength: 3 }), { maxLength: 30 }).map((lists) => {
  const files: Files = {};
  for (const list of lists) {
    const path = list.join("/");
    const clashes = Object.keys(files).some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
    if (!clashes) files[path] = "";
  }
  return files;
});

/** The obvious listing: everything, filtered, sorted. */
function expected(files: Files, recursive: boolean): string[] {
  const found = new Set<string>();
  for (const path of Object.keys(files)) {
    const parts = path.split("/");
    const isHidden = (name: string) => name.startsWith(".") || name === "node_modules";
    // A recursive listing tells folders from the files that it comes to.
    if (recursive && parts.slice(0, -1).some(isHidden)) continue;
    const depths = recursive ? parts.map((_, index) => index + 1) : [1];
    for (const depth of depths) {
      const folders = parts.slice(0, depth === parts.length ? depth - 1 : depth);
      if (folders.some(isHidden)) continue;
      found.add(depth === parts.length ? path : `${parts.slice(0, depth).join("/")}/`);
    }
  }
  const order = (shown: string) => (shown.endsWith("/") ? `0${shown.slice(0, -1)}` : `1${shown}`);
  return [...found].sort((a, b) => compareCodePoints(order(a), order(b)));
}

describe("pages of a listing", () => {
  it("join to the whole listing without gap or repeat", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (files, page, recursive) => {
        const items = await walk(files, page, { recursive });
        const shown = items.map((item) => (item.type === "directory" ? `${item.path}/` : item.path));
        expect(shown).toEqual(expected(files, recursive));
      }),
      { numRuns: 300 },
    );
  });

  it("are the same under ignore rules", async () => {
    const files: Files = { ".gitignore": "*.log\n", "docs/.gitignore": "secret*\n" };
    for (let index = 0; index < 50; index++) {
      files[`n${index}.md`] = "";
      files[`n${index}.log`] = "";
      files[`docs/secret${index}.md`] = "";
      files[`docs/d${index}.md`] = "";
    }
    for (const options of [{}, { recursive: true }, { directory: "docs" }]) {
      const whole = await walk(files, 1_000, options);
      for (const page of [3, 7]) expect(await walk(files, page, options)).toEqual(whole);
    }
    expect((await walk(files, 1_000, { directory: "docs" })).map((item) => item.name)).not.toContain("secret1.md");
  });
});
