import { afterAll, describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { S3StoreOptions } from "../../src/storage/s3/s3-options.ts";
import { createS3Store } from "../../src/storage/s3-store.ts";
import { fileStoreContract } from "../../src/testing.ts";
import { type S3Server, type S3ServerOptions, startS3Server } from "../s3/s3-server.ts";
import { optionsFor } from "../s3/s3-stores.ts";

const noHistory = "keeps older versions, newest first, and opens them";
const noFastPart = "reads a part of a file, cut where the file ends, and none of one that has changed";
const notAtOnce = "reads a whole file as it is, at once";

interface Backend {
  readonly name: string;
  readonly server: S3ServerOptions;
  readonly store?: Partial<S3StoreOptions>;
  readonly without: readonly string[];
}

const backends: readonly Backend[] = [
  { name: "S3", server: {}, without: [noHistory] },
  { name: "S3 that keeps versions", server: { versioning: "on", pageSize: 2 }, without: [] },
  { name: "S3 that wants ETags without quotes", server: { unquotedETags: true }, without: [noHistory] },
  { name: "S3 whose ETags are no MD5", server: { etags: "opaque" }, without: [noHistory] },
  { name: "S3 that drops metadata", server: { dropsMetadata: true, plainListings: true }, without: [noHistory] },
  {
    name: "S3 that ignores conditions, written to by us alone",
    server: { ignoresConditions: true },
    store: { singleWriter: true },
    without: [noHistory],
  },
  {
    name: "S3 that refuses conditions, written to by us alone",
    server: { refusesConditions: true, etags: "opaque" },
    store: { singleWriter: true },
    without: [noHistory],
  },
];

for (const { name, server: settings, store = {}, without } of backends) {
  describe(`the contract of storage on ${name}`, () => {
    let started: Promise<S3Server> | undefined;
    let count = 0;
    afterAll(async () => (await started)?.close());

    it.each(fileStoreContract.map((each) => [each.name, each] as const))("%s", async (_, contractCase) => {
      started ??= startS3Server(settings);
      const server = await started;
      const outcome = await contractCase.run(() =>
        createS3Store(optionsFor(server, { pageSize: 2, prefix: parseLogicalPath(`kb ${count++}/a+b`), ...store })),
      );
      expect(outcome).toBe([...without, noFastPart, notAtOnce].includes(contractCase.name) ? "skipped" : "passed");
    });
  });
}
