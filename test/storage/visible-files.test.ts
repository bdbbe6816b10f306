import { describe, expect, it } from "vitest";
import { type ErrorCode, type ErrorDetails, GraphdownError } from "../../src/base/errors.ts";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { listVisible, type VisibleFiles, type VisibleFilesRequest } from "../../src/storage/visible-files.ts";

async function shown(
  files: readonly string[] | Readonly<Record<string, string>>,
  request: Partial<VisibleFilesRequest> & { readonly in?: string } = {},
): Promise<string[]> {
  const contents: Record<string, string> = Array.isArray(files)
    ? Object.fromEntries(files.map((path) => [path, ""]))
    : { ...(files as Record<string, string>) };
  const store = request.store ?? createMemoryStore({ files: contents, pageSize: 2 });
  const directory = request.in === undefined ? "" : parseLogicalPath(request.in);
  const { entries } = await listVisible({ recursive: true, ...request, store, directory });
  return entries.map((entry) => (entry.kind === "folder" ? `${entry.path}/` : entry.path));
}

/** The store with some operations replaced. */
function replacing(store: FileStore, operations: Partial<FileStore>): FileStore {
  return new Proxy(store, {
    get(target, property): unknown {
      const value: unknown = Reflect.get(property in operations ? operations : target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("visible files", () => {
  const dotted = [
    ".hidden.md",
    ".obsidian/a.md",
    "a.md",
    "b/.c/d.md",
    "b/node_modules/e.md",
    "node_modules/f.md",
    "x/node_modules.md",
  ];

  it("leave out folders that start with a dot and node_modules, and show dot files", async () => {
    expect(await shown(dotted)).toEqual([".hidden.md", "a.md", "x/node_modules.md"]);
    expect(await shown(dotted, { recursive: false })).toEqual([".hidden.md", "a.md", "b/", "x/"]);
  });

  it("show them when asked to, and then still nothing that is denied", async () => {
    const files = [
      ...dotted,
      ".git/config",
      ".ssh/key",
      ".env",
      "a/.env.local",
      "b/.git/HEAD",
      ".gitattributes",
      "GIT~1/x",
    ];
    expect(await shown(files, { hidden: true })).toEqual([...dotted].sort());
    expect(await shown(files)).toEqual([".hidden.md", "a.md", "x/node_modules.md"]);
  });

  it("show what is in a hidden folder when it is named itself", async () => {
    expect(await shown(dotted, { in: ".obsidian" })).toEqual([".obsidian/a.md"]);
    expect(await shown(dotted, { in: "b/node_modules" })).toEqual(["b/node_modules/e.md"]);
  });

  it("leave out further names that are denied", async () => {
    const files = ["a.md", "graphdown.json", "b/graphdown.json", "c/private/x.md", "d/private/y.md"];
    expect(await shown(files, { denied: ["graphdown.json", "c/private"] })).toEqual(["a.md", "d/private/y.md"]);
  });

  it("heed ignore files of every folder, each for what is below it", async () => {
    const files = {
      ".gitignore": "*.log\n/build/\n",
      "a.log": "",
      "a.md": "",
      "build/x.md": "",
      "sub/.gitignore": "!keep.log\n/only-here.md\n",
      "sub/build/y.md": "",
      "sub/keep.log": "",
      "sub/only-here.md": "",
      "sub/deep/only-here.md": "",
      "(first)/b.log": "",
      "(first)/b.md": "",
    };
    const expected = [
      "(first)/b.md",
      ".gitignore",
      "a.md",
      "sub/.gitignore",
      "sub/build/y.md",
      "sub/deep/only-here.md",
      "sub/keep.log",
    ];
    expect(await shown(files)).toEqual(expected);
    expect(await shown(files, { noIgnore: true })).toEqual(Object.keys(files).sort());
  });

  it("heed ignore files above the folder that is listed", async () => {
    const files = {
      ".gitignore": "*.log\n/a/b/skip.md\n",
      "a/.graphdownignore": "d.md\n",
      "a/b/c.log": "",
      "a/b/d.md": "",
      "a/b/e.md": "",
      "a/b/skip.md": "",
    };
    expect(await shown(files, { in: "a/b" })).toEqual(["a/b/e.md"]);
    expect(await shown(files, { in: "a/b", recursive: false })).toEqual(["a/b/e.md"]);
  });

  it("let our own ignore file win over git's, and the caller's lines over both", async () => {
    const files = {
      ".gitignore": "drafts/\n*.tmp\n",
      ".graphdownignore": "!drafts/\nprivate.md\n",
      "drafts/a.md": "",
      "private.md": "",
      "x.tmp": "",
    };
    expect(await shown(files)).toEqual([".gitignore", ".graphdownignore", "drafts/a.md"]);
    expect(await shown(files, { ignore: ["drafts", "!private.md", "/.g*"] })).toEqual(["private.md"]);
    expect(await shown(files, { ignore: ["!*.tmp"], noIgnore: true })).toEqual(Object.keys(files).sort());
    expect(await shown(files, { ignore: ["*.tmp"], noIgnore: true })).not.toContain("x.tmp");
  });

  it("bring nothing back below a folder that is left out", async () => {
    const files = { ".gitignore": "out/\n", "out/.gitignore": "!*\n", "out/keep.md": "" };
    expect(await shown(files)).toEqual([".gitignore"]);
    expect(await shown(files, { ignore: ["!out/keep.md"] })).toEqual([".gitignore"]);
    expect(await shown(files, { ignore: ["!out/"] })).toEqual([".gitignore", "out/.gitignore", "out/keep.md"]);
  });

  it("do not walk folders that a rule has excluded by the time they are reached", async () => {
    const store = createMemoryStore({
      files: { ".gitignore": "target/\n", "node_modules/x.md": "", "target/y.md": "", "z.md": "" },
      pageSize: 1,
    });
    const asked: string[] = [];
    const watched = replacing(store, {
      list: (directory, options) =>
        store.list(directory, {
          ...options,
          enter: (folder) => {
            const entered = options?.enter?.(folder) ?? true;
            asked.push(`${folder} ${entered}`);
            return entered;
          },
        }),
    });
    expect(await shown([], { store: watched })).toEqual([".gitignore", "z.md"]);
    expect(new Set(asked)).toEqual(new Set(["node_modules false", "target true", "target false"]));
  });

  it("report an ignore file that is too large to be read", async () => {
    const store = createMemoryStore({ files: { ".gitignore": "x".repeat(300 * 1024), "a.md": "" } });
    const { entries, unlisted } = await listVisible({ store, directory: "", recursive: true });
    expect(entries.map(({ path }) => path)).toEqual([".gitignore", "a.md"]);
    expect(unlisted).toEqual([{ shown: ".gitignore", reason: "unreadable" }]);
  });

  it("report an ignore file that may not be read, and do without one that is no file", async () => {
    const store = createMemoryStore({ files: { "a/.gitignore": "b.md", "a/b.md": "" } });
    const refused = (code: ErrorCode, details: ErrorDetails): FileStore =>
      replacing(store, { open: () => Promise.reject(new GraphdownError({ code, message: "no", details })) });
    const list = (using: FileStore): Promise<VisibleFiles> =>
      listVisible({ store: using, directory: parseLogicalPath("a"), recursive: true });
    const unreadable = (await list(refused("storage_failed", { systemCode: "EACCES" }))).unlisted.map(
      ({ shown }) => shown,
    );
    expect(unreadable).toEqual([".gitignore", ".graphdownignore", "a/.gitignore"]);
    for (const [code, reason] of [
      ["permission_denied", "symbolic_link"],
      ["invalid_input", "is_directory"],
    ] as const) {
      const { entries, unlisted } = await list(refused(code, { reason }));
      expect([entries.length, unlisted]).toEqual([2, []]);
    }
    await expect(list(refused("storage_failed", { systemCode: "EIO" }))).rejects.toThrow("no");
  });

  it("fail as a whole when an ignore file can't be read for now", async () => {
    const store = createMemoryStore({ files: { ".gitignore": "a.md", "a.md": "" } });
    const broken = replacing(store, { open: () => Promise.reject(new Error("the line is down")) });
    await expect(shown([], { store: broken })).rejects.toThrow("the line is down");
  });

  it("give other work its turn when there are many rules", async () => {
    const ignore = Array.from({ length: 3_000 }, (_, index) => `*-${index}-x`);
    const files = Array.from({ length: 1_500 }, (_, index) => `${index}.md`);
    const store = createMemoryStore({ files: Object.fromEntries(files.map((path) => [path, ""])) });
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    expect(await shown([], { store, ignore })).toHaveLength(1_500);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
