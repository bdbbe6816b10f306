/** A revision is what a checkout of it is: random edits, each committed, read through git and from the disk. */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";
import { openGitStore } from "../../../src/storage/node-git-store.ts";
import { listVisible } from "../../../src/storage/visible-files.ts";
import { hasGit, makeRepository, type TestRepository } from "./test-repository.ts";

const repositories: TestRepository[] = [];

afterAll(() => {
  for (const repository of repositories) repository.remove();
});

const name = fc.constantFrom(
  "a.md",
  "b.md",
  "a-b.md",
  "\u00e9.md",
  "e\u0301.md",
  "\u{1f600}.md",
  "\uff5e.md",
  "x.png",
  ".dot.md",
);
const folder = fc.constantFrom("", "a/", "a/b/", "a-/", "node_modules/", ".hidden/", "out/");
const path = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(folder, name).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.constantFrom(".gitignore", "a/.gitignore", "out/.graphdownignore") },
);
const line = fc.constantFrom(
  "# A",
  "[[b]] [x](../a.md) ![](x.png)",
  "[y](b.md#a)",
  "#tag text",
  "out/",
  "*.png",
  "!x.png",
  "a.md",
);
const content = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n\n")) },
);
const edits = fc
  .array(fc.tuple(path, content), { minLength: 1, maxLength: 6 })
  .map((pairs) => Object.fromEntries(pairs));

async function seenOf(store: FileStore): Promise<unknown> {
  const { entries } = await listVisible({ store, directory: "", recursive: true });
  const files = entries.map(async (entry) => {
    const file = entry.kind === "file" ? await store.open(entry.path) : null;
    return [entry.path, file && Buffer.from(await collectBytes(file.stream)).toString("base64"), file?.entry.size];
  });
  const level = await listVisible({ store, directory: "", recursive: false });
  return [await Promise.all(files), level.entries.map(({ path: shown, kind }) => [shown, kind])];
}

async function graphOf(place: { readonly location: string; readonly revision?: string }): Promise<string> {
  const context = await createNodeFileContext(place);
  try {
    return (await context.export("json", { maximumCharacters: 10_000_000 })).content;
  } catch (cause) {
    return (cause as { readonly code: string }).code;
  } finally {
    await context.close();
  }
}

describe.skipIf(!hasGit)("a revision beside its checkout (needs git)", () => {
  it("lists, reads and builds the same", async () => {
    const history = fc.array(edits, { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const repository = makeRepository();
        repositories.push(repository);
        const { folder: location } = repository;
        repository.commit({ "start.md": "[[a]]" });
        const branch = await openGitStore({ folder: location, revision: "main", pageSize: 3 });
        const seen: (readonly [commit: string, files: unknown, graph: string])[] = [];
        for (const step of steps) {
          const commit = repository.commit(step);
          const disk = await openDiskStore({ root: location });
          const files = await seenOf(disk);
          await disk.close();
          expect(await seenOf(branch)).toEqual(files);
          seen.push([commit, files, await graphOf({ location })]);
        }
        await branch.close();
        // Older commits are still what they were.
        for (const [revision, files, graph] of seen) {
          const store = await openGitStore({ folder: location, revision });
          expect(await seenOf(store)).toEqual(files);
          await store.close();
          expect(await graphOf({ location, revision })).toBe(graph);
        }
      }),
      { numRuns: 4 },
    );
  });
});
