import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";
import { createPrefixedStore } from "../../src/storage/prefixed-store.ts";
import { fileStoreContract } from "../../src/testing.ts";

const folders: string[] = [];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "graphdown-contract-"));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

interface Backend {
  readonly name: string;
  readonly open: () => Promise<FileStore>;
  /** Cases whose optional operation the backend does not have, by name. */
  readonly without: readonly string[];
}

const noHistory = "keeps older versions, newest first, and opens them";

const backends: readonly Backend[] = [
  { name: "memory", open: async () => createMemoryStore({ pageSize: 2 }), without: [noHistory] },
  {
    name: "a folder of memory",
    open: async () => {
      const files = { "elsewhere.md": "", "notes.md": "", "notesbeside/x.md": "" };
      return createPrefixedStore(createMemoryStore({ pageSize: 2, files }), parseLogicalPath("notes"));
    },
    without: [noHistory],
  },
  { name: "disk", open: async () => openDiskStore({ root: await emptyFolder(), pageSize: 2 }), without: [] },
  {
    name: "disk, opening as well as any platform can",
    open: async () => openDiskStore({ root: await emptyFolder(), pageSize: 2, safeOpen: "best_effort" }),
    without: [],
  },
  {
    name: "a folder of disk",
    open: async () => {
      const prefix = parseLogicalPath("deep/notes");
      return openDiskStore({ root: await emptyFolder(), prefix, createRoot: true, pageSize: 2, maximumHeldFiles: 1 });
    },
    without: [],
  },
];

for (const { name, open, without } of backends) {
  describe(`the contract of storage on ${name}`, () => {
    for (const contractCase of fileStoreContract) {
      it(contractCase.name, async () => {
        const outcome = await contractCase.run(open);
        expect(outcome).toBe(without.includes(contractCase.name) ? "skipped" : "passed");
      });
    }
  });
}
