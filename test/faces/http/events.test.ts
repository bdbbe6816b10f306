/** `GET /v1/events` over real sockets. */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import { parseTokenFile } from "../../../src/faces/http/access-tokens.ts";
import { createMemoryStore, type FileStore, parseLogicalPath } from "../../../src/index.ts";
import { type EventClient, openEvents, type SentEvent } from "./event-client.ts";
import { openWritable, type StartOptions, startServer, type TestServer } from "./start-server.ts";

const files = { "a.md": "# A\n", "boats/b.md": "# B\n", "plan.png": "picture" };

const servers: TestServer[] = [];
const clients: EventClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) await server.close();
});

/** A server that looks ten times a second. */
async function start({ eventStreams, ...options }: StartOptions = {}): Promise<TestServer> {
  const server = await startServer({ files, ...options, eventStreams: { intervalMs: 100, ...eventStreams } });
  servers.push(server);
  return server;
}

async function listen(
  server: TestServer,
  target = "/v1/events",
  headers: Readonly<Record<string, string>> = {},
): Promise<EventClient> {
  const client = await openEvents(`${server.url}${target}`, headers);
  clients.push(client);
  return client;
}

/** Waits until all who listen have been told what there is to tell: who comes later is told later. */
async function settled(server: TestServer): Promise<void> {
  const client = await listen(server);
  await client.next();
  client.close();
}

/** Waits for what the server does when a client has gone, and nobody tells. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(5);
}

/** A store of which each listing is seen before it begins. */
function listingStore(onList: () => void, given: Readonly<Record<string, string>> = files): FileStore {
  const store = createMemoryStore({ files: given });
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === "list") onList();
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

