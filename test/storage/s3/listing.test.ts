import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../src/base/compare-code-points.ts";
import { parseLogicalPath } from "../../../src/base/logical-path.ts";
import type { FileStore, ListOptions, ListPage } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";

const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;

async function pagesOf(store: FileStore, directory: string, options: ListOptions = {}): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for await (const page of store.list(directory === "" ? "" : parseLogicalPath(directory), options)) pages.push(page);
  return pages;
}

async function shown(store: FileStore, directory: string, options: ListOptions = {}): Promise<string[]> {
  const pages = await pagesOf(store, directory, options);
  return pages.flatMap(({ entries }) => entries.map(({ kind, path }) => `${kind} ${path}`));
}

describe("a listing of a bucket", () => {
  it.each(isFull ? [1_000, 2] : [1_000])("has all of 12,000 keys, by pages of %s", async (pageSize) => {
    const server = await newServer();
    const keys = Array.from({ length: 12_000 }, (_, index) => `notes/${index % 7}/n ${index}+é.md`);
    for (const key of keys) server.write(key, "x");
    const store = await openS3(server, { pageSize, writable: false });
    const pages = await pagesOf(store, "", { recursive: true });
    expect(pages.length).toBe(12_000 / pageSize);
    const paths = pages.flatMap(({ entries }) => entries.map(({ path }) => path));
    expect(paths).toEqual([...keys].sort(compareCodePoints));
    expect(await shown(store, "notes")).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => `folder notes/${index}`));
  });

  it("shows what a store in memory shows, of any names, by any page size, after any cursor", async () => {
    const segment = fc
      .stringMatching(/^[ab][-a!+. /%é\u{1f600}]{0,3}[ab]$/u)
      .map((name) => name.replaceAll(/[ /]+/g, "/"));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(segment, { maxLength: 24 }),
        fc.integer({ min: 1, max: 5 }),
        async (names, pageSize) => {
          const server = await newServer();
          // In memory a name can't be both.
          const files = names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)));
          for (const name of files) server.write(`kb/${name}`, name);
          server.write("kb-beside/x.md", "");
          const memory = createMemoryStore({ files: Object.fromEntries(files.map((name) => [name, name])) });
          const store = await openS3(server, { pageSize, prefix: parseLogicalPath("kb"), writable: false });
          for (const recursive of [true, false]) {
            const expected = await shown(memory, "", { recursive });
            expect(await shown(store, "", { recursive })).toEqual(expected);
            let seen = 0;
            for (const { entries, cursor } of await pagesOf(store, "", { recursive })) {
              seen += entries.length;
              if (cursor !== undefined)
                expect(await shown(store, "", { recursive, cursor })).toEqual(expected.slice(seen));
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("asks for the folder that a long run of names waits for, instead of holding all of them", async () => {
    const server = await newServer();
    const names = Array.from({ length: 60 }, (_, index) => `note-${String(index).padStart(2, "0")}.md`);
    for (const name of names) server.write(name, "");
    server.write("note/inside.md", "");
    const store = await openS3(server, { pageSize: 5, writable: false });
    const [first] = await pagesOf(store, "");
    expect(first?.entries[0]).toEqual({ kind: "folder", path: "note" });
    expect(first?.entries.length).toBeLessThan(30);
    expect(await shown(store, "")).toEqual(["folder note", ...names.map((name) => `file ${name}`)]);
  });

  it("passes over folders that are not wanted without reading through them", async () => {
    const server = await newServer();
    for (let index = 0; index < 100; index++) server.write(`node_modules/${index}.md`, "");
    for (let index = 0; index < 100; index++) server.write(`.graphdown/parsed/${index}`, "");
    server.write("a.md", "");
    server.write("z.md", "");
    const store = await openS3(server, { pageSize: 5, writable: false });
    const before = server.requests.length;
    const enter = (folder: string): boolean => folder !== "node_modules";
    expect(await shown(store, "", { recursive: true, enter })).toEqual(["file a.md", "file z.md"]);
    expect(server.requests.length - before).toBeLessThan(8);
  });

  it("goes on behind a folder that is not wanted, whatever the characters its names begin with", async () => {
    const name = fc.stringMatching(/^[!a\ufffd\u{1f4e6}\u{10fffe}\u{10ffff}]{1,3}$/u);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 12 }),
        fc.uniqueArray(name, { maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (unwanted, wanted, pageSize) => {
          const server = await newServer();
          for (const each of unwanted) server.write(`\u{1f4e6}/${each}`, "");
          const beside = wanted.map((each) => `${each}.md`);
          for (const each of beside) server.write(each, "");
          const store = await openS3(server, { pageSize, writable: false });
          const enter = (folder: string): boolean => folder !== "\u{1f4e6}";
          const expected = beside.sort(compareCodePoints).map((path) => `file ${path}`);
          expect(await shown(store, "", { recursive: true, enter })).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("reads one page of a long folder that is not wanted, also where its names begin above U+FFFF", async () => {
    const server = await newServer();
    for (let index = 0; index < 2_100; index++) server.write(`.trash/\u{1f4e6} Old/${index}.md`, "");
    for (const path of ["a.md", "z.md"]) server.write(path, "");
    const store = await openS3(server, { writable: false });
    const before = server.requests.length;
    const enter = (folder: string): boolean => folder !== ".trash";
    expect(await shown(store, "", { recursive: true, enter })).toEqual(["file a.md", "file z.md"]);
    expect(server.requests.length - before).toBe(2);
  });

  it("ends a page where the caller wants to act on it", async () => {
    const server = await newServer();
    for (const name of [".gitignore", "a.md", "b/.gitignore", "b/c.md"]) server.write(name, "");
    const store = await openS3(server, { writable: false });
    const endPageAfter = (file: string): boolean => file.endsWith(".gitignore");
    const pages = await pagesOf(store, "", { recursive: true, endPageAfter });
    expect(pages.map(({ entries }) => entries.map(({ path }) => path))).toEqual([
      [".gitignore"],
      ["a.md", "b/.gitignore"],
      ["b/c.md"],
    ]);
  });

  it("counts keys that no path names, and takes folder markers and names that are both as they are", async () => {
    const server = await newServer();
    for (const key of [
      "kb/../x.md",
      "kb/a\\b.md",
      "kb/a//b",
      "kb/bad\u0001.md",
      "kb/ok.md",
      "kb/both",
      "kb/both/in.md",
    ]) {
      server.write(key, "1");
    }
    for (const marker of ["kb/", "kb/empty/", "kb/both/"]) server.write(marker, "");
    const store = await openS3(server, { pageSize: 2, prefix: parseLogicalPath("kb"), writable: false });
    for (const [recursive, expected] of [
      [true, ["file both", "file both/in.md", "file ok.md"]],
      [false, ["file both", "folder both", "folder empty", "file ok.md"]],
    ] as const) {
      const pages = await pagesOf(store, "", { recursive });
      const entries = pages.flatMap((page) => page.entries.map(({ kind, path }) => `${kind} ${path}`));
      expect(entries.filter((entry) => !/folder a$/.test(entry)).sort()).toEqual([...expected].sort());
      const unlisted = pages.flatMap((page) => page.unlisted.map((each) => each.shown));
      expect(unlisted).toEqual(expect.arrayContaining(["a\\b.md", "bad\\u{1}.md"]));
    }
    const deep = (await pagesOf(store, "", { recursive: true })).flatMap((page) => page.unlisted);
    expect(deep).toHaveLength(4);
  });
});

describe("a listing that can't be right", () => {
  const row = (key: string): string => `<Contents><Key>${key}</Key><ETag>"e"</ETag><Size>1</Size></Contents>`;
  const page = (rows: string, token?: string): string =>
    `<ListBucketResult><IsTruncated>${token !== undefined}</IsTruncated>${token === undefined ? "" : `<NextContinuationToken>${token}</NextContinuationToken>`}${rows}</ListBucketResult>`;

  it.each<[string, (token: string | null) => string, string]>([
    ["repeats a page for ever", () => page(row("kb/a.md"), "same"), "unordered_listing"],
    ["is out of order", () => page(row("kb/b.md") + row("kb/a.md")), "unordered_listing"],
    ["has keys from elsewhere", () => page(row("kb-beside/a.md")), "outside_prefix"],
    ["leads nowhere", (token) => page("", token ?? "t"), "endless_listing"],
    [
      "answers to another prefix",
      () => `${page("").slice(0, -19)}<Prefix>other/</Prefix></ListBucketResult>`,
      "other_listing",
    ],
    [
      "is a later page than was asked for",
      () => `${page(row("kb/z.md")).slice(0, -19)}<ContinuationToken>t</ContinuationToken></ListBucketResult>`,
      "other_listing",
    ],
    [
      "has groups that nobody asked for",
      () => page("<CommonPrefixes><Prefix>kb/a/</Prefix></CommonPrefixes>"),
      "other_listing",
    ],
    ["is cut off", () => page(row("kb/a.md")).slice(0, -30), "malformed_answer"],
    ["is another document", () => "<html><body>Sign in</body></html>", "malformed_answer"],
  ])("one that %s fails, and is never taken for a short one", async (_, answer, reason) => {
    const server = await newServer();
    const wrong: typeof fetch = async (input, init) => {
      const { searchParams } = new URL(String(input));
      return searchParams.has("list-type")
        ? new Response(answer(searchParams.get("continuation-token")))
        : server.fetch(input, init);
    };
    const store = await openS3(server, { fetch: wrong, prefix: parseLogicalPath("kb"), writable: false });
    await expect(pagesOf(store, "", { recursive: true })).rejects.toMatchObject({
      code: "storage_failed",
      details: { operation: "list", reason },
    });
  });
});
