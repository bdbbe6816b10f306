/** The difference of two states of a knowledge base: revisions, folders, stores; and what it must not reach. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  type DiffOptions,
  type FileContext,
  openLocation,
} from "../../src/node-index.ts";
import { hasGit, makeRepository, type TestRepository } from "../storage/node-git/test-repository.ts";

async function using<Result>(
  options: Parameters<typeof createFileContext>[0],
  work: (context: FileContext) => Promise<Result>,
): Promise<Result> {
  const context = await createFileContext({ approvals: "none", ...options });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => "no failure",
    ({ code, details }) => ({ code, reason: details?.reason }),
  );
}

const documentsOf = async (context: FileContext, options: DiffOptions): Promise<readonly string[]> => {
  const { added, removed, renamed, changed } = (await context.diff(options)).documents;
  return [
    ...added.map(({ path }) => `+${path}`),
    ...removed.map(({ path }) => `-${path}`),
    ...renamed.map(({ from, to }) => `${from}>${to}`),
    ...changed.map(({ path }) => `~${path}`),
  ];
};

describe("the difference of folders and stores", () => {
  const files = {
    "v1/a.md": "# A\n\n[[b]]",
    "v1/b.md": "# B",
    "v2/a.md": "# A\n\n[[b]]",
    "v2/sub/c.md": "# C",
    "private/x.md": "# X",
    "private/key/y.md": "secret",
    "other/.gitignore": "hidden.md",
    "other/hidden.md": "",
    "other/x.md": "# X",
  };

  it("takes each folder for the whole", async () => {
    await using({ store: createMemoryStore({ files }) }, async (context) => {
      const { from, to, documents, links } = await context.diff({ fromDirectory: "v1", toDirectory: "v2" });
      expect([from.directory, to.directory, from.documentCount, to.documentCount]).toEqual(["v1", "v2", 2, 2]);
      expect(documents.added).toEqual([{ path: "sub/c.md", title: "C" }]);
      expect(documents.removed).toEqual([{ path: "b.md", title: "B" }]);
      expect(links.newlyBroken).toMatchObject([{ path: "a.md", target: "b", before: { resolved: "b.md" } }]);
      expect(await documentsOf(context, { fromDirectory: "private", toDirectory: "other" })).toEqual(["-key/y.md"]);
    });
  });

  it("takes of a folder what is a document as seen from the root", async () => {
    const notes = {
      ".gitignore": "top/sub/\n/top/root.md\n",
      "top/.gitignore": "own.md",
      "top/a.md": "# A",
      "top/own.md": "",
      "top/root.md": "",
      "top/sub/s.md": "",
      "top/pubx/p.md": "",
      "top/.hidden/h.md": "",
      "top/deep/d.md": "# D",
      "empty/x.txt": "",
    };
    const seen = async (options: object, toDirectory: string): Promise<unknown> =>
      using({ store: createMemoryStore({ files: notes }), ...options }, async (context) =>
        documentsOf(context, { fromDirectory: "empty", toDirectory }).catch(({ code }) => code),
      );
    const selection = { ignore: ["top/pubx/"] };
    expect(await seen({ selection }, "top")).toEqual(["+a.md", "+deep/d.md"]);
    expect(await seen({}, "top")).toEqual(["+a.md", "+deep/d.md", "+pubx/p.md"]);
    expect(await seen({ selection: { markdownGlob: "top/*.md" } }, "top")).toEqual(["+a.md"]);
    expect(await seen({ selection: { markdownGlob: "deep/*.md" } }, "top")).toBe("no_documents");
    expect(await seen({ selection: { ...selection, noIgnore: true } }, "top")).toEqual([
      "+a.md",
      "+deep/d.md",
      "+own.md",
      "+root.md",
      "+sub/s.md",
    ]);
    // Also a folder that is left out itself, or lies in one.
    for (const folder of ["top/sub", "top/pubx", "top/.hidden"])
      expect(await seen({ selection }, folder), folder).toBe("no_documents");
    expect(await seen({ selection: { hidden: true, markdownGlob: "top/.hidden/*.md" } }, "top/.hidden")).toEqual([
      "+h.md",
    ]);
    expect(await seen({ visibleFolders: () => ["empty", "top/deep", "top/sub"] }, "top")).toEqual(["+deep/d.md"]);
    expect(await seen({ denied: ["top/deep/d.md", "a.md"] }, "top")).toEqual(["+pubx/p.md"]);
  });

  it("says of files that are left out where they are in the folder", async () => {
    const large = createMemoryStore({ files: { "x/big.md": "#".repeat(50), "x/a.md": "", "y/b.md": "" } });
    await using({ store: large, limits: { maximumMarkdownFileBytes: 20 } }, async (context) => {
      const { from } = await context.diff({ fromDirectory: "x", toDirectory: "y" });
      expect(from.skipped?.first).toEqual([{ path: "big.md", reason: "too_large" }]);
    });
  });

  it("keeps what is denied denied, also by whole paths, and refuses what is no folder", async () => {
    const denied = ["Private/KEY", "other/x.md"];
    await using({ store: createMemoryStore({ files }), denied }, async (context) => {
      expect(await documentsOf(context, { fromDirectory: "private", toDirectory: "other" })).toEqual(["-x.md"]);
      const at = (fromDirectory: string): Promise<unknown> => failureOf(context.diff({ fromDirectory }));
      expect(await at("private/key")).toEqual({ code: "permission_denied", reason: "denied_name" });
      expect(await at("../elsewhere")).toMatchObject({ code: "invalid_path" });
      expect(await at("/etc")).toMatchObject({ code: "invalid_path" });
      expect(await at(".git")).toMatchObject({ code: "permission_denied" });
      expect(await at("v3")).toMatchObject({ code: "not_found" });
      expect(await failureOf(context.diff())).toMatchObject({ code: "invalid_input" });
      expect(await failureOf(context.diff({ fromDirectory: "v1", toDirectory: "v1" }))).toMatchObject({
        code: "invalid_input",
      });
      expect(await failureOf(context.diff({ from: "main" }))).toEqual({ code: "unsupported", reason: "no_repository" });
      expect(await failureOf(context.diff({ from: 1 as never }))).toMatchObject({ code: "invalid_input" });
    });
  });

  it("compares with an open store, whose validators may be those of other bytes, and leaves it open", async () => {
    const other = createMemoryStore({ files: { "a.md": "# Other", "b.md": "# B" } });
    await using({ store: createMemoryStore({ files: { "a.md": "# A", "b.md": "# B" } }) }, async (context) => {
      expect(await documentsOf(context, { from: other })).toEqual(["~a.md"]);
      expect(await documentsOf(context, { from: other, to: createMemoryStore({ files: { "c.md": "# B" } }) })).toEqual([
        "-a.md",
        "b.md>c.md",
      ]);
      expect(await documentsOf(context, { from: createMemoryStore() })).toEqual(["+a.md", "+b.md"]);
      expect(await failureOf(context.diff({ from: createMemoryStore(), to: createMemoryStore() }))).toMatchObject({
        code: "no_documents",
      });
    });
  });

  it("shows only folders that are visible", async () => {
    const visibleFolders = () => ["v1", "v2/sub"] as never;
    await using({ store: createMemoryStore({ files }), visibleFolders }, async (context) => {
      expect(
        await documentsOf(context, { from: createMemoryStore({ files: { "v1/a.md": "", "secret.md": "" } }) }),
      ).toEqual(["+v1/b.md", "+v2/sub/c.md", "~v1/a.md"]);
      expect(await failureOf(context.diff({ fromDirectory: "private" }))).toMatchObject({ code: "not_found" });
    });
  });
});

describe.skipIf(!hasGit)("the difference of revisions (needs git)", () => {
  let repository: TestRepository;
  let elsewhere: TestRepository;
  const commits: string[] = [];

  beforeAll(() => {
    repository = makeRepository();
    commits.push(repository.commit({ "docs/a.md": "# A\n\n[[b]]", "docs/b.md": "# B", "private/p.md": "# P" }));
    repository.git("tag", "v1");
    commits.push(repository.commit({ "docs/b.md": null, "docs/c.md": "# C" }));
    repository.git("checkout", "--quiet", "-b", "topic", "v1");
    commits.push(repository.commit({ "docs/t.md": "# T" }));
    repository.git("checkout", "--quiet", "main");
    repository.write({ "docs/a.md": "# A\n\nnow" });
    elsewhere = makeRepository();
    elsewhere.commit({ "secret.md": "# Secret" });
  });

  afterAll(() => {
    repository.remove();
    elsewhere.remove();
  });

  it("goes from a revision to now, to another one, and as git writes ranges", async () => {
    await using({ location: join(repository.folder, "docs") }, async (context) => {
      expect(await documentsOf(context, { from: "v1" })).toEqual(["+c.md", "-b.md", "~a.md"]);
      expect(await documentsOf(context, { from: "HEAD" })).toEqual(["~a.md"]);
      const { from, to, links } = await context.diff({ from: "v1", to: "main" });
      expect([from.revision, from.commit, to.revision, to.commit]).toEqual(["v1", commits[0], "main", commits[1]]);
      expect(links.newlyBroken).toMatchObject([{ path: "a.md", line: 3, target: "b" }]);
      expect(await documentsOf(context, { from: "v1..main" })).toEqual(["+c.md", "-b.md"]);
      expect(await documentsOf(context, { from: "main..v1" })).toEqual(["+b.md", "-c.md"]);
      expect(await documentsOf(context, { from: "topic.." })).toEqual(["+c.md", "-b.md", "-t.md"]);
      expect(await documentsOf(context, { from: "main..topic" })).toEqual(["+b.md", "+t.md", "-c.md"]);
      // Only what the branch did since it left.
      const forked = await context.diff({ from: "main...topic" });
      expect(forked.documents.added.map(({ path }) => path)).toEqual(["t.md"]);
      expect([forked.from.revision, forked.from.commit]).toEqual(["main", commits[0]]);
      expect(await documentsOf(context, { to: "v1" })).toEqual(["+b.md", "-c.md", "~a.md"]);
      // Two names of one commit, and the same name twice.
      for (const same of [
        { from: "v1", to: "v1" },
        { from: "main", to: "HEAD" },
        { from: "HEAD.." },
        { from: "v1...v1" },
      ])
        expect(await documentsOf(context, same), JSON.stringify(same)).toEqual([]);
      for (const from of ["HEAD@{99}", "main@{upstream}", "nope@{1}"])
        expect(await failureOf(context.diff({ from })), from).toEqual({ code: "not_found", reason: "no_revision" });
    });
  });

  it("keeps to the root and the prefix, also in earlier revisions, and takes a folder that was not there for an empty one", async () => {
    const { folder: location } = repository;
    await using({ location, prefix: "docs" }, async (context) => {
      expect(await documentsOf(context, { from: "v1", to: "main" })).toEqual(["+c.md", "-b.md"]);
      expect(await failureOf(context.diff({ from: "v1", fromDirectory: "../private" }))).toMatchObject({
        code: "invalid_path",
      });
      expect(await failureOf(context.diff({ from: "v1", fromDirectory: "private" }))).toMatchObject({
        code: "not_found",
      });
    });
    await using({ location, visibleFolders: () => ["docs"] as never }, async (context) => {
      expect(await documentsOf(context, { from: "v1", to: "main" })).toEqual(["+docs/c.md", "-docs/b.md"]);
    });
    await using({ location, denied: ["docs/b.md"] }, async (context) => {
      expect(await documentsOf(context, { from: "v1", to: "main" })).toEqual(["+docs/c.md"]);
      expect(
        await documentsOf(context, { from: "v1", fromDirectory: "docs", to: "main", toDirectory: "docs" }),
      ).toEqual(["+c.md"]);
    });
    repository.write({ "later/new.md": "# New" });
    await using({ location: join(location, "later") }, async (context) => {
      expect(await documentsOf(context, { from: "main" })).toEqual(["+new.md"]);
      expect(await failureOf(context.diff({ from: "v1", to: "main" }))).toMatchObject({ code: "no_documents" });
    });
  });

  it("lets no argument reach another repository, a file or an option", async () => {
    await using({ location: join(repository.folder, "docs") }, async (context) => {
      const ask = async (input: object): Promise<unknown> => {
        const { ok, error } = await context.runToolCall({ id: "1", name: "file_context_markdown_graph_diff", input });
        return ok ? "ok" : error?.code;
      };
      expect(await ask({ from: "v1", to: "main" })).toBe("ok");
      const strange = [
        `git:${elsewhere.folder}@main`,
        elsewhere.folder,
        join(elsewhere.folder, ".git"),
        `--git-dir=${elsewhere.folder}/.git`,
        `-C${elsewhere.folder}`,
        "../../..",
        "main:private/p.md",
        "memory:",
        ":/commit",
        "main\n../x",
        "main@{0}:docs",
      ];
      for (const from of strange) {
        expect(["invalid_input", "not_found"], from).toContain(await ask({ from }));
        expect(["invalid_input", "not_found"], from).toContain(await ask({ from: "v1", to: from }));
      }
      expect(await ask({ from: { list: true } })).toBe("invalid_input");
      for (const fromDirectory of ["..", "../private", "/", elsewhere.folder])
        expect(["invalid_path", "invalid_input"], fromDirectory).toContain(await ask({ fromDirectory }));
    });
  });

  it("is compared with another place through its store, and from a context that is at a revision itself", async () => {
    const store = await openLocation({ location: elsewhere.folder });
    const location = join(repository.folder, "docs");
    await using({ location, revision: "main" }, async (context) => {
      expect(await documentsOf(context, { from: store })).toEqual(["+a.md", "+c.md", "-secret.md"]);
      expect(await documentsOf(context, { from: "v1" })).toEqual(["+c.md", "-b.md"]);
    });
    await store.close();
  });

  it("says where there is no repository", async () => {
    const plain = mkdtempSync(join(tmpdir(), "graphdown-plain-"));
    try {
      await using({ location: plain }, async (context) => {
        expect(await failureOf(context.diff({ from: "main" }))).toEqual({
          code: "unsupported",
          reason: "no_repository",
        });
      });
    } finally {
      rmSync(plain, { recursive: true });
    }
  });

  it("answers as without a thread, and the same again", async () => {
    await using({ location: join(repository.folder, "docs") }, async (context) => {
      const first = await context.diff({ from: "v1", to: "main", triples: true });
      await context.search("A");
      expect(await context.diff({ from: "v1", to: "main", triples: true })).toEqual(first);
      expect(first.triples.addedTriples).toHaveLength(first.triples.added);
      const parallel = await Promise.all([
        context.diff({ from: "v1", to: "main", triples: true }),
        context.diff({ from: "main", to: "v1" }),
        context.overview(),
      ]);
      expect(parallel[0]).toEqual(first);
      expect(parallel[1].documents.added).toEqual(first.documents.removed);
    });
  });
});
