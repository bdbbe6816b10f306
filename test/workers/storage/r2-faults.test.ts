import { beforeEach, describe, expect, it } from "vitest";
import type { FileStore } from "../../../src/storage/file-store.ts";
import type { R2Bucket } from "../../../src/storage/r2/r2-bucket.ts";
import { createR2Store } from "../../../src/storage/r2-store.ts";
import { allFaults } from "../../faults/faults.ts";
import { createFaultyBucket } from "../../faults/faulty-bucket.ts";
import { runScript } from "../../faults/operation-script.ts";
import { bucket, emptyBucket } from "./bucket.ts";
import { isFull } from "./is-full.ts";

const open = (given: R2Bucket): FileStore =>
  createR2Store(given, {
    pageSize: 2,
    retries: { sleep: async (_, signal) => signal?.throwIfAborted(), random: () => 0.5 },
  });

/** Keys and their text. A deletion whose answer was lost may leave its tombstone, which nobody sees. */
async function stateOf(): Promise<unknown> {
  const state: Record<string, string> = {};
  for (const { key } of (await bucket.list()).objects) {
    const object = await bucket.get(key);
    const text = object === null ? "" : await new Response(object.body).text();
    if (object?.customMetadata?.["graphdown-deleted"] === undefined) state[key] = text;
  }
  return state;
}

beforeEach(emptyBucket);

describe("every fault at every call of a script, on R2", () => {
  it.each(allFaults)("%s: nothing lost, nothing twice, no wrong answer", async (fault) => {
    const counted = createFaultyBucket(bucket, { fault, at: Number.POSITIVE_INFINITY });
    const expected = await runScript(open(counted.bucket));
    const state = await stateOf();
    expect(expected.at(-1)).toBe('list what is left: ["notes/c ü+.md"]');
    const calls = counted.calls();
    expect(calls).toBeGreaterThan(30);
    for (let at = 1; at <= calls; at++) {
      if (!isFull && (at + allFaults.indexOf(fault)) % 3 !== 0) continue;
      await emptyBucket();
      const log = await runScript(open(createFaultyBucket(bucket, { fault, at }).bucket));
      expect(log, `at ${at}`).toEqual(expected);
      expect(await stateOf(), `at ${at}`).toEqual(state);
    }
  });
});
