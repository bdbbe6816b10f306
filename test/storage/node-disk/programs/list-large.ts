/** Lists a large folder, and prints as JSON by how many bytes the heap had grown in the middle of it: sifted, and in order. */
import { resolveLimits } from "../../../../src/base/limits.ts";
import { listFolder } from "../../../../src/files/list-folder.ts";
import type { ListOptions } from "../../../../src/storage/file-store.ts";
import { openDiskStore } from "../../../../src/storage/node-disk-store.ts";

const [root = ""] = process.argv.slice(2);
const store = await openDiskStore({ root });

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const list = store.list.bind(store);
let asked: Partial<ListOptions> = {};
let pages = 0;
let inTheMiddle = 0;
store.list = async function* (directory, options) {
  for await (const page of list(directory, { ...options, ...asked })) {
    if (++pages === 10) inTheMiddle = heap();
    yield page;
  }
};

async function growth(recursive: boolean): Promise<number> {
  const before = heap();
  pages = 0;
  await listFolder({ store, limits: resolveLimits({ maximumListEntries: 100 }), recursive });
  return inTheMiddle - before;
}

// Once around, so that what is made once is made.
await growth(false);
const sifted = [await growth(false), await growth(true)];
asked = { sift: false };
const inOrder = await growth(false);
await store.close();
process.stdout.write(JSON.stringify({ sifted, inOrder }));