it("tells what is there and what changes, with the snapshot as the id", async () => {
  const server = await start();
  const client = await listen(server);
  expect(client.status).toBe(200);
  expect(client.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  const { snapshot } = (await server.ask("/v1/graph/overview")).json;
  expect(await client.next()).toMatchObject({
    id: snapshot,
    event: "state",
    data: { type: "state", snapshot, documentCount: 2, otherCount: 1 },
  });
  expect(client.other).toEqual(["retry: 2000"]);
  await server.context.write("c.md", "# C\n");
  const told = await client.next();
  expect(told).toMatchObject({ event: "change", data: { type: "change", added: ["c.md"], changed: [], removed: [] } });
  expect(told?.id).toBe((await server.ask("/v1/graph/overview")).json.snapshot);
});

it("tells of another workspace, and of one folder", async () => {
  const workspaces = { default: await openWritable(files), other: await openWritable({ "x/y.md": "# Y\n" }) };
  const server = await start({ workspaces });
  const client = await listen(server, "/w/other/v1/events?directory=x");
  expect(await client.next()).toMatchObject({ data: { documentCount: 1, otherCount: 0 } });
  await workspaces.default.write("x/z.md", "# Z\n");
  await workspaces.other.write("top.md", "# Top\n");
  await workspaces.other.write("x/w.md", "# W\n");
  expect(await client.next()).toMatchObject({ event: "change", data: { added: ["x/w.md"], counts: { added: 1 } } });
  expect((await server.ask("/w/none/v1/events")).status).toBe(404);
});

describe("a client that comes back", () => {
  it("is not told again what it knows", async () => {
    const server = await start();
    const { snapshot } = (await server.ask("/v1/graph/overview")).json;
    const byHeader = await listen(server, "/v1/events?since=older", { "Last-Event-ID": snapshot });
    const byQuery = await listen(server, `/v1/events?since=${snapshot}`);
    const told = [byHeader.next(), byQuery.next()];
    await settled(server);
    await server.context.write("c.md", "# C\n");
    for (const each of told) expect(await each).toMatchObject({ event: "change", data: { added: ["c.md"] } });
  });

  it("to something else is told that it has to ask anew", async () => {
    const server = await start();
    const client = await listen(server, "/v1/events", { "Last-Event-ID": "0".repeat(64) });
    expect(await client.next()).toMatchObject({ event: "state", data: { missed: true, documentCount: 2 } });
  });

  it("soon enough is told what has changed meanwhile", async () => {
    const server = await start();
    const first = await listen(server);
    const { id } = (await first.next()) as { id: string };
    first.close();
    await server.context.write("c.md", "# C\n");
    const second = await listen(server, "/v1/events", { "Last-Event-ID": id });
    expect(await second.next()).toMatchObject({ event: "change", data: { added: ["c.md"] } });
  });
});

describe("who may listen", () => {
  it("is who may read, as a verified token says", async () => {
    const tokens = parseTokenFile(
      "reads-the-notes-0123456789 read\nwrites-and-no-more-01234 write\nanswers-and-no-more-0123 approve\n",
    );
    const server = await start({ tokens });
    const events = (token: string): ReturnType<TestServer["ask"]> => server.ask("/v1/events", { token });
    expect((await server.ask("/v1/events")).status).toBe(401);
    for (const token of ["writes-and-no-more-01234", "answers-and-no-more-0123"]) {
      expect(await events(token)).toMatchObject({ status: 403, json: { details: { scope: "read" } } });
    }
    const client = await listen(server, "/v1/events", { Authorization: "Bearer reads-the-notes-0123456789" });
    expect((await client.next())?.event).toBe("state");
  });

  it.each([
    [{ approvals: "all" }, "needs_approval"],
    [{ permissions: { read: false } }, "reading_disabled"],
  ] as const)("is nobody where the workspace has %j", async (context, reason) => {
    const server = await start({ context });
    const answer = await server.ask("/v1/events");
    expect([answer.status, answer.json.details.reason]).toEqual([403, reason]);
  });
});

describe("is refused", () => {
  it.each([
    ["/v1/events?directory=boat", {}, 404, "not_found"],
    ["/v1/events?directory=../x", {}, 400, "invalid_path"],
    ["/v1/events?directory=.git", {}, 403, "permission_denied"],
    ["/v1/events?sinse=x", {}, 400, "invalid_input"],
    ["/v1/events?x=1", {}, 400, "invalid_input"],
    ["/v1/events", { Accept: "application/json" }, 406, "not_acceptable"],
  ])("%s %j with %d", async (target, headers, status, code) => {
    const server = await start();
    const answer = await server.ask(target, { headers });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it("beyond so many streams of all and of one caller, until one ends", async () => {
    const tokens = parseTokenFile(
      ["one", "two"].map((name) => `${name}-reads-the-notes read default ${name}`).join("\n"),
    );
    const server = await start({ tokens, eventStreams: { maximumStreams: 3, maximumStreamsOfCaller: 2 } });
    const as = (name: string): Record<string, string> => ({ Authorization: `Bearer ${name}-reads-the-notes` });
    const ask = (name: string): ReturnType<TestServer["ask"]> => server.ask("/v1/events", { headers: as(name) });
    const [first] = [await listen(server, "/v1/events", as("one")), await listen(server, "/v1/events", as("one"))];
    const refused = await ask("one");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(refused.json).toMatchObject({
      code: "limit_exceeded",
      details: { limit: "eventStreamsOfCaller", maximum: 2 },
    });
    await listen(server, "/v1/events", as("two"));
    expect((await ask("two")).json).toMatchObject({ details: { limit: "eventStreams", maximum: 3 } });
    first?.close();
    let client: EventClient | undefined;
    await until(async () => {
      client = await openEvents(`${server.url}/v1/events`, as("two"));
      if (client.status !== 200) client.close();
      return client.status === 200;
    });
    clients.push(client as EventClient);
    expect((await client?.next())?.event).toBe("state");
  });

  it("nothing that only asks for the head", async () => {
    const server = await start({ eventStreams: { maximumStreams: 1 } });
    for (let time = 0; time < 3; time++) {
      const head = await server.ask("/v1/events", { method: "HEAD" });
      expect([head.status, head.headers.get("content-type"), head.text]).toEqual([200, "text/event-stream", ""]);
    }
    expect((await (await listen(server)).next())?.event).toBe("state");
  });
});

describe("a stream", () => {
  it("is kept open by comments", async () => {
    const server = await start({ eventStreams: { heartbeatMs: 20 } });
    const client = await listen(server);
    await client.next();
    const told = client.next();
    await until(() => client.other.filter((each) => each === ": still here").length >= 3);
    await server.context.write("c.md", "# C\n");
    expect(await told).toMatchObject({ data: { added: ["c.md"] } });
  });

  it("ends when it is old", async () => {
    const server = await start({ eventStreams: { lifetimeMs: 300, maximumStreams: 1 } });
    for (let time = 0; time < 2; time++) {
      const client = await listen(server);
      expect((await client.next())?.event).toBe("state");
      expect(await client.next()).toBeUndefined();
    }
  });

  it("ends in order when the server does", async () => {
    const server = await start();
    const listening = [await listen(server), await listen(server)];
    const told = listening.map(async (client) => [(await client.next())?.event, await client.next()]);
    await settled(server);
    await server.close();
    expect(await Promise.all(told)).toEqual([
      ["state", undefined],
      ["state", undefined],
    ]);
  });

  it("ends when the workspace is closed", async () => {
    const server = await start();
    const client = await listen(server);
    await client.next();
    await server.context.close();
    expect(await client.next()).toBeUndefined();
  });

  it("tells a failure, and goes on", async () => {
    let isDown = false;
    const store = listingStore(() => {
      if (isDown)
        throw new GraphdownError({ code: "storage_failed", message: "Down.", details: { systemCode: "EIO" } });
    });
    const server = await start({ context: { store } });
    const client = await listen(server);
    await client.next();
    isDown = true;
    const told = await client.next();
    expect(told).toMatchObject({ event: "failure", data: { error: { code: "storage_failed", message: "Down." } } });
    expect(told?.id).toBeUndefined();
    isDown = false;
    expect(await client.next()).toMatchObject({ event: "state", data: { documentCount: 2 } });
  });

  it.each([
    [new GraphdownError({ code: "storage_failed", message: "Gone.", details: { reason: "root_removed" } }), "Gone."],
    [new TypeError("/secret/path"), "Watching failed unexpectedly (TypeError)."],
  ])("tells a failure for good, and ends: %s", async (cause, message) => {
    let isDown = false;
    const store = listingStore(() => {
      if (isDown) throw cause;
    });
    const server = await start({ context: { store } });
    const client = await listen(server);
    await client.next();
    isDown = true;
    expect(await client.next()).toMatchObject({
      event: "failure",
      data: { error: { code: "storage_failed", message } },
    });
    expect(await client.next()).toBeUndefined();
  });
});

it("looks once for all clients, and not at all when they are gone", async () => {
  let listings = 0;
  const store = listingStore(() => {
    listings++;
  });
  const server = await start({ context: { store }, eventStreams: { intervalMs: 3_600_000 } });
  const listening = await Promise.all(Array.from({ length: 20 }, () => listen(server)));
  for (const client of listening) await client.next();
  // Who comes while a look runs needs a later one.
  expect(listings).toBeLessThan(20);
  for (const client of listening) client.close();
  const fresh = await start({ context: { store } });
  const last = await listen(fresh);
  await last.next();
  last.close();
  let before = -1;
  await until(async () => {
    const isQuiet = before === listings;
    before = listings;
    await delay(250);
    return isQuiet;
  });
});

it("tells a client that reads late only what is different by then", async () => {
  const store = createMemoryStore({ files });
  // A megabyte of names: a few such events are all that systems hold for a client that does not read.
  const text = new TextEncoder().encode("# Note");
  const long = `${"n".repeat(240)}/`.repeat(4);
  const many = Array.from({ length: 999 }, (_, index) => parseLogicalPath(`${long}${index}.md`));
  const rounds = 12;
  const server = await start({ context: { store } });
  const [late, quick] = [await listen(server), await listen(server)];
  await Promise.all([late.next(), quick.next()]);
  for (let round = 0; round < rounds; round++) {
    for (const path of many) {
      if (round % 2 === 0) await store.put(path, text);
      else await store.delete(path);
    }
    await quick.next();
  }
  await store.put(parseLogicalPath("last.md"), text);
  const there = new Set(["a.md", "boats/b.md"]);
  let events = 0;
  for (; !there.has("last.md"); events++) {
    const { added, removed } = ((await late.next()) as SentEvent).data as { added: string[]; removed: string[] };
    for (const path of removed) expect(there.delete(path)).toBe(true);
    for (const path of added) there.add(path);
  }
  expect([...there].sort()).toEqual(["a.md", "boats/b.md", "last.md"]);
  expect(events).toBeLessThan(rounds);
});

it("is described", async () => {
  const server = await start();
  const { get } = (await server.ask("/openapi.json")).json.paths["/v1/events"];
  expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual(["directory", "since", "Last-Event-ID"]);
  expect(Object.keys(get.responses["200"].content)).toEqual(["text/event-stream"]);
});
