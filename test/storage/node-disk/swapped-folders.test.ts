import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import type { FileEntry, FileStore } from "../../../src/storage/file-store.ts";
import { at, bytesOf, entriesOf, textOf } from "../../../src/testing/contract-case.ts";
import { startProgram } from "./child-program.ts";
import { descriptorCount, newFolder, openFolder, writeFiles } from "./disk-folder.ts";

const swapper = join(dirname(fileURLToPath(import.meta.url)), "programs/swap-folder.mjs");
const isExact = process.platform === "linux" && existsSync("/proc/self/fd");

interface Attack {
  readonly store: FileStore;
  /** Files of the same names as inside, which nobody may see or touch. */
  readonly outside: string;
}

/** Runs something again and again for a while, while another process swaps `sub` for a link to the outside. */
async function underAttack(
  work: (attack: Attack) => Promise<void>,
  { runs, milliseconds }: { readonly runs: number; readonly milliseconds: number },
): Promise<{ readonly done: number; readonly swaps: number; readonly outside: string }> {
  const place = newFolder();
  const root = join(place, "root");
  const outside = join(place, "outside");
  mkdirSync(root);
  const names = ["f.md", "victim.md", "deep/g.md"];
  writeFiles(root, Object.fromEntries(names.map((name) => [`sub/${name}`, "inside"])));
  writeFiles(outside, Object.fromEntries([...names, "outside-only.md"].map((name) => [name, "SECRET, and longer"])));
  const store = await openFolder(root);
  const attacker = startProgram(swapper, [join(root, "sub"), join(place, "hidden"), outside]);
  const before = descriptorCount();
  let done = 0;
  const end = performance.now() + milliseconds;
  try {
    for (; done < runs && performance.now() < end; done++) {
      await work({ store, outside }).catch((error: unknown) => {
        if (!isExpected(error)) throw error;
      });
    }
  } finally {
    attacker.process.kill("SIGTERM");
  }
  const after = descriptorCount();
  const { output, errors } = await attacker.ended;
  expect(errors).toBe("");
  // The first write opens the state folder for good.
  expect((after ?? 0) - (before ?? 0)).toBeLessThanOrEqual(2);
  expect(readdirSync(outside).sort()).toEqual(["deep", "f.md", "outside-only.md", "victim.md"]);
  for (const name of names) expect(readFileSync(join(outside, name), "utf8")).toBe("SECRET, and longer");
  return { done, swaps: Number(output), outside };
}

/** What an operation may answer while the folder is swapped: it is a link now, it is gone now, or it is another one than before. */
function isExpected(error: unknown): boolean {
  if (!GraphdownError.isInstance(error)) return false;
  const { code, details } = error;
  const isGone = details?.["systemCode"] === "ENOENT" || details?.["reason"] === "removed_meanwhile";
  return code === "permission_denied" || code === "version_conflict" || isGone;
}

describe.skipIf(!isExact)("folders that are swapped for links while they are used (needs /proc)", () => {
  it("leak nothing to readers", async () => {
    let inside = 0;
    const { done, swaps } = await underAttack(
      async ({ store }) => {
        const text = await textOf(store, "sub/f.md");
        if (text !== null) {
          expect(text).toBe("inside");
          inside++;
        }
        const entry = await store.stat(at("sub/deep/g.md"));
        if (entry !== null) expect(entry.size).toBe("inside".length);
      },
      { runs: 20_000, milliseconds: 3_000 },
    );
    expect(inside).toBeGreaterThan(0);
    expect(swaps).toBeGreaterThan(0);
    expect(done).toBeGreaterThan(200);
  });

  it("leak nothing to listings and to reading what they list", async () => {
    let inside = 0;
    await underAttack(
      async ({ store }) => {
        const entries = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
        for (const { path, size } of entries) expect([path, size]).toEqual([path, "inside".length]);
        expect(entries.map(({ path }) => path)).not.toContain("sub/outside-only.md");
        await store.readFiles?.(entries, { maximumBytes: 1_000 }, (result) => {
          if (result.status !== "read") return;
          expect(new TextDecoder().decode(result.bytes)).toBe("inside");
          inside++;
        });
      },
      { runs: 5_000, milliseconds: 2_500 },
    );
    expect(inside).toBeGreaterThan(0);
  });

  it("let nothing be written, deleted or made outside", async () => {
    let writes = 0;
    await underAttack(
      async ({ store }) => {
        writes++;
        const operations: (() => Promise<unknown>)[] = [
          () => store.put(at("sub/f.md"), bytesOf("inside")),
          () => store.put(at(`sub/new-${writes}.md`), bytesOf("inside"), { ifAbsent: true }),
          () => store.delete(at("sub/victim.md")),
          () => store.createFolder?.(at(`sub/folder-${writes}`)) ?? Promise.resolve(),
          () => store.put(at(`sub/made-${writes}/x.md`), bytesOf("inside")),
        ];
        await operations[writes % operations.length]?.();
      },
      { runs: 2_000, milliseconds: 3_000 },
    );
    expect(writes).toBeGreaterThan(10);
  });
});
