import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { FileReadResult, FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { createPrefixedStore } from "../../src/storage/prefixed-store.ts";

const prefix = parseLogicalPath("tenant-a/notes");
const files = {
  "tenant-a/notes/a.md": "1",
  "tenant-a/notes/b/c.md": "22",
  "tenant-a/notesbeside/x.md": "x",
  "tenant-ab/secret.md": "x",
  "tenant-a/notes.md": "x",
};

function viewOf(inner: FileStore = createMemoryStore({ files })): FileStore {
  return createPrefixedStore(inner, prefix);
}

async function failureOf(operation: Promise<unknown>): Promise<GraphdownError> {
  const error = await operation.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!GraphdownError.isInstance(error)) throw new Error(`expected our error, got ${String(error)}`);
  return error;
}

describe("views of a folder", () => {
  it("show what is below their prefix and nothing beside it", async () => {
    const paths: string[] = [];
    for await (const page of viewOf().list("", { recursive: true }))
      paths.push(...page.entries.map(({ path }) => path));
    expect(paths).toEqual(["a.md", "b/c.md"]);
  });

  it("name no prefix in errors, neither as path nor in words", async () => {
    const view = viewOf();
    const at = parseLogicalPath;
    const failures = await Promise.all([
      failureOf(view.open(at("b"))),
      failureOf(view.stat(at("a.md/x"))),
      failureOf(view.put(at("a.md"), new Uint8Array(), { ifAbsent: true })),
      failureOf(view.put(at("a.md"), new Uint8Array(), { ifVersion: "sha256-0" })),
      failureOf(view.put(at("b"), new Uint8Array())),
      failureOf(view.delete(at("b"))),
      failureOf(view.put(at(`${"x/".repeat(505)}y`), new Uint8Array())),
      failureOf(view.createFolder?.(at("a.md/y")) ?? Promise.resolve()),
    ]);
    for (const failure of failures) expect(JSON.stringify(failure.toInfo())).not.toContain("tenant");
    expect(failures.map(({ path }) => path).slice(0, 6)).toEqual(["b", "a.md/x", "a.md", "a.md", "b", "b"]);
    expect(failures.at(-2)?.code).toBe("invalid_path");
  });

  it("name no prefix in unlisted names, read results, pages and failing streams", async () => {
    const error = new GraphdownError({
      code: "storage_failed",
      message: 'The disk did not let us read "tenant-a/notes/a.md" (EIO).',
      path: "tenant-a/notes/a.md",
    });
    const inner: FileStore = {
      ...createPrefixedStore(createMemoryStore({ files }), parseLogicalPath("unused")),
      async *list() {
        yield {
          entries: [],
          unlisted: [{ shown: "tenant-a/notes/l\u00efnk", reason: "symbolic_link" }],
          cursor: "tenant-a/notes/a.md",
        };
      },
      open: async (path) => ({
        entry: { kind: "file", path, size: 1, validator: "v", modified: 0 },
        stream: new ReadableStream({ pull: () => Promise.reject(error) }, { highWaterMark: 0 }),
      }),
      readFiles: async (entries, _options, visit) => {
        for (const [index, { path }] of entries.entries()) visit({ status: "failed", path, error }, index);
      },
    };
    const view = viewOf(inner);
    for await (const page of view.list("")) {
      expect(page).toEqual({
        entries: [],
        unlisted: [{ shown: "l\u00efnk", reason: "symbolic_link" }],
        cursor: "a.md",
      });
    }
    const file = await view.open(parseLogicalPath("a.md"));
    const failure = await failureOf(file?.stream.getReader().read() ?? Promise.resolve());
    expect(failure.toInfo()).toEqual({
      code: "storage_failed",
      message: 'The disk did not let us read "a.md" (EIO).',
      path: "a.md",
    });
    const results: FileReadResult[] = [];
    const entry = { kind: "file", path: parseLogicalPath("a.md"), size: 1, validator: "v", modified: 0 } as const;
    await view.readFiles?.([entry], { maximumBytes: 1 }, (result) => results.push(result));
    expect(JSON.stringify(results)).not.toContain("tenant");
  });

  it("pass on what is no error of ours", async () => {
    const inner: FileStore = { ...viewOf(), stat: () => Promise.reject(new TypeError("broken")) };
    await expect(createPrefixedStore(inner, prefix).stat(parseLogicalPath("a.md"))).rejects.toThrow(TypeError);
  });

  it("lack the operations that the store below lacks", () => {
    const { knownVersion: _, createFolder: __, readFiles: ___, versions: ____, ...bare } = viewOf();
    const view = createPrefixedStore(bare, prefix);
    expect([view.knownVersion, view.createFolder, view.readFiles, view.versions]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([view.name, view.describe().name]).toEqual(["memory", "memory"]);
  });
});
