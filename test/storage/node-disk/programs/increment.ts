/** Adds 1 to the number in `counter.txt` so many times, each time on condition that it still is what was read. */
import { createHash } from "node:crypto";
import { GraphdownError } from "../../../../src/base/errors.ts";
import { openDiskStore } from "../../../../src/storage/node-disk-store.ts";
import { at, bytesOf, textOf } from "../../../../src/testing/contract-case.ts";

const [root = "", times = "", writer = ""] = process.argv.slice(2);
const store = await openDiskStore({ root, historyVersions: Number.POSITIVE_INFINITY });
let conflicts = 0;
for (let done = 0; done < Number(times); ) {
  const text = (await textOf(store, "counter.txt")) ?? "";
  const ifVersion = `sha256-${createHash("sha256").update(text).digest("hex")}`;
  try {
    const metadata = { writeId: `${writer}-${done}` };
    await store.put(at("counter.txt"), bytesOf(String(Number(text) + 1)), { ifVersion, metadata });
    done++;
  } catch (error) {
    if (!GraphdownError.isInstance(error) || error.code !== "version_conflict") throw error;
    conflicts++;
  }
}
await store.close();
process.stdout.write(String(conflicts));
