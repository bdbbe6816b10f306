/** Folders that are not as they should be: a clear message, the right exit code, and the other files are still answered. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBuilt, makeFolder, removeFolder, run, runProgram } from "./run-program.ts";

const megabytes = 200;
let root = "";

beforeAll(() => {
  root = makeFolder({
    "good.md": "# Good\n\nThe anchor winch needs grease. See [[yaml]] and [[binary]].\n",
    "binary.md": new Uint8Array([35, 32, 0, 1, 2, 255]),
    "yaml.md": "---\ntitle: [broken\n: :\n---\n# Bad anchor\n",
    "folder.md/inner.md": "# Inner anchor\n",
  });
  const large = openSync(join(root, "large.md"), "w");
  ftruncateSync(large, megabytes * 1024 * 1024);
  closeSync(large);
  const text = openSync(join(root, "large-text.md"), "w");
  writeFileSync(text, "# Large anchor\n\nfirst lines\n".padEnd(10_000, "\n"));
  ftruncateSync(text, megabytes * 1024 * 1024);
  closeSync(text);
});

afterAll(() => removeFolder(root));

const on = (...argv: string[]) => run([...argv, "--root", root]);

describe("a folder", () => {
  it.each([
    "search x",
    "overview",
    "problems",
    "export",
    "outline a.md",
    "neighbors a.md",
    "validate",
    "infer",
    "path a.md b.md",
    "related a.md",
    "context x",
    "ls",
    "read a.md",
    "info a.md",
    "doctor",
    "tools",
  ])("that does not exist ends %s with 2", async (line) => {
    const { code, output, errors } = await run([...line.split(" "), "--root", join(root, "nowhere")]);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/does not exist\. \[invalid_options\]\n {2}\S/);
  });

  it("that is a file ends with 2", async () => {
    const { code, errors } = await run(["ls", "--root", join(root, "good.md")]);
    expect(code).toBe(2);
    expect(errors).toContain("[invalid_options]");
  });

  it("that is empty has no documents, and an empty listing", async () => {
    const empty = makeFolder({});
    for (const command of [["search", "x"], ["overview"], ["problems"], ["export"], ["outline", "a.md"]]) {
      const { code, output, errors } = await run([...command, "--root", empty]);
      expect({ code, output }, command.join(" ")).toEqual({ code: 1, output: "" });
      expect(errors).toContain("there is no visible file at all. [no_documents]");
    }
    expect(await run(["ls", "--root", empty])).toEqual({ code: 0, output: "", errors: "" });
    removeFolder(empty);
  });

  it("without Markdown says what is there instead", async () => {
    const folder = makeFolder({ "a.txt": "x", "b.txt": "y", "c.json": "{}" });
    const { code, errors } = await run(["search", "x", "--root", folder]);
    expect(code).toBe(1);
    expect(errors).toContain("it holds 2 .txt files, 1 .json file. [no_documents]");
    const asJson = JSON.parse((await run(["search", "x", "--json", "--root", folder])).output);
    expect(asJson.error).toMatchObject({
      code: "no_documents",
      details: { files: 3, extensions: { ".txt": 2, ".json": 1 } },
    });
    removeFolder(folder);
  });

  it("leaves no file behind when it is only asked", async () => {
    const folder = makeFolder({ "a.md": "# A\n" });
    await run(["search", "a", "--root", folder]);
    await run(["doctor", folder]);
    expect(readdirSync(folder)).toEqual(["a.md"]);
    removeFolder(folder);
  });
});

describe("a binary file named .md", () => {
  it("is left out with its reason, and the others are answered", async () => {
    const { code, output, errors } = await on("search", "anchor");
    expect(code).toBe(0);
    for (const path of ["good.md:", "yaml.md:", "folder.md/inner.md:"]) expect(output).toContain(path);
    expect(errors).toContain("binary.md (binary)");
    // It is there all the same: a link to it is not broken.
    expect((await on("problems", "-k", "broken")).output).toBe("");
  });

  it("can't be read as text or outlined, and says what to do", async () => {
    expect(await on("read", "binary.md")).toEqual({
      code: 3,
      output: "",
      errors:
        'graphdown: "binary.md" is a binary file (its first 8 KiB hold a NUL), and only text can be read. [unsupported]\n  Run graphdown info binary.md for its size and type.\n',
    });
    expect((await on("read", "binary.md:1-2")).code).toBe(3);
    expect(await on("outline", "binary.md")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("left out of the knowledge base (binary)"),
    });
    expect((await on("info", "binary.md")).output).toContain("length        6\n");
  });
});

describe(`a file of ${megabytes} MB`, () => {
  it("is left out of the graph with its reason", async () => {
    const { errors } = await on("overview");
    expect(errors).toContain("large-text.md (too large)");
    expect(await on("outline", "large-text.md")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("(too_large)"),
    });
  });

  it("is refused whole, with sizes and the call for a part of it", async () => {
    const { code, output, errors } = await on("read", "large-text.md");
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toContain(
      "has 209715200 bytes, and a full read returns at most 1048576 (maximumFullReadBytes). [limit_exceeded]",
    );
    expect(errors).toContain("Run graphdown read large-text.md:1-200");
  });

  it("is read in part and described without reading it", async () => {
    const before = process.memoryUsage().rss;
    expect((await on("read", "large-text.md:1-3")).output).toBe("# Large anchor\n\nfirst lines\n");
    expect((await on("info", "large.md")).output).toMatch(/length {8}209715200\n[\s\S]*version {7}stat-/);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe("invalid YAML", () => {
  it("is a problem with its place, and the text is still found", async () => {
    const { code, output } = await on("problems", "-k", "invalid-frontmatter");
    expect(code).toBe(0);
    expect(output).toMatch(/^yaml\.md:\d+:\d+ {2}invalid-frontmatter {2}\S/);
    expect((await on("outline", "yaml.md")).output).toContain("invalid-frontmatter");
    expect((await on("search", "bad")).output).toContain("yaml.md:5");
  });
});

describe.skipIf(process.platform === "win32")("links and special files", () => {
  it("a loop of symbolic links is never followed, named and left out", async () => {
    const folder = makeFolder({ "good.md": "# Good\n", "sub/a.md": "# A\n" });
    symlinkSync("loop-b.md", join(folder, "loop-a.md"));
    symlinkSync("loop-a.md", join(folder, "loop-b.md"));
    symlinkSync("../sub", join(folder, "sub", "again"));
    symlinkSync("/", join(folder, "rooted"));
    const { code, output, errors } = await run(["ls", "-R", "--root", folder]);
    expect({ code, output }).toEqual({ code: 0, output: "sub/\ngood.md\nsub/a.md\n" });
    expect(errors).toContain("left out: loop-a.md (symbolic link), loop-b.md (symbolic link)");
    expect((await run(["overview", "--root", folder])).output).toContain("2 documents");
    for (const path of ["loop-a.md", "sub/again/a.md", "rooted/etc/hostname"]) {
      const read = await run(["read", path, "--root", folder]);
      expect(read.code, path).toBe(4);
      expect(read.errors).toContain("symbolic link");
    }
    expect((await run(["ls", "sub/again", "--root", folder])).code).toBe(4);
    removeFolder(folder);
  });

  it("a folder and a pipe named .md are no files", async () => {
    const folder = makeFolder({ "good.md": "# Good\n", "folder.md/inner.md": "# Inner\n" });
    execFileSync("mkfifo", [join(folder, "pipe.md")]);
    const { code, errors } = await run(["overview", "--root", folder]);
    expect(code).toBe(0);
    expect(errors).toContain("pipe.md (not a file)");
    expect(await run(["read", "folder.md", "--root", folder])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("is a folder"),
    });
    expect((await run(["read", "pipe.md", "--root", folder])).code).toBe(2);
    removeFolder(folder);
  });
});

/** How to run a program to which file modes apply: as we are, or, where we may read everything, as somebody else. */
function ordinaryUser(): { uid?: number; gid?: number } | undefined {
  if (process.platform === "win32" || process.getuid === undefined) return undefined;
  if (process.getuid() !== 0) return {};
  const other = { uid: 65_534, gid: 65_534 };
  return spawnSync(process.execPath, ["-e", "0"], other).status === 0 ? other : undefined;
}

