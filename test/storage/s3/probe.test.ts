import { describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../../src/base/logical-path.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { statVersion } from "../../../src/storage/file-version.ts";
import { inspectBucket } from "../../../src/storage/s3/inspect-bucket.ts";
import type { Misbehaviour } from "../../s3/s3-server.ts";
import { newServer, openS3, optionsFor } from "../../s3/s3-stores.ts";

const path = parseLogicalPath("a.md");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function textOf(store: FileStore): Promise<string> {
  const file = await store.open(path);
  return new TextDecoder().decode(await collectBytes(file?.stream as ReadableStream<Uint8Array>));
}

const good = { put: "quoted", delete: true, multipart: true, metadata: true };

describe("the probe finds out", () => {
  it.each<[string, Misbehaviour & { readonly versioning?: "on" }, object]>([
    ["a good server", {}, good],
    ["a good server that keeps versions", { versioning: "on" }, good],
    ["one that ignores conditions", { ignoresConditions: true }, { put: "ignored", delete: false, multipart: false }],
    ["one that answers 501", { refusesConditions: true }, { put: "refused", delete: false, multipart: false }],
    ["one that looks and then writes", { looksThenWrites: true }, { put: "ignored" }],
    ["one that wants ETags without quotes", { unquotedETags: true }, { ...good, put: "unquoted" }],
    ["one that lets none pass on versions", { failsOnVersions: true, versioning: "on" }, { put: "refused" }],
    ["one that ignores conditions on deletions", { ignoresDeleteConditions: true }, { ...good, delete: false }],
    ["one that ignores conditions on parts", { ignoresMultipartConditions: true }, { ...good, multipart: false }],
    ["one that names no ETags", { etags: "none" }, { put: "refused" }],
    ["one whose ETags are no MD5", { etags: "opaque" }, good],
    ["one that drops metadata", { dropsMetadata: true }, { ...good, metadata: false }],
  ])("%s", async (_, behaviour, expected) => {
    const server = await newServer(behaviour);
    expect((await inspectBucket(optionsFor(server))).conditions).toMatchObject(expected);
    expect(server.keys(), "what is left behind").toEqual([]);
    expect(server.uploads()).toEqual([]);
  });

  it.each<[string, Misbehaviour]>([
    ["ignores", { ignoresConditions: true }],
    ["refuses", { refusesConditions: true }],
    ["looks and then writes", { looksThenWrites: true }],
  ])("no conditional write on a server that %s, unless we are alone", async (_, behaviour) => {
    const server = await newServer(behaviour);
    const store = await openS3(server);
    const entry = await store.put(path, bytes("one"));
    expect(store.describe()).toMatchObject({ conditionalWrites: "none", writable: true });
    const refused = { code: "unsupported", details: { reason: "no_conditional_writes" } };
    await expect(store.put(path, bytes("two"), { ifVersion: statVersion(entry) })).rejects.toMatchObject(refused);
    await expect(store.put(path, bytes("two"), { ifAbsent: true })).rejects.toMatchObject(refused);
    expect(await textOf(store)).toBe("one");
    const alone = await openS3(server, { singleWriter: true });
    expect(alone.describe()).toMatchObject({ conditionalWrites: "within_process" });
    await alone.put(path, bytes("two"), { ifVersion: statVersion(entry) });
    await expect(alone.put(path, bytes("three"), { ifVersion: statVersion(entry) })).rejects.toMatchObject({
      code: "version_conflict",
    });
    await expect(alone.put(path, bytes("three"), { ifAbsent: true })).rejects.toMatchObject({ code: "already_exists" });
    expect(await textOf(alone)).toBe("two");
  });

  it("no deletion on condition where it would not be heeded", async () => {
    const server = await newServer({ ignoresDeleteConditions: true });
    const store = await openS3(server);
    const entry = await store.put(path, bytes("one"));
    await expect(store.delete(path, { ifVersion: statVersion(entry) })).rejects.toMatchObject({
      code: "unsupported",
      details: { reason: "no_conditional_delete" },
    });
    expect(await store.delete(path)).toBe(true);
  });

  it("a bucket in which nothing may be written, before anybody tries", async () => {
    const server = await newServer();
    const readOnly: typeof fetch = async (input, init) =>
      init?.method === "PUT"
        ? new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 })
        : server.fetch(input, init);
    await expect(openS3(server, { fetch: readOnly })).rejects.toMatchObject({
      code: "storage_failed",
      details: { reason: "AccessDenied", status: 403 },
    });
    expect((await inspectBucket(optionsFor(server, { fetch: readOnly }))).conditions).toBeUndefined();
    expect((await openS3(server, { fetch: readOnly, writable: false })).describe()).toMatchObject({ writable: false });
  });
});

describe("what was found out", () => {
  const place = "kb/.graphdown/probe/verdict.json";
  const prefix = parseLogicalPath("kb");

  it("is kept for a day, and read by every start", async () => {
    let now = Date.now();
    const server = await newServer({ now: () => now });
    const open = (): Promise<FileStore> => openS3(server, { prefix, now: () => now });
    const writesOf = async (): Promise<number> => {
      const before = server.requests.length;
      await open();
      return server.requests.slice(before).filter(({ method }) => method !== "GET").length;
    };
    expect(await writesOf()).toBeGreaterThan(10);
    expect(await writesOf()).toBe(0);
    now += 23 * 3_600_000;
    expect(await writesOf()).toBe(0);
    now += 2 * 3_600_000;
    expect(await writesOf()).toBeGreaterThan(10);
  });

  it.each<[string, (verdict: Record<string, unknown>) => unknown]>([
    ["of another place, as a copy of the files is", (verdict) => ({ ...verdict, place: "https://elsewhere/notes" })],
    ["of a bucket that kept versions", (verdict) => ({ ...verdict, versioning: "on" })],
    ["from the future", (verdict) => ({ ...verdict, time: Date.now() + 3_600_000 })],
    ["of another format", (verdict) => ({ ...verdict, format: 2 })],
    ["that says what there is not", (verdict) => ({ ...verdict, conditions: { put: "maybe" } })],
    ["that is no object", () => [1]],
  ])("is not believed %s", async (_, change) => {
    const server = await newServer({ ignoresConditions: true });
    await openS3(server, { prefix });
    const verdict = JSON.parse((server.bytesOf(place) as Buffer).toString());
    const conditions = { put: "quoted", delete: true, multipart: true, metadata: true };
    server.write(place, JSON.stringify({ ...verdict, conditions }));
    expect((await openS3(server, { prefix })).describe().conditionalWrites, "as it stands").toBe("between_processes");
    server.write(place, JSON.stringify(change({ ...verdict, conditions })));
    expect((await openS3(server, { prefix })).describe().conditionalWrites).toBe("none");
  });
});
