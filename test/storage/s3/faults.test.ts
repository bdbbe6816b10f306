import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import { portableSha256 } from "../../../src/base/hash.ts";
import { parseLogicalPath } from "../../../src/base/logical-path.ts";
import { collectBytes, streamOf } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { allFaults, type Fault } from "../../faults/faults.ts";
import { createFaultyFetch } from "../../faults/faulty-fetch.ts";
import type { S3Server } from "../../s3/s3-server.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";

/** Every fault at every call takes minutes; without it each call has a third of the faults. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const versionOf = (text: string): string => `sha256-${portableSha256(bytes(text))}`;
const [a, b, c] = ["notes/a.md", "b.md", "notes/c ü+.md"].map(parseLogicalPath) as [never, never, never];

/** What a script of operations gave, a line each. */
async function runScript(store: FileStore): Promise<string[]> {
  const log: string[] = [];
  const step = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    try {
      log.push(`${name}: ${JSON.stringify(await run())}`);
    } catch (error) {
      if (!GraphdownError.isInstance(error)) throw error;
      log.push(`${name}: !${error.code}`);
    }
  };
  const put = async (...args: Parameters<FileStore["put"]>): Promise<number> => (await store.put(...args)).size;
  const text = async (...args: Parameters<FileStore["open"]>): Promise<string | null> => {
    const file = await store.open(...args);
    return file && new TextDecoder().decode(await collectBytes(file.stream));
  };
  const paths = async (recursive: boolean): Promise<string[]> => {
    const found: string[] = [];
    for await (const page of store.list("", { recursive })) found.push(...page.entries.map(({ path }) => path));
    return found;
  };
  await step("create", () => put(a, bytes("one"), { ifAbsent: true }));
  await step("replace", () => put(a, bytes("two, longer"), { ifVersion: versionOf("one") }));
  await step("create again", () => put(a, bytes("x"), { ifAbsent: true }));
  await step("replace what was replaced", () => put(a, bytes("x"), { ifVersion: versionOf("one") }));
  await step("write", () => put(b, bytes("b")));
  await step("write a stream", () => put(c, streamOf(bytes("streamed"))));
  await step("list", () => paths(true));
  await step("list a level", () => paths(false));
  await step("read", () => text(a));
  await step("read a part", () => text(c, { range: { start: 2, end: 5 } }));
  await step("read what is missing", () => text(parseLogicalPath("missing.md")));
  await step("read a version", () => text(a, { version: versionOf("one") }));
  await step("delete", () => store.delete(b));
  await step("delete again", () => store.delete(b));
  await step("delete another version", () => store.delete(a, { ifVersion: versionOf("one") }));
  await step("delete on condition", () => store.delete(a, { ifVersion: versionOf("two, longer") }));
  await step("list what is left", () => paths(true));
  return log;
}

/** What was written, and what is there. */
function stateOf(server: S3Server): unknown {
  return {
    left: server.keys().filter((key) => !key.startsWith(".graphdown/")),
    writes: [a, b, c].map((path) => server.historyOf(path)),
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
        // The server did it twice, and told of the second time: it can't be known who deleted first. What is there is right all the same.
        log.forEach((line, index) => {
          if (/^delete( on condition)?: (false|!version_conflict)$/.test(line)) log[index] = expected[index] as string;
        });
        expect(log, `at ${at}`).toEqual(expected);
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
