import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { allFaults } from "../faults/faults.ts";
import { createFaultyFetch } from "../faults/faulty-fetch.ts";
import { newServer, openS3 } from "../s3/s3-stores.ts";
import { countTogether } from "./counting-writers.ts";
import { newFolder, openFolder } from "./node-disk/disk-folder.ts";

/** 64 writers that count to 50 each take minutes. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;
const [writers, increments] = isFull ? [64, 50] : [16, 4];
const total = writers * increments;

describe("writers that count together lose nothing", () => {
  it("in memory", async () => {
    const store = createMemoryStore();
    const run = await countTogether({ writers, increments, storeOf: () => store });
    expect(run).toMatchObject({ reached: total, acknowledged: total });
  });

  it("on disk, by two stores", async () => {
    const root = newFolder({ quick: true });
    const stores = [await openFolder(root), await openFolder(root)];
    const run = await countTogether({ writers, increments, storeOf: (writer) => stores[writer % 2] as FileStore });
    expect(run).toMatchObject({ reached: total, acknowledged: total });
  });

  it("on S3, by a store for each", async () => {
    const server = await newServer();
    const stores: FileStore[] = [];
    for (let writer = 0; writer < writers; writer++) stores.push(await openS3(server));
    const run = await countTogether({ writers, increments, storeOf: (writer) => stores[writer] as FileStore });
    expect(run).toMatchObject({ reached: total, acknowledged: total });
  });

  it("on S3, over connections of which every eighth request fails in one way or another", async () => {
    const server = await newServer({ versioning: "on" });
    const faults = allFaults.filter((fault) => fault !== "stale_page");
    let calls = 0;
    const unreliable: typeof fetch = (input, init) => {
      const turn = calls++;
      // Each request decides for itself, so that all faults meet all kinds of requests.
      const fault = faults[(turn >> 3) % faults.length] ?? "reset";
      return createFaultyFetch(server.fetch, { fault, at: turn % 8 === 5 ? 1 : 2 }).fetch(input, init);
    };
    await openS3(server);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openS3(server, { fetch: unreliable })));
    const run = await countTogether({
      writers: 8,
      increments: isFull ? 50 : 8,
      storeOf: (writer) => stores[writer] as FileStore,
      onFailure: (error) => {
        // Reading may be given up; what was said to be written is what counts.
        if (!GraphdownError.isInstance(error) || error.details?.["operation"] === "write") throw error;
      },
    });
    expect(run.reached).toBe(run.acknowledged);
    expect(
      server.historyOf("counts/counter.txt").filter((text, index, all) => all.indexOf(text) === index).length,
    ).toBe(run.reached + 1);
  });
});
