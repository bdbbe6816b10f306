/**
 * The contract of storage and writers that count together, on a server that is no work of ours. Only where `GRAPHDOWN_S3_ENDPOINT` names
 * one, with credentials as the tools of AWS take them; `npm run test:s3` starts one. It makes buckets of its own.
 */

import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { inspectBucket } from "../../src/storage/s3/inspect-bucket.ts";
import type { S3Encryption, S3StoreOptions } from "../../src/storage/s3/s3-options.ts";
import { createS3Store } from "../../src/storage/s3-store.ts";
import { fileStoreContract } from "../../src/testing.ts";
import { countTogether } from "../storage/counting-writers.ts";

const { GRAPHDOWN_S3_ENDPOINT: endpoint, GRAPHDOWN_S3_ENCRYPTION: encryption, AWS_REGION: region } = process.env;
const credentials = {
  accessKeyId: process.env["AWS_ACCESS_KEY_ID"] ?? "",
  secretAccessKey: process.env["AWS_SECRET_ACCESS_KEY"] ?? "",
};
const number = `${Date.now()}`;

/** A bucket of its own, by way of a client that is not ours. */
async function makeBucket(bucket: string, versions: boolean): Promise<void> {
  const client = new AwsClient({ ...credentials, service: "s3", region: region ?? "us-east-1" });
  const made = await client.fetch(`${endpoint}/${bucket}`, { method: "PUT" });
  expect(made.status).toBe(200);
  if (!versions) return;
  const body = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
  expect((await client.fetch(`${endpoint}/${bucket}?versioning`, { method: "PUT", body })).status).toBe(200);
}

function optionsOf(bucket: string, options: Partial<S3StoreOptions> = {}): S3StoreOptions {
  return {
    bucket,
    endpoint,
    region,
    encryption: encryption as S3Encryption | undefined,
    credentials: () => credentials,
    writable: true,
    ...options,
  };
}

describe.skipIf(endpoint === undefined)("a real S3 server", () => {
  const plain = `graphdown-plain-${number}`;
  const versioned = `graphdown-versions-${number}`;
  beforeAll(async () => {
    await makeBucket(plain, false);
    await makeBucket(versioned, true);
  });

  it("is found out about", async () => {
    const report = await inspectBucket(optionsOf(plain));
    console.log(`The server holds: ${JSON.stringify(report)}`);
    console.log(`With versions: ${JSON.stringify(await inspectBucket(optionsOf(versioned)))}`);
    expect(report.versioning).toBe("off");
    expect(Math.abs(report.clockAheadMs ?? 0)).toBeLessThan(60_000);
  });

  for (const [kind, bucket] of [
    ["a bucket", plain],
    ["a bucket that keeps versions", versioned],
  ] as const) {
    describe(`the contract of storage on ${kind}`, () => {
      let count = 0;
      let holds: Awaited<ReturnType<typeof inspectBucket>> | undefined;
      const stores: FileStore[] = [];
      beforeAll(async () => {
        holds = await inspectBucket(optionsOf(bucket));
      });
      afterAll(async () => {
        for (const store of stores) await store.close();
      });

      it.each(fileStoreContract.map((each) => [each.name, each] as const))("%s", async (name, contractCase) => {
        const { put, delete: removes } = holds?.conditions ?? { put: "refused", delete: false };
        // What the server does not hold is held by us, since the test is alone; where it does, nothing of ours is in between.
        const isHeld = put === "quoted" || put === "unquoted";
        const singleWriter = !isHeld || (!removes && name === "deletes only the version that is named");
        const open = async (): Promise<FileStore> => {
          const prefix = parseLogicalPath(`kb ${count++}/a+b %2F ü`);
          return createS3Store(optionsOf(bucket, { pageSize: 2, prefix, singleWriter }));
        };
        expect(["passed", "skipped"]).toContain(await contractCase.run(open));
      });
    });
  }

  it("loses no increment of writers that count together, each with a store of its own", async () => {
    const open = (): Promise<FileStore> => createS3Store(optionsOf(plain, { prefix: parseLogicalPath("counting") }));
    const stores = [await open(), ...(await Promise.all(Array.from({ length: 7 }, open)))];
    const run = await countTogether({ writers: 8, increments: 25, storeOf: (writer) => stores[writer] as FileStore });
    console.log(`Counted to ${run.reached} with ${run.conflicts} conflicts.`);
    expect(run).toMatchObject({ reached: 200, acknowledged: 200 });
  });

  it("refuses a deletion on condition where the server would not heed it", async () => {
    const { conditions } = await inspectBucket(optionsOf(plain));
    const store = await createS3Store(optionsOf(plain, { prefix: parseLogicalPath("deleting") }));
    const path = parseLogicalPath("a.md");
    await store.put(path, new TextEncoder().encode("# A"));
    const ifVersion = `sha256-${"0".repeat(64)}`;
    await expect(store.delete(path, { ifVersion })).rejects.toMatchObject({
      code: conditions?.delete === true ? "version_conflict" : "unsupported",
    });
    expect(await store.stat(path)).not.toBeNull();
    expect(await store.delete(path)).toBe(true);
  });

  it("takes a long stream in parts, and gives it back", async () => {
    const store = await createS3Store(optionsOf(plain, { prefix: parseLogicalPath("parts") }));
    const path = parseLogicalPath("long.bin");
    const piece = Uint8Array.from({ length: 1024 * 1024 }, (_, index) => (index * 31) % 251);
    let left = 18;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller): void {
        if (left-- > 0) controller.enqueue(piece);
        else controller.close();
      },
    });
    expect(await store.put(path, stream)).toMatchObject({ size: 18 * piece.length });
    const opened = await store.open(path, { range: { start: 9 * piece.length, end: 9 * piece.length + 5 } });
    const read = await opened?.stream.getReader().read();
    expect([...(read?.value ?? [])]).toEqual([...piece.subarray(0, 5)]);
  });
});
