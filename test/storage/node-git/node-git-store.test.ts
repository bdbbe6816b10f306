import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileEntry, FileReadResult, FileStore, OpenFile, UnlistedName } from "../../../src/storage/file-store.ts";
import { openGitRevisions, openGitStore } from "../../../src/storage/node-git-store.ts";
import { at, entriesOf, pagesOf, pathsOf, textOf } from "../../../src/testing/contract-case.ts";
import { firstCommit, gitEnvironment, hasGit, makeRepository, type TestRepository } from "./test-repository.ts";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function repositoryWith(...initOptions: string[]): TestRepository {
  const repository = makeRepository(...initOptions);
  folders.push(repository.folder);
  return repository;
}

async function using<Result>(
  options: Parameters<typeof openGitStore>[0],
  work: (store: FileStore) => Promise<Result>,
): Promise<Result> {
  const store = await openGitStore(options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const allPaths = (store: FileStore): Promise<string[]> => pathsOf(store, "", { recursive: true });

async function unlistedOf(store: FileStore): Promise<UnlistedName[]> {
  return (await pagesOf(store, "", { recursive: true })).flatMap(({ unlisted }) => [...unlisted]);
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => "no failure",
    ({ code, details }) => ({ code, reason: details?.reason }),
  );
}

describe.skipIf(!hasGit)("a git store (needs git)", () => {
  it("shows a revision by any of its names, and not what is in the working folder", async () => {
    const repository = repositoryWith();
    const first = repository.commit({ "a.md": "one", "docs/b.md": "b" });
    repository.git("tag", "-a", "v1", "-m", "v1");
    repository.commit({ "a.md": "two", "docs/b.md": null });
    repository.git("branch", "release@2");
    repository.write({ "a.md": "not committed", "c.md": "new" });
    const { folder } = repository;
    for (const revision of [first, first.slice(0, 10), "v1", "HEAD~1", "main^", "main@{1}", "@~1", "refs/tags/v1"]) {
      const seen = await using({ folder, revision }, async (store) => [
        await allPaths(store),
        await textOf(store, "a.md"),
      ]);
      expect(seen, revision).toEqual([["a.md", "docs/b.md"], "one"]);
    }
    for (const revision of ["HEAD", "@", "main", "main@{0}", "release@2"]) {
      const seen = await using({ folder, revision }, async (store) => [
        await allPaths(store),
        await textOf(store, "a.md"),
      ]);
      expect(seen, revision).toEqual([["a.md"], "two"]);
    }
  });

  it("sees a branch that moves at the next question, and tells the time of the commit", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "one" });
    await using({ folder: repository.folder, revision: "main" }, async (store) => {
      const before = (await store.stat(at("a.md"))) as FileEntry;
      repository.commit({ "a.md": "two", "b.md": "new" });
      const after = (await store.stat(at("a.md"))) as FileEntry;
      expect([before.modified, after.modified]).toEqual([firstCommit * 1_000, (firstCommit + 3_600) * 1_000]);
      expect(after.validator).not.toBe(before.validator);
      expect([await allPaths(store), await textOf(store, "a.md")]).toEqual([["a.md", "b.md"], "two"]);
      repository.git("update-ref", "-d", "refs/heads/main");
      expect(await failureOf(allPaths(store))).toEqual({ code: "not_found", reason: "no_revision" });
    });
  });

  it("refuses what can't be one revision before git sees it, and says what there is not", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "one", "docs/a.md": "" });
    const { folder } = repository;
    const marker = join(folder, "made-by-an-option");
    const refused = [
      "",
      "-h",
      `--output=${marker}`,
      "--all",
      "a..b",
      "main...x",
      "main:a.md",
      ":/commit",
      ":0:a.md",
      "HEAD^{/commit}",
      "main\nHEAD",
      "a\0b",
      "x".repeat(257),
    ];
    for (const revision of refused) {
      expect(await failureOf(openGitStore({ folder, revision })), JSON.stringify(revision)).toMatchObject({
        code: "invalid_input",
      });
    }
    expect(existsSync(marker)).toBe(false);
    for (const revision of [
      "nope",
      "HEAD~5",
      "0000000000000000000000000000000000000000",
      "v1^{tree}",
      "a b",
      "main missing",
    ]) {
      expect(await failureOf(openGitStore({ folder, revision })), revision).toEqual({
        code: "not_found",
        reason: "no_revision",
      });
    }
    // A tree and a blob are no commits.
    for (const name of ["HEAD^{tree}", "HEAD:a.md"]) {
      const revision = repository.git("rev-parse", name);
      expect(await failureOf(openGitStore({ folder, revision })), name).toEqual({
        code: "not_found",
        reason: "no_revision",
      });
    }
  });

  it("says that a branch has no such history or upstream, while others read", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "one" });
    const first = repository.git("rev-parse", "HEAD");
    repository.commit({ "a.md": "two" });
    const source = await openGitRevisions({ folder: repository.folder });
    const none = { code: "not_found", reason: "no_revision" };
    const asked = ["HEAD@{99}", "main@{upstream}", "main@{push}", "HEAD@{-5}", "nope@{1}", "^main@{0}", "HEAD@{99}~1"];
    const [failures, others] = await Promise.all([
      Promise.all(asked.map((name) => failureOf(source.resolve(name)))),
      Promise.all(
        Array.from({ length: 50 }, async (_, at) => (await source.resolve(at % 2 ? "HEAD~1" : "main")).commit),
      ),
    ]);
    expect(failures).toEqual(asked.map(() => none));
    expect(new Set(others).size).toBe(2);
    // What there is of the history is found.
    expect((await source.resolve("main@{1}")).commit).toBe(first);
    expect((await source.resolve("HEAD@{0}~1")).commit).toBe(first);
    await source.close();
  });

  it("takes a folder for the root, also one that is gone by now, and a prefix below it", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "", "docs/b.md": "", "docs/deep/c.md": "", "docs2/d.md": "" });
    repository.git("tag", "v1");
    repository.commit({ docs: null });
    const paths = (folder: string, prefix?: string): Promise<string[]> =>
      using(
        {
          folder: join(repository.folder, folder),
          revision: "v1",
          prefix: prefix === undefined ? undefined : at(prefix),
        },
        allPaths,
      );
    expect(await paths("docs")).toEqual(["b.md", "deep/c.md"]);
    expect(await paths("docs/deep")).toEqual(["c.md"]);
    expect(await paths(".", "docs")).toEqual(["b.md", "deep/c.md"]);
    expect(await paths("docs2")).toEqual(["d.md"]);
    symlinkSync(join(repository.folder, "docs2"), join(repository.folder, "link"));
    expect(await paths("link")).toEqual(["d.md"]);
    expect(await failureOf(paths("missing"))).toEqual({ code: "not_found", reason: "folder_not_in_revision" });
    await expect(paths("missing")).rejects.toThrow('at the revision "v1"');
    expect(await failureOf(paths("a.md"))).toEqual({ code: "invalid_options", reason: "root" });
    expect(await failureOf(paths(".git"))).toEqual({ code: "invalid_options", reason: "root" });
    expect(await failureOf(paths(".", ".git"))).toMatchObject({ code: "permission_denied" });
    const revisions = await openGitRevisions({ folder: join(repository.folder, "docs") });
    const { commit } = await revisions.resolve("main");
    expect(await allPaths(revisions.open(commit))).toEqual([]);
    await revisions.close();
  });

  it("reads bare repositories and those with SHA-256", async () => {
    const repository = repositoryWith("--object-format=sha256");
    const id = repository.commit({ "a.md": "one", "refs/b.md": "b" });
    expect(id).toHaveLength(64);
    const bare = `${repository.folder}-bare.git`;
    folders.push(bare);
    repository.git("clone", "--quiet", "--bare", ".", bare);
    for (const folder of [repository.folder, bare]) {
      const seen = await using({ folder, revision: "main" }, async (store) => [
        await allPaths(store),
        await textOf(store, "a.md"),
      ]);
      expect(seen).toEqual([["a.md", "refs/b.md"], "one"]);
      // In a bare repository a folder of git's own may have the same name.
      expect(await using({ folder: join(folder, "refs"), revision: "main" }, allPaths)).toEqual(["b.md"]);
    }
  });

  it("leaves out links, submodules and names that are no paths, and counts them", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "a", "d/b.md": "b" });
    const blob = repository.git("rev-parse", "HEAD:a.md");
    const commit = repository.git("rev-parse", "HEAD");
    const link = spawnSync("git", ["hash-object", "-w", "--stdin"], {
      cwd: repository.folder,
      input: "a.md",
      encoding: "utf8",
      env: gitEnvironment(),
    }).stdout.trim();
    const latin = Buffer.concat([
      Buffer.from("100644 blob "),
      Buffer.from(`${blob}\tcaf`),
      Buffer.from([0xe9]),
      Buffer.from(".md\0"),
    ]);
    const lines = [
      `120000 blob ${link}\tlink.md`,
      `160000 commit ${commit}\tsub`,
      `100644 blob ${blob}\tback\\slash.md`,
      `100644 blob ${blob}\t \\x/in/folder.md`,
      `100644 blob ${blob}\t\u202ebidi.md`,
      `100755 blob ${blob}\tprogram.md`,
      `100644 blob ${blob}\t.graphdown/x.md`,
    ];
    spawnSync("git", ["update-index", "-z", "--index-info"], {
      cwd: repository.folder,
      input: Buffer.concat([Buffer.from(lines.map((line) => `${line}\0`).join("")), latin]),
      env: gitEnvironment(),
    });
    repository.git("commit", "--quiet", "-m", "odd names");
    await using({ folder: repository.folder, revision: "HEAD", pageSize: 2 }, async (store) => {
      expect(await allPaths(store)).toEqual(["a.md", "d/b.md", "program.md"]);
      expect(await unlistedOf(store)).toEqual([
        { shown: " \\x/", reason: "unaddressable" },
        { shown: "\\u{202e}bidi.md", reason: "unaddressable" },
        { shown: "back\\slash.md", reason: "unaddressable" },
        { shown: "caf\ufffd.md", reason: "unaddressable" },
        { shown: "link.md", reason: "symbolic_link" },
        { shown: "sub", reason: "not_a_file" },
      ]);
      expect(await failureOf(store.open(at("link.md")))).toEqual({
        code: "permission_denied",
        reason: "symbolic_link",
      });
      expect(await failureOf(store.open(at("link.md/x")))).toEqual({
        code: "permission_denied",
        reason: "symbolic_link",
      });
      expect(await failureOf(store.stat(at("sub")))).toEqual({ code: "invalid_input", reason: "not_a_file" });
      expect(await failureOf(pathsOf(store, "link.md"))).toEqual({
        code: "permission_denied",
        reason: "symbolic_link",
      });
    });
  });

  it("can't be written", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "a" });
    await using({ folder: repository.folder, revision: "HEAD" }, async (store) => {
      expect(store.describe()).toMatchObject({ name: "git", writable: false, history: false });
      const readOnly = { code: "unsupported", reason: "read_only" };
      expect(await failureOf(store.put(at("a.md"), new Uint8Array()))).toEqual(readOnly);
      expect(await failureOf(store.delete(at("a.md")))).toEqual(readOnly);
      expect(await failureOf(store.createFolder?.(at("b")) as Promise<void>)).toEqual(readOnly);
    });
  });

  it("serves a version that it has, and no other", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "a" });
    await using({ folder: repository.folder, revision: "HEAD" }, async (store) => {
      const hash = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
      const { validator } = (await store.stat(at("a.md"))) as FileEntry;
      const has = async (version: string): Promise<boolean> => (await store.open(at("a.md"), { version })) !== null;
      expect([await has(`sha256-${hash}`), await has(`stat-${validator}`)]).toEqual([true, true]);
      expect([await has(`sha256-${hash.replace("c", "d")}`), await has("stat-git-00")]).toEqual([false, false]);
    });
  });

  it("streams large content from any place, without holding it", async () => {
    const repository = repositoryWith();
    const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251);
    repository.commit({ "large.bin": bytes });
    await using({ folder: repository.folder, revision: "HEAD" }, async (store) => {
      const part = async (start: number, end?: number): Promise<Uint8Array> => {
        const range = end === undefined ? { start } : { start, end };
        const file = await store.open(at("large.bin"), { range });
        return collectBytes((file as OpenFile).stream);
      };
      expect(Buffer.compare(await part(0), bytes)).toBe(0);
      expect(Buffer.compare(await part(1_234_567, 2_345_678), bytes.subarray(1_234_567, 2_345_678))).toBe(0);
      expect((await part(3_000_000)).length).toBe(0);
      const abort = new AbortController();
      const file = await store.open(at("large.bin"), { signal: abort.signal });
      const reader = (file as OpenFile).stream.getReader();
      await reader.read();
      const reason = new Error("enough");
      abort.abort(reason);
      const rest = async (): Promise<void> => {
        while (!(await reader.read()).done);
      };
      await expect(rest()).rejects.toBe(reason);
    });
  });

  it("goes on for others when one caller gives up", async () => {
    const repository = repositoryWith();
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${1_000 + index}.md`, `text ${index}`]),
    );
    repository.commit(files);
    await using({ folder: repository.folder, revision: "HEAD" }, async (store) => {
      const entries = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
      const read = async (signal?: AbortSignal, visited?: () => void): Promise<string[]> => {
        const texts: string[] = [];
        await store.readFiles?.(entries, { maximumBytes: 1_000, signal }, (result: FileReadResult) => {
          texts.push(result.status === "read" ? new TextDecoder().decode(result.bytes) : result.status);
          visited?.();
        });
        return texts;
      };
      const abort = new AbortController();
      const reason = new Error("enough");
      let count = 0;
      const given = read(abort.signal, () => {
        if (++count === 10) abort.abort(reason);
      });
      const [first, second] = [read(), read()];
      await expect(given).rejects.toBe(reason);
      expect(await first).toEqual(Object.values(files));
      expect(await second).toEqual(Object.values(files));
      expect(count).toBe(10);
      await expect(read(AbortSignal.abort(reason))).rejects.toBe(reason);
      // What a visitor throws ends only its own reading.
      const fault = new Error("fault");
      await expect(
        read(undefined, () => {
          throw fault;
        }),
      ).rejects.toBe(fault);
      expect(await read()).toEqual(Object.values(files));
    });
  });

  it("fetches nothing, and says when the repository does not hold what it names", async () => {
    const origin = repositoryWith();
    origin.commit({ "a.md": "a", "b.md": "in the first" });
    origin.commit({ "b.md": "in the second" });
    origin.git("config", "uploadpack.allowFilter", "true");
    const partial = mkdtempSync(join(tmpdir(), "graphdown-git-"));
    folders.push(partial);
    const folder = join(partial, "clone");
    origin.git(
      "-c",
      "protocol.file.allow=always",
      "clone",
      "--quiet",
      "--filter=blob:none",
      `file://${origin.folder}`,
      folder,
    );
    const packs = (): number => readdirSync(join(folder, ".git/objects/pack")).length;
    const before = packs();
    expect(await using({ folder, revision: "HEAD" }, async (store) => textOf(store, "b.md"))).toBe("in the second");
    const missing = { code: "storage_failed", reason: "object_missing" };
    expect(await failureOf(using({ folder, revision: "HEAD~1" }, allPaths))).toEqual(missing);
    expect(packs()).toBe(before);
  });

  it("runs nothing that a repository or the environment brings along", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "a" });
    const marker = join(repository.folder, "ran");
    const program = join(repository.folder, "program.sh");
    writeFileSync(program, `#!/bin/sh\ntouch ${marker}\n`);
    chmodSync(program, 0o755);
    mkdirSync(join(repository.folder, ".git/hooks"), { recursive: true });
    for (const hook of ["post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"])
      symlinkSync(program, join(repository.folder, ".git/hooks", hook));
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "core.sshCommand",
      "core.editor",
      "diff.external",
      "filter.x.smudge",
      "alias.cat-file",
    ])
      repository.git("config", key, key === "alias.cat-file" ? `!${program}` : program);
    const elsewhere = repositoryWith();
    elsewhere.commit({ "elsewhere.md": "" });
    const variables = { GIT_DIR: join(elsewhere.folder, ".git"), GIT_TRACE: marker, GIT_EXTERNAL_DIFF: program };
    Object.assign(process.env, variables);
    try {
      const seen = await using({ folder: repository.folder, revision: "HEAD" }, async (store) => [
        await allPaths(store),
        await textOf(store, "a.md"),
      ]);
      expect(seen).toEqual([["a.md"], "a"]);
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
    }
    expect(existsSync(marker)).toBe(false);
  });

  it("does not take another object for one that was put in its place", async () => {
    const repository = repositoryWith();
    const first = repository.commit({ "a.md": "one" });
    const second = repository.commit({ "a.md": "two" });
    repository.git("replace", first, second);
    expect(await using({ folder: repository.folder, revision: first }, (store) => textOf(store, "a.md"))).toBe("one");
  });

  it("says clearly what is missing: the program, the repository, a commit, the right to open it", async () => {
    const repository = repositoryWith();
    const { folder } = repository;
    expect(await failureOf(openGitStore({ folder, revision: "HEAD" }))).toEqual({
      code: "not_found",
      reason: "no_revision",
    });
    repository.commit({ "a.md": "a" });
    const program = join(folder, "no-such-program");
    expect(await failureOf(openGitStore({ folder, revision: "HEAD", program }))).toEqual({
      code: "unsupported",
      reason: "git_missing",
    });
    const plain = mkdtempSync(join(tmpdir(), "graphdown-plain-"));
    folders.push(plain);
    expect(await failureOf(openGitStore({ folder: plain, revision: "HEAD" }))).toEqual({
      code: "unsupported",
      reason: "no_repository",
    });
    if (process.getuid?.() !== 0) return;
    for (const path of ["", ".git"]) chownSync(join(folder, path), 65_534, 65_534);
    expect(await failureOf(openGitStore({ folder, revision: "HEAD" }))).toEqual({
      code: "permission_denied",
      reason: "dubious_ownership",
    });
  });

  it("ends its processes when it is closed", async () => {
    const repository = repositoryWith();
    repository.commit({ "a.md": "a" });
    const store = await openGitStore({ folder: repository.folder, revision: "HEAD" });
    await allPaths(store);
    const waiting = failureOf(store.stat(at("a.md")));
    await store.close();
    expect(await waiting).toEqual({ code: "storage_failed", reason: "closed" });
    expect(await failureOf(store.stat(at("a.md")))).toEqual({ code: "storage_failed", reason: "closed" });
    await store.close();
  });
});
