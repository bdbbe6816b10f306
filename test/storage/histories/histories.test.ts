import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import type { S3Server } from "../../s3/s3-server.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";
import { newFolder, openFolder } from "../node-disk/disk-folder.ts";
import { type History, type HistoryOptions, runHistory } from "./run-history.ts";
import { s3History } from "./s3-clients.ts";
import { storeHistory } from "./store-clients.ts";

/** Ten thousand turns; else as many as take seconds. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;
const seeds = isFull ? 1_000 : 30;
const place = ".graphdown/probe/verdict.json";

const many = { clients: 16, files: 4, total: isFull ? 10_000 : 480, seed: 1 };
const few = { clients: 3, files: 1, total: 14 };

/** A server on which it is known what it holds. */
async function knownServer(): Promise<S3Server> {
  const server = await newServer();
  verdict ??= await verdictOf();
  server.write(place, JSON.stringify({ ...verdict, place: `${server.endpoint}/${server.bucket}` }));
  return server;
}

let verdict: object | undefined;

async function verdictOf(): Promise<object> {
  const server = await newServer();
  await openS3(server);
  return JSON.parse((server.bytesOf(place) as Buffer).toString());
}

async function historyOn(
  backend: string,
  sizes: typeof few & { readonly seed: number; readonly oneFaultIn: number },
): Promise<HistoryOptions> {
  if (backend === "S3") return s3History({ ...sizes, server: await knownServer() });
  if (backend === "disk") {
    const root = newFolder({ quick: true });
    return storeHistory({ ...sizes, open: () => openFolder(root) });
  }
  const memory = createMemoryStore();
  return storeHistory({ ...sizes, inTurns: true, open: async () => memory });
}

async function checked(options: HistoryOptions, oneFaultIn: number): Promise<History> {
  const history = await runHistory(options);
  expect(history.contradictions.join("\n\n")).toBe("");
  if (oneFaultIn === 0) expect(history.failed).toBe(0);
  return history;
}

describe.each(["memory", "disk", "S3"])("histories of many clients on %s", (backend) => {
  it.each([
    ["without faults", 0],
    ["with faults", 20],
  ])("%s: all that 16 saw of 4 files could have come one after the other", async (_, oneFaultIn) => {
    const history = await checked(await historyOn(backend, { ...many, oneFaultIn }), oneFaultIn);
    expect(history.operations).toBeGreaterThan(many.total);
    if (oneFaultIn > 0) expect(history.failed).toBeGreaterThan(many.total / 400);
  });
});

describe.each(["memory", "S3"])("short histories of three clients on %s", (backend) => {
  it("with many faults: whatever the order, what they saw could have come one after the other", async () => {
    for (let seed = 1; seed <= seeds; seed++)
      await checked(await historyOn(backend, { ...few, seed, oneFaultIn: 4 }), 4);
  });
});
