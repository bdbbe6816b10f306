import { afterAll, describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import type { S3StoreOptions } from "../../src/storage/s3/s3-options.ts";
import { createS3Store } from "../../src/storage/s3-store.ts";
import { listingCases } from "../../src/testing/listing-cases.ts";
import { writingCases } from "../../src/testing/writing-cases.ts";
import { fileStoreContract, type StoreContractCase } from "../../src/testing.ts";
import { type S3Server, type S3ServerOptions, startS3Server } from "../s3/s3-server.ts";
import { optionsFor } from "../s3/s3-stores.ts";

const noHistory = "keeps older versions, newest first, and opens them";
const noFastPart = "reads a part of a file, cut where the file ends, and none of one that has changed";
const notAtOnce = "reads a whole file as it is, at once";

interface Backend {
  readonly name: string;
  readonly server: S3ServerOptions;
  readonly store?: Partial<S3StoreOptions>;
  readonly cases: readonly StoreContractCase[];
  readonly without: readonly string[];
}

const backends: readonly Backend[] = [
  {
    name: "S3 that keeps versions, over HTTP",
    server: { versioning: "on", pageSize: 2 },
    store: { fetch: undefined },
    cases: fileStoreContract,
    without: [],
  },
  {
    name: "S3 that wants ETags without quotes, and whose ETags are no MD5",
    server: { unquotedETags: true, etags: "opaque" },
    cases: fileStoreContract,
    without: [noHistory],
  },
  {
    name: "S3 that drops metadata and knows no encoding of listings",
    server: { dropsMetadata: true, plainListings: true },
    cases: [...listingCases.slice(0, 3), ...writingCases],
    without: [noHistory],
  },
  {
    name: "S3 that ignores conditions, written to by us alone",
    server: { ignoresConditions: true },
    store: { singleWriter: true },
    cases: writingCases,
    without: [noHistory],
  },
];

for (const { name, server: settings, store = {}, cases, without } of backends) {
  describe(`the contract of storage on ${name}`, () => {
    let started: Promise<S3Server> | undefined;
    let count = 0;
    let verdict: Buffer | undefined;

    /** A folder of its own for each case. What was found out about the server in the first is known in the others. */
    async function openNext(server: S3Server): Promise<FileStore> {
      const prefix = parseLogicalPath(`kb ${count++}/a+b`);
      const place = `${prefix}/.graphdown/probe/verdict.json`;
      if (verdict !== undefined) server.write(place, verdict);
      const opened = await createS3Store(optionsFor(server, { pageSize: 2, prefix, ...store }));
      verdict ??= server.bytesOf(place);
      return opened;
    }

    afterAll(async () => (await started)?.close());

    it.each(cases.map((each) => [each.name, each] as const))("%s", async (_, contractCase) => {
      started ??= startS3Server(settings);
      const server = await started;
      const outcome = await contractCase.run(() => openNext(server));
      expect(outcome).toBe([...without, noFastPart, notAtOnce].includes(contractCase.name) ? "skipped" : "passed");
    });
  });
}
