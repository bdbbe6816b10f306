/** Works with a disk store while the process may open only few files. Prints what happened as JSON. */
import { closeSync, openSync, readdirSync } from "node:fs";
import { collectBytes } from "../../../../src/storage/byte-streams.ts";
import type { FileEntry } from "../../../../src/storage/file-store.ts";
import { openDiskStore } from "../../../../src/storage/node-disk-store.ts";
import { at, bytesOf, entriesOf } from "../../../../src/testing/contract-case.ts";

const [root = ""] = process.argv.slice(2);
const store = await openDiskStore({ root });
const count = (): number => readdirSync("/proc/self/fd").length;
// Once around, so that what the runtime opens for good is open.
await store.put(at("warm.md"), bytesOf("x"));
const before = count();

const readers = await Promise.all(Array.from({ length: 1_000 }, () => store.open(at("large.bin"))));
const heldByReaders = count();
await store.put(at("written.md"), bytesOf("written"));
const lengths = await Promise.all(readers.map(async (file) => (file ? (await collectBytes(file.stream)).length : 0)));
const afterReaders = count();

// Everything but the last few descriptors is taken by others, then one after the other is given back.
const taken: number[] = [];
try {
  for (;;) taken.push(openSync("/dev/null", "r"));
} catch {
  // The limit is reached.
}
const giveBack = setInterval(() => {
  for (const descriptor of taken.splice(0, 2)) closeSync(descriptor);
}, 20);
const listed = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
await store.put(at("late.md"), bytesOf("late"));
let read = 0;
await store.readFiles?.(listed, { maximumBytes: 10_000_000 }, (result) => {
  if (result.status === "read") read++;
});
clearInterval(giveBack);
for (const descriptor of taken) closeSync(descriptor);
const afterAll = count();
process.stdout.write(
  JSON.stringify({
    before,
    heldByReaders,
    lengths: [...new Set(lengths)],
    afterReaders,
    listed: listed.length,
    read,
    afterAll,
  }),
);
await store.close();
