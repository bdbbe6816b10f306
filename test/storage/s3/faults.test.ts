import { describe, expect, it } from "vitest";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { allFaults, type Fault } from "../../faults/faults.ts";
import { createFaultyFetch } from "../../faults/faulty-fetch.ts";
import { asIfDeletedOnce, bytes, runScript, scriptPaths, versionOf } from "../../faults/operation-script.ts";
import type { S3Server, S3ServerOptions } from "../../s3/s3-server.ts";
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

describe("what was sent before, and what others did since", () => {
  type Send = () => Promise<Response>;

  /** A server with a file, someone else who uses it, and ours, whose first request of one kind for that file meets something. */
  async function scene(
    method: "PUT" | "DELETE",
    meet: (send: Send, other: FileStore) => Promise<Response>,
    before: (request: { readonly method: string; readonly count: number }) => Promise<void> = async () => {},
    settings: S3ServerOptions = { versioning: "on" },
  ): Promise<{ readonly server: S3Server; readonly other: FileStore; readonly ours: FileStore }> {
    const server = await newServer(settings);
    const other = await openS3(server);
    await other.put(a, bytes("0"));
    const counts = new Map<string, number>();
    const disturbed: typeof fetch = async (input, init) => {
      const send: Send = () => server.fetch(input, { ...init, signal: null });
      if (!String(input).endsWith(`/${a}`)) return send();
      const used = init?.method ?? "GET";
      const count = (counts.get(used) ?? 0) + 1;
      counts.set(used, count);
      await before({ method: used, count });
      return used === method && count === 1 ? meet(send, other) : send();
    };
    return { server, other, ours: await openS3(server, { fetch: disturbed }) };
  }

  const timedOut = (): never => {
    throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
  };

  it("a write that asks for nothing, and whose answer was lost, is not done again over what was written since", async () => {
    const { server, ours } = await scene("PUT", async (send, other) => {
      await send();
      await other.put(a, bytes("theirs"));
      return timedOut();
    });
    expect(await ours.put(a, bytes("ours"))).toMatchObject({ size: 4 });
    expect(server.historyOf(a)).toEqual(["0", "ours", "theirs"]);
  });

  it("a copy of a write that asks for nothing does no harm when it comes late", async () => {
    let copy: Send = timedOut;
    const { server, other, ours } = await scene("PUT", async (send) => {
      copy = send;
      return timedOut();
    });
    await ours.put(a, bytes("ours"));
    await other.put(a, bytes("theirs"), { ifVersion: versionOf("ours") });
    expect((await copy()).status).toBe(412);
    expect(server.historyOf(a)).toEqual(["0", "ours", "theirs"]);
  });

  it("a write that asks for nothing says that it does not know whether it was there before a deletion", async () => {
    const { server, ours } = await scene("PUT", async (send, other) => {
      await send();
      await other.delete(a);
      return timedOut();
    });
    await expect(ours.put(a, bytes("ours"))).rejects.toMatchObject({
      code: "storage_failed",
      details: { outcome: "unknown" },
    });
    expect(server.bytesOf(a)).toBeUndefined();
  });

  it("a write that asks for nothing replaces what the file said of itself too", async () => {
    const server = await newServer();
    server.write(a, "foreign", { "content-type": "text/x-notes", "x-amz-meta-owner": "ann" });
    await (await openS3(server)).put(a, bytes("ours"));
    expect(server.headersOf(a)).not.toHaveProperty("x-amz-meta-owner");
    expect(server.headersOf(a)).toMatchObject({ "content-type": "text/markdown; charset=utf-8" });
  });

  it.each(["PUT", "DELETE"] as const)(
    "a %s that others outrun goes on, without a wait, until it is done",
    async (method) => {
      const server = await newServer({ versioning: "on" });
      const other = await openS3(server);
      await other.put(a, bytes("0"));
      let count = 0;
      const outrun: typeof fetch = async (input, init) => {
        if (init?.method === method && String(input).endsWith(`/${a}`) && ++count <= 20)
          await other.put(a, bytes(`${count}`));
        return server.fetch(input, init);
      };
      const ours = await openS3(server, { fetch: outrun, maximumRetries: 0 });
      if (method === "PUT") await ours.put(a, bytes("ours"));
      else expect(await ours.delete(a)).toBe(true);
      expect(count).toBe(21);
      expect(server.historyOf(a)).toHaveLength(method === "PUT" ? 22 : 21);
      expect(server.bytesOf(a)?.toString()).toBe(method === "PUT" ? "ours" : undefined);
    },
  );

  it("a deletion whose answer was lost spares what was made anew, also of the same bytes", async () => {
    const { server, ours } = await scene("DELETE", async (send, other) => {
      await send();
      await other.put(a, bytes("0"), { ifAbsent: true });
      return timedOut();
    });
    expect(await ours.delete(a)).toBe(true);
    expect(server.bytesOf(a)?.toString()).toBe("0");
  });

  const isUnknown = {
    code: "storage_failed",
    details: { operation: "delete", reason: "outcome_unknown", outcome: "unknown" },
  };
  const lost = (): Response => new Response("<Error><Code>InternalError</Code></Error>", { status: 500 });
  const conditions: readonly { readonly ifVersion?: string }[] = [{}, { ifVersion: versionOf("0") }];

  /** A deletion of ours that is lost on its way, while another writes. */
  async function lostWhile(
    write: (server: S3Server, other: FileStore) => Promise<void>,
    settings?: S3ServerOptions,
  ): ReturnType<typeof scene> {
    const made = await scene(
      "DELETE",
      async (_, other) => {
        await write(made.server, other);
        return lost();
      },
      undefined,
      settings,
    );
    return made;
  }

  it.each(conditions)("where no versions are kept, it does not know whether it was done (%j)", async (condition) => {
    const { server, ours } = await scene(
      "DELETE",
      async (send, other) => {
        await send();
        await other.put(a, bytes("anew"), { ifAbsent: true });
        return lost();
      },
      undefined,
      {},
    );
    await expect(ours.delete(a, condition)).rejects.toMatchObject(isUnknown);
    expect(server.bytesOf(a)?.toString()).toBe("anew");
  });

  it.each(
    conditions.flatMap((condition) =>
      ([undefined, "on", "suspended"] as const).map((versioning) => ({ ...condition, versioning })),
    ),
  )(
    "a deletion that never came is not told as done, where another program wrote the file meanwhile: %j",
    async (given) => {
      const { versioning, ...condition } = given;
      const write = async (server: S3Server): Promise<void> => server.write(a, "theirs");
      const { server, ours } = await lostWhile(write, versioning === undefined ? {} : { versioning });
      await expect(ours.delete(a, condition)).rejects.toMatchObject(isUnknown);
      expect(server.bytesOf(a)?.toString()).toBe("theirs");
      expect(await ours.delete(a)).toBe(true);
      expect(server.bytesOf(a)).toBeUndefined();
    },
  );

  it("a deletion that never came is not told as done, where one of us wrote the file in parts meanwhile", async () => {
    const length = 8 * 1024 * 1024 + 1;
    const write = async (_: S3Server, other: FileStore): Promise<void> =>
      void (await other.put(a, new Uint8Array(length)));
    const { server, ours } = await lostWhile(write, {});
    await expect(ours.delete(a)).rejects.toMatchObject(isUnknown);
    expect(server.bytesOf(a)?.length).toBe(length);
  });

  it("a deletion that never came is told from one that came before, of the same file", async () => {
    const { server, other, ours } = await lostWhile(async () => server.write(a, "theirs"));
    await other.delete(a);
    await other.put(a, bytes("1"));
    await expect(ours.delete(a)).rejects.toMatchObject(isUnknown);
    expect(server.bytesOf(a)?.toString()).toBe("theirs");
  });

  it("a deletion that never came goes on with what others have made of the file, or is refused", async () => {
    for (const condition of conditions) {
      const { server, ours } = await lostWhile(async (_, other) => void (await other.put(a, bytes("1"))));
      if (condition.ifVersion === undefined) expect(await ours.delete(a)).toBe(true);
      else await expect(ours.delete(a, condition)).rejects.toMatchObject({ code: "version_conflict" });
      expect(server.bytesOf(a)?.toString()).toBe(condition.ifVersion === undefined ? undefined : "1");
    }
  });

  it("a deletion whose versions may not be seen does not know whether it was done", async () => {
    const server = await newServer({ versioning: "on" });
    const other = await openS3(server);
    await other.put(a, bytes("0"));
    const closed: typeof fetch = async (input, init) => {
      if (new URL(String(input)).searchParams.has("versions"))
        return new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 });
      const answer = await server.fetch(input, init);
      if (init?.method !== "DELETE" || !String(input).endsWith(`/${a}`)) return answer;
      server.write(a, "theirs");
      return lost();
    };
    const ours = await openS3(server, { fetch: closed });
    await expect(ours.delete(a)).rejects.toMatchObject(isUnknown);
    expect(server.bytesOf(a)?.toString()).toBe("theirs");
  });

  it("a deletion of which an earlier copy came first was ours", async () => {
    let copy: Send = timedOut;
    const { server, ours } = await scene(
      "DELETE",
      async (send) => {
        copy = send;
        return timedOut();
      },
      async ({ method, count }) => {
        if (method === "DELETE" && count === 2) await copy();
      },
    );
    expect(await ours.delete(a)).toBe(true);
    expect(server.bytesOf(a)).toBeUndefined();
  });
});
