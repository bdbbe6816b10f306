import { describe, expect, it } from "vitest";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import { allFaults, type Fault } from "../../faults/faults.ts";
import { createFaultyFetch } from "../../faults/faulty-fetch.ts";
import { asIfDeletedOnce, bytes, runScript, scriptPaths, versionOf } from "../../faults/operation-script.ts";
import type { S3Server } from "../../s3/s3-server.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";

/** Every fault at every call takes minutes; without it each call has a third of the faults. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;

const [a] = scriptPaths;

/** What was written, and what is there. */
function stateOf(server: S3Server): unknown {
  return {
    left: server.keys().filter((key) => !key.startsWith(".graphdown/")),
    writes: scriptPaths.map((path) => server.historyOf(path)),
  };
}

/** A server on which it is known what it holds. */
async function knownServer(): Promise<{ readonly open: () => Promise<S3Server> }> {
  const first = await newServer({ versioning: "on", pageSize: 2 });
  await openS3(first);
  const place = ".graphdown/probe/verdict.json";
  const verdict = JSON.parse((first.bytesOf(place) as Buffer).toString());
  return {
    open: async () => {
      const server = await newServer({ versioning: "on", pageSize: 2 });
      server.write(place, JSON.stringify({ ...verdict, place: `${server.endpoint}/${server.bucket}` }));
      return server;
    },
  };
}

describe("every fault at every call of a script", () => {
  it.each(allFaults)("%s: nothing lost, nothing twice, no wrong answer", async (fault) => {
    const known = await knownServer();
    const plain = await known.open();
    const counted = createFaultyFetch(plain.fetch, { fault, at: Number.POSITIVE_INFINITY });
    const expected = await runScript(await openS3(plain, { fetch: counted.fetch }));
    const state = stateOf(plain);
    expect(expected.at(-1)).toBe('list what is left: ["notes/c ü+.md"]');
    const calls = counted.calls();
    expect(calls).toBeGreaterThan(30);
    for (let at = 1; at <= calls; at++) {
      if (!isFull && (at + allFaults.indexOf(fault)) % 3 !== 0) continue;
      const server = await known.open();
      const log = await runScript(
        await openS3(server, { fetch: createFaultyFetch(server.fetch, { fault, at }).fetch }),
      );
      if (fault === "duplicate") {
        expect(asIfDeletedOnce(log, expected), `at ${at}`).toEqual(expected);
        expect(server.keys(), `at ${at}`).toEqual(plain.keys());
      } else {
        expect(log, `at ${at}`).toEqual(expected);
        expect(stateOf(server), `at ${at}`).toEqual(state);
      }
    }
  });

  it.each(["timeout_after", "reset", "error_500_after"] satisfies Fault[])(
    "%s: a write whose answer is lost is known to be done although others have gone on from it",
    async (fault) => {
      const server = await newServer({ versioning: "on" });
      const other = await openS3(server);
      await other.put(a, bytes("0"));
      const goOn = async (): Promise<void> => {
        for (const [from, to] of [
          ["1", "2"],
          ["2", "3"],
          ["3", "4"],
        ] as const) {
          await other.put(a, bytes(to), { ifVersion: versionOf(from) });
        }
      };
      // Opening takes three calls, reading one.
      const faulty = createFaultyFetch(server.fetch, { fault, at: 5 }, goOn);
      const store = await openS3(server, { fetch: faulty.fetch });
      await collectBytes((await store.open(a))?.stream as ReadableStream<Uint8Array>);
      expect(await store.put(a, bytes("1"), { ifVersion: versionOf("0") })).toMatchObject({ size: 1 });
      expect(server.historyOf(a)).toEqual(["0", "1", "2", "3", "4"]);
    },
  );

  it("says that it does not know where nothing tells, and never that it was not done", async () => {
    const server = await newServer({ versioning: "on" });
    const other = await openS3(server);
    await other.put(a, bytes("0"));
    // A program that knows nothing of ours writes over it.
    const overwrite = async (): Promise<void> => server.write(a, "foreign");
    const faulty = createFaultyFetch(server.fetch, { fault: "timeout_after", at: 5 }, overwrite);
    const store = await openS3(server, { fetch: faulty.fetch });
    await collectBytes((await store.open(a))?.stream as ReadableStream<Uint8Array>);
    await expect(store.put(a, bytes("1"), { ifVersion: versionOf("0") })).rejects.toMatchObject({
      code: "storage_failed",
      details: { reason: "outcome_unknown", outcome: "unknown" },
    });
  });
});
