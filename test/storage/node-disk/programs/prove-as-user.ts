/** Asks for proofs of listings as a user who may not look at everything. Prints the outcomes as JSON. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { FileStore } from "../../../../src/storage/file-store.ts";
import { openDiskStore } from "../../../../src/storage/node-disk-store.ts";
import { pagesOf } from "../../../../src/testing/contract-case.ts";

const [root = ""] = process.argv.slice(2);
const realNow = Date.now;
// Nothing has changed for an hour.
Date.now = () => realNow() + 3_600_000;

async function proofOf(store: FileStore): Promise<Uint8Array | undefined> {
  return (await pagesOf(store, "", { recursive: true, prove: () => true })).at(-1)?.proof;
}

const given: Record<string, boolean> = {};
for (const folder of ["open", "closed", "names"]) {
  const store = await openDiskStore({ root: join(root, folder) });
  given[folder] = (await proofOf(store)) !== undefined;
  await store.close();
}

const store = await openDiskStore({ root: join(root, "open") });
const proof = (await proofOf(store)) ?? new Uint8Array();
const holdsWith = async (path: string, mode: number): Promise<boolean | undefined> => {
  chmodSync(join(root, path), mode);
  try {
    return await store.stillHolds?.(proof);
  } finally {
    chmodSync(join(root, path), 0o755);
  }
};
const holds = {
  untouched: await store.stillHolds?.(proof),
  rootClosed: await holdsWith("open", 0o000),
  rootNamesOnly: await holdsWith("open", 0o644),
  folderClosed: await holdsWith("open/sub", 0o000),
  namesOnly: await holdsWith("open/sub", 0o644),
  again: await store.stillHolds?.(proof),
};
process.stdout.write(JSON.stringify({ given, holds }));
await store.close();