const user = isBuilt ? ordinaryUser() : undefined;

describe.skipIf(user === undefined)(
  "a file that may not be read (needs the built program and an ordinary user)",
  () => {
    let folder = "";

    beforeAll(() => {
      folder = makeFolder({
        "good.md": "# Good anchor\n",
        "secret.md": "# Secret anchor\n",
        "closed/inner.md": "# Inner anchor\n",
      });
      chmodSync(folder, 0o755);
      chmodSync(join(folder, "secret.md"), 0o000);
    });

    afterAll(() => {
      chmodSync(join(folder, "closed"), 0o755);
      removeFolder(folder);
    });

    const as = (...argv: string[]) => runProgram([...argv, "--root", folder], { ...user, cwd: "/" });

    it("is left out with its reason, and the others are answered", async () => {
      const { code, output, errors } = await as("search", "anchor");
      expect(code).toBe(0);
      expect(output).toContain("good.md:1");
      expect(output).not.toContain("secret.md");
      expect(errors).toContain("secret.md (unreadable)");
    });

    it("is storage_failed when it is read, without a path of the host", async () => {
      const { code, errors } = await as("read", "secret.md");
      expect(code).toBe(3);
      expect(errors).toContain("[storage_failed]");
      expect(errors).toContain("EACCES");
      expect(errors).not.toContain(folder);
    });

    it("in a folder that may not be entered is said too", async () => {
      mkdirSync(join(folder, "more"));
      writeFileSync(join(folder, "more", "a.md"), "# More anchor\n");
      chmodSync(join(folder, "more"), 0o755);
      chmodSync(join(folder, "closed"), 0o000);
      const { code, output, errors } = await as("search", "anchor");
      expect(errors).toMatch(/closed/);
      expect([0, 3]).toContain(code);
      if (code === 0) expect(output).toContain("more/a.md");
      chmodSync(join(folder, "closed"), 0o755);
    });
  },
);
