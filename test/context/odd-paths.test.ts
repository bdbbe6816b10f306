/** Paths that are odd or hostile, in every question and every change: what is refused is refused before storage is touched. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  type FileContext,
  type FileStore,
  openDiskStore,
} from "../../src/node-index.ts";
import { newFolder } from "../storage/node-disk/disk-folder.ts";

const permissions = { write: true, delete: true };

/** Every operation that takes the path of a file. */
const ofFiles: Readonly<Record<string, (context: FileContext, path: string) => Promise<unknown>>> = {
  read: (context, path) => context.read(path),
  readRange: (context, path) => context.readRange(path),
  info: (context, path) => context.info(path),
  open: (context, path) => context.open(path),
  write: (context, path) => context.write(path, "x\n"),
  overwrite: (context, path) => context.write(path, "x\n", { overwrite: true }),
  replace: (context, path) => context.replace(path, { oldString: "a", newString: "b" }),
  replaceLines: (context, path) => context.replaceLines(path, [{ lineNumber: 1, newLine: "x" }]),
  insert: (context, path) => context.insert(path, 0, "x"),
  append: (context, path) => context.append(path, "x"),
  delete: (context, path) => context.delete(path),
  "move from": (context, path) => context.move(path, "moved.md"),
  "move to": (context, path) => context.move("a.md", path),
  readSection: (context, path) => context.readSection(path, "A"),
  editSection: (context, path) => context.editSection(path, { heading: "A", content: "x" }),
  setProperty: (context, path) => context.setProperty(path, "key", "x"),
};

/** Those that take a folder. */
const ofFolders: typeof ofFiles = {
  list: (context, path) => context.list(path),
  grep: (context, path) => context.grep("a", { directory: path }),
};

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (cause: { code: string; message: string }) => {
      // What is echoed is never raw.
      expect(cause.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      return cause.code;
    },
  );
}

