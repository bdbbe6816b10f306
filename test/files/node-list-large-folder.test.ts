import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveLimits } from "../../src/base/limits.ts";
import { type FolderItem, type ListFolderOptions, listFolder } from "../../src/files/list-folder.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { bundleProgram, startCommand } from "../storage/node-disk/child-program.ts";
import { newFolder, openFolder, writeFiles } from "../storage/node-disk/disk-folder.ts";

type Options = ListFolderOptions & { readonly directory?: string };

async function walk(store: FileStore, page: number, options: Options): Promise<FolderItem[]> {
  const limits = resolveLimits({ maximumListEntries: page });
  const items: FolderItem[] = [];
  let cursor: string | undefined;
  do {
    const listing = await listFolder({ store, limits, ...options, cursor });
    items.push(...listing.entries);
    cursor = listing.cursor;
  } while (cursor !== undefined);
  return items;
}

const folder = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("", "a/", "b/") },
  { weight: 1, arbitrary: fc.constantFrom("a/b/", "+a.log/", "c.log/", ".x/", ".git/", "node_modules/", "é/", "u/v/") },
);
const name = fc.constantFrom(
  ...["a", "b", "+a.log", "a.md", "b.md", "c.log", ".x", ".env", "node_modules", "é", "😀", "\uffee", "-.md", "0.log"],
  ...Array.from("cdefghijklmnopqrst", (letter) => `${letter}.md`),
);
const path = fc.tuple(folder, name).map((parts) => parts.join(""));
const rules = fc
  .uniqueArray(fc.constantFrom("*.log", "!c.log", "/a", "b/*", "*", "!*.md", "é", "*/"), { maxLength: 3 })
  .map((lines) => lines.join("\n"));
/** Ignore files at the root and in folders, whose rules hold for names that sort before theirs too. */
const anyTree = fc
  .tuple(fc.array(path, { maxLength: 80, size: "max" }), fc.dictionary(fc.constantFrom("", "a/", "b/", "a/b/"), rules))
  .map(([paths, ignores]) => {
    const files: Record<string, string> = {};
    for (const [folder, text] of Object.entries(ignores)) files[`${folder}.gitignore`] = text;
    for (const each of paths) {
      const clashes = Object.keys(files).some((other) => other.startsWith(`${each}/`) || each.startsWith(`${other}/`));
      if (!clashes) files[each] = "";
    }
    return files;
  });

describe("listing folders that are too large to be sorted", () => {
  it("gives pages that join to the plain listing", async () => {
    const options = fc.record(
      {
        recursive: fc.boolean(),
        hidden: fc.boolean(),
        noIgnore: fc.boolean(),
        glob: fc.constantFrom("*.md", "a*", "**/b.md"),
        directory: fc.constantFrom("a", "b"),
      },
      { requiredKeys: ["recursive"] },
    );
    await fc.assert(
      fc.asyncProperty(anyTree, fc.integer({ min: 1, max: 7 }), options, async (files, page, asked) => {
        const root = mkdtempSync(join(newFolder({ quick: true }), "tree-"));
        writeFiles(root, files);
        // Folders of more than ten names are read as very large ones.
        const large = await openFolder(root, { pageSize: 1 });
        const plain = await openFolder(root);
        // A file in the place of the folder that is asked for.
        const isFile = files[asked.directory ?? ""] !== undefined;
        if (!isFile) expect(await walk(large, page, asked)).toEqual(await walk(plain, 1_000, asked));
        if (!isFile && !asked.recursive) {
          expect(await walk(large, page, asked)).toEqual(await walk(createMemoryStore({ files }), 1_000, asked));
        }
        await large.close();
        await plain.close();
        rmSync(root, { recursive: true });
      }),
      { numRuns: 150 },
    );
  });

  it("holds what a page needs, not the names of the folder", async () => {
    const root = newFolder({ quick: true });
    mkdirSync(join(root, "empty"));
    for (let index = 0; index < 20_000; index++) {
      closeSync(openSync(join(root, `${"a long name ".repeat(8)}${(index * 7_919) % 20_000}.md`), "w"));
    }
    const file = await bundleProgram("list-large", join(import.meta.dirname, "../storage/node-disk/programs"));
    const { output, errors } = await startCommand(process.execPath, ["--expose-gc", file, root]).ended;
    expect(errors).toBe("");
    const { sifted, inOrder } = JSON.parse(output) as { readonly sifted: number[]; readonly inOrder: number };
    expect(inOrder).toBeGreaterThan(1_500_000);
    for (const bytes of sifted) expect(bytes).toBeLessThan(750_000);
  });
});
