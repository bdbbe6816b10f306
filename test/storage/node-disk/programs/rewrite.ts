/** Rewrites files for ever, telling after each write that it was acknowledged. To be killed. */
import { writeSync } from "node:fs";
import { openDiskStore } from "../../../../src/storage/node-disk-store.ts";
import { at } from "../../../../src/testing/contract-case.ts";

const [root = "", size = "", first = ""] = process.argv.slice(2);
const store = await openDiskStore({ root });
for (let number = Number(first); ; number++) {
  const bytes = new Uint8Array(Number(size)).fill(number % 251);
  writeSync(1, `begin ${number}\n`);
  await store.put(at("rewritten.bin"), bytes);
  writeSync(1, `rewritten ${number}\n`);
  await store.put(at(`created/${number}.bin`), bytes, { ifAbsent: true });
  writeSync(1, `created ${number}\n`);
  await store.delete(at(`created/${number}.bin`));
  writeSync(1, `deleted ${number}\n`);
}