/** A context, and the calls of its store since then. */
async function open(memory: FileStore): Promise<{ readonly context: FileContext; readonly calls: string[] }> {
  const calls: string[] = [];
  const store = new Proxy(memory, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || name === "describe" || name === "close") return value;
      return (...args: unknown[]): unknown => {
        calls.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
  const context = await createFileContext({ store, permissions, approvals: "none" });
  calls.length = 0;
  return { context, calls };
}

const refused: Readonly<Record<string, readonly string[]>> = {
  invalid_path: [
    "../up.md",
    "notes/../../up.md",
    "notes/./a.md",
    "/etc/hosts",
    "//host/share",
    "\\\\host\\share\\a.md",
    "..\\up.md",
    "D:/a.md",
    "notes//a.md",
    "file:///etc/hosts",
    "a\0.md",
    "a\u001b[2J.md",
    "a\u202egnp.md",
    "\ud83d.md",
    "... ",
    "\u00fc".repeat(128),
    "x".repeat(2_000_000),
  ],
  permission_denied: [
    ".git/config",
    "notes/.GIT/hooks/x",
    ".git::$INDEX_ALLOCATION",
    ".g\u200bit/config",
    "git~1/config",
    ".env",
    ".ssh/id_ed25519",
    ".graphdown/moves.json",
    ".graphdown/versions/a/0000000001",
  ],
};

describe.each(Object.entries(refused))("paths that are %s", (code, paths) => {
  it.each(paths.map((path) => [path.slice(0, 40), path] as const))("%j", async (_shown, path) => {
    const { context, calls } = await open(createMemoryStore({ files: { "a.md": "# A\n" } }));
    for (const [name, run] of Object.entries({ ...ofFiles, ...ofFolders })) {
      expect([name, await codeOf(run(context, path)), calls]).toEqual([name, code, []]);
    }
  });
});

it("the root is a folder and no file, and a slash at the end makes a folder", async () => {
  const { context, calls } = await open(createMemoryStore({ files: { "a.md": "# A\n" } }));
  for (const path of ["", ".", "sub/"]) {
    for (const [name, run] of Object.entries(ofFiles)) {
      expect([name, await codeOf(run(context, path)), calls]).toEqual([name, "invalid_path", []]);
    }
  }
  for (const path of ["", ".", "sub/"]) {
    for (const run of Object.values(ofFolders)) expect(await codeOf(run(context, path))).toBe("none");
  }
});

/** Names that only look like something else: no home, no variable, no escape, no shell, no object of the language. */
const literal = [
  "~/a.md",
  "$HOME/a.md",
  "%2e%2e/a.md",
  "..%2fa.md",
  "%252e%252e/a.md",
  "\uff0e\uff0e/a.md",
  "\u2025/a.md",
  "a\u2215b.md",
  "50%.md",
  "a+b c.md",
  "-rf.md",
  "--version",
  "a;id;.md",
  "a`id`.md",
  "a&b=c#d.md",
  "{a,b}.md",
  "[[x]].md",
  "!x.md",
  "__proto__/a.md",
  "constructor",
  "toString",
  "Conference.md",
  "知识/图谱.md",
  "\u201cso\u201d\u2013\u2026.md",
  "re\u0301sume\u0301.md",
  "a".repeat(255),
];

const stores: Readonly<Record<string, () => Promise<FileStore>>> = {
  memory: async () => createMemoryStore(),
  disk: () => openDiskStore({ root: newFolder({ quick: true }) }),
};

describe.each(Object.entries(stores))("names that are taken as they are, in a store in %s", (_name, makeStore) => {
  it.each(literal.map((path) => [path.slice(0, 40), path] as const))("%j", async (_shown, path) => {
    const store = await makeStore();
    const context = await createFileContext({ store, permissions, approvals: "none" });
    for (const run of [ofFiles["readRange"], ofFiles["replace"], ofFiles["move from"]]) {
      expect(await codeOf((run as NonNullable<typeof run>)(context, path))).toBe("not_found");
    }
    expect([await context.read(path), await context.info(path)]).toEqual([null, null]);
    expect((await context.delete(path)).deleted).toBe(false);
    await context.write(path, "# A\n");
    await context.replace(path, { oldString: "A", newString: "B" });
    await context.append(path, "end\n");
    const { entries } = await context.list("", { recursive: true });
    expect(entries.filter(({ type }) => type === "file").map((entry) => entry.path)).toEqual([path]);
    expect((await context.read(path))?.content).toBe("# B\nend\n");
    expect((await context.grep("end")).files.map((file) => file.path)).toEqual([path]);
    await context.move(path, "moved.md");
    await context.move("moved.md", path);
    expect((await context.delete(path)).deleted).toBe(true);
    await context.close();
  });
});

describe.skipIf(process.platform === "win32")("names that not every system can have", () => {
  const names = [
    "aux.md",
    "com1",
    "ab:c",
    "data:text,x",
    "x ",
    "x.",
    "a /b.md",
    "a\u00adb.md",
    "a<b>.md",
    "what?.md",
    "lpt\u00b9",
  ];

  it.each(names)("%j is not made, but used where another program made it", async (path) => {
    const root = newFolder({ quick: true });
    const store = await openDiskStore({ root, host: "posix" });
    const context = await createFileContext({ store, permissions, approvals: "none" });
    await context.write("a.md", "a\n");
    for (const name of ["write", "overwrite", "append", "move to"]) {
      const run = ofFiles[name] as NonNullable<(typeof ofFiles)[string]>;
      expect([name, await codeOf(run(context, path))]).toEqual([name, "invalid_path"]);
    }
    expect([await context.read(path), (await context.delete(path)).deleted]).toEqual([null, false]);
    expect((await context.list()).entries.map(({ name }) => name)).toEqual(["a.md"]);

    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), "one a\n");
    await context.replace(path, { oldString: "one", newString: "two" });
    await context.write(path, "three a\n", { overwrite: true });
    expect((await context.read(path))?.content).toBe("three a\n");
    const { entries } = await context.list("", { recursive: true });
    expect(entries.map((entry) => entry.path)).toContain(path);
    expect((await context.grep("three")).files.map((file) => file.path)).toEqual([path]);
    expect((await context.delete(path)).deleted).toBe(true);
    await context.close();
  });
});

describe("names that are the same to some systems", () => {
  it.each([
    ["r\u00e9sum\u00e9.md", "re\u0301sume\u0301.md"],
    ["\ufb02at.md", "flat.md"],
    ["Notes/A.md", "notes/a.md"],
    ["STRASSE.md", "stra\u00dfe.md"],
  ])("%j keeps %j from being made", async (first, second) => {
    const { context } = await open(createMemoryStore());
    await context.write(first, "1\n");
    for (const name of ["write", "append"]) {
      expect(await codeOf((ofFiles[name] as NonNullable<(typeof ofFiles)[string]>)(context, second))).toBe(
        "already_exists",
      );
    }
    expect((await context.list("", { recursive: true })).entries.filter(({ type }) => type === "file")).toHaveLength(1);
  });

  it("are both listed and read where they are there", async () => {
    const files = { "caf\u00e9.md": "one", "cafe\u0301.md": "two" };
    const { context } = await open(createMemoryStore({ files }));
    expect((await context.list()).entries.map(({ path }) => path).sort()).toEqual(Object.keys(files).sort());
    for (const [path, text] of Object.entries(files)) expect((await context.read(path))?.content).toBe(text);
  });
});
