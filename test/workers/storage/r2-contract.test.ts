import { describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../../src/base/logical-path.ts";
import { createPrefixedStore } from "../../../src/storage/prefixed-store.ts";
import { createR2Store } from "../../../src/storage/r2-store.ts";
import { fileStoreContract } from "../../../src/testing.ts";
import { bucket, emptyBucket } from "./bucket.ts";

const backends = {
  "a bucket": () => createR2Store(bucket, { pageSize: 2 }),
  "a folder of a bucket": () => createPrefixedStore(createR2Store(bucket, { pageSize: 2 }), parseLogicalPath("notes")),
};

/** R2 keeps no versions, and nothing in it can be read at once. */
const without = [
  "keeps older versions, newest first, and opens them",
  "reads a part of a file, cut where the file ends, and none of one that has changed",
  "reads a whole file as it is, at once",
];

for (const [name, open] of Object.entries(backends)) {
  describe(`the contract of storage on ${name}`, () => {
    for (const { name: promise, run } of fileStoreContract) {
      it(promise, async () => {
        const outcome = await run(async () => {
          await emptyBucket();
          return open();
        });
        expect(outcome).toBe(without.includes(promise) ? "skipped" : "passed");
      });
    }
  });
}
