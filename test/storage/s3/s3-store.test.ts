import { describe, expect, it } from "vitest";
import { portableSha256 } from "../../../src/base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../../src/base/logical-path.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { bytesOfPart } from "../../../src/storage/s3/multipart-upload.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";

const at = (path: string): LogicalPath => parseLogicalPath(path);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const versionOf = (text: string): string => `sha256-${portableSha256(bytes(text))}`;

async function textOf(store: FileStore, path: string): Promise<string | null> {
  const file = await store.open(at(path));
  return file && new TextDecoder().decode(await collectBytes(file.stream));
}

describe("a bucket as a store", () => {
  it("takes every name that there is, over a connection, signed so that the server agrees", async () => {
    const server = await newServer();
    const store = await openS3(server, { fetch: undefined });
    const longest = `${`${"ä".repeat(100)}/`.repeat(5)}${"x".repeat(19)}`;
    const names = [
      "a b.md",
      "a+b.md",
      "100%.md",
      "%2F.md",
      "é/e\u0301.md",
      "\u{1f600}.md",
      "it's (a) *!~.md",
      "a&b=c?d#e;f,g.md",
      '"<x>".md',
      longest,
    ];
    expect(new TextEncoder().encode(longest).length).toBe(1_024);
    for (const name of names) await store.put(at(name), bytes(name));
    expect(server.keys().filter((key) => !key.startsWith(".graphdown/"))).toEqual(
      [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    for (const name of names) expect(await textOf(store, name)).toBe(name);
    expect(server.requests.every(({ status }) => status !== 403)).toBe(true);
  });

  it("shows nothing of its prefix, its neighbours or its state", async () => {
    const server = await newServer();
    server.write("kb/notes/a.md", "a");
    server.write("kb/notes-beside/b.md", "b");
    server.write("kb/notes/.graphdown/moves", "{}");
    const store = await openS3(server, { prefix: at("kb/notes") });
    const pages = [];
    for await (const page of store.list("", { recursive: true })) pages.push(...page.entries);
    expect(pages.map(({ path }) => path)).toEqual(["a.md"]);
    const error = await store.put(at("a.md"), bytes("x"), { ifVersion: versionOf("other") }).catch((cause) => cause);
    expect(error.path).toBe("a.md");
    expect(JSON.stringify(error.toInfo())).not.toMatch(/kb|notes/);
    await expect(store.stat(at("x".repeat(250).concat("/").repeat(4).concat("y".repeat(20))))).rejects.toMatchObject({
      code: "invalid_path",
    });
    await expect(openS3(server, { prefix: at(".git/notes") })).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("writes nothing where it is only to be read", async () => {
    const server = await newServer();
    const store = await openS3(server, { writable: false });
    await expect(store.put(at("a.md"), bytes("a"))).rejects.toMatchObject({ code: "permission_denied" });
    await expect(store.delete(at("a.md"))).rejects.toMatchObject({ code: "permission_denied" });
    expect(server.keys()).toEqual([]);
    expect(server.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  it("sends encryption, tags and metadata with every write, and keeps what is others' business", async () => {
    const server = await newServer();
    const store = await openS3(server, { tags: { team: "docs + co", kind: "note" } });
    const metadata = { actor: "Zoë", session: "s 1", trace: "00-abc", writeId: "write-0001" };
    await store.put(at("a.md"), bytes("one"), { metadata });
    expect(server.headersOf("a.md")).toMatchObject({
      "x-amz-server-side-encryption": "AES256",
      "x-amz-tagging": "team=docs%20%2B%20co&kind=note",
      "content-type": "text/markdown; charset=utf-8",
      "x-amz-meta-graphdown-actor": "Zo%C3%AB",
      "x-amz-meta-graphdown-sha256": portableSha256(bytes("one")),
      "x-amz-meta-graphdown-writes": "write-0001",
    });
    server.write("b.md", "foreign", {
      "content-type": "text/x-notes",
      "cache-control": "no-cache",
      "x-amz-meta-owner": "ann",
    });
    await store.put(at("b.md"), bytes("ours"), { ifVersion: versionOf("foreign") });
    expect(server.headersOf("b.md")).toMatchObject({
      "content-type": "text/x-notes",
      "cache-control": "no-cache",
      "x-amz-meta-owner": "ann",
    });
    const without = await openS3(server, { encryption: "none" });
    await without.put(at("c.md"), bytes("c"));
    expect(server.headersOf("c.md")).not.toHaveProperty("x-amz-server-side-encryption");
  });

  it("holds the list of writes within what S3 takes of metadata, however many there were", async () => {
    const server = await newServer();
    const store = await openS3(server);
    await store.put(at("a.md"), bytes("0"), { metadata: { actor: "ü".repeat(300), trace: "t".repeat(900) } });
    for (let index = 0; index < 60; index++)
      await store.put(at("a.md"), bytes(`${index + 1}`), { ifVersion: versionOf(`${index}`) });
    const headers = Object.entries(server.headersOf("a.md") ?? {}).filter(([name]) => name.startsWith("x-amz-meta-"));
    expect(headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)).toBeLessThanOrEqual(2_000);
    expect(server.headersOf("a.md")?.["x-amz-meta-graphdown-writes"]?.split(",").length).toBeGreaterThan(30);
  });

  it("believes a note of the hash only for the bytes that it was made for", async () => {
    const server = await newServer();
    const store = await openS3(server);
    const entry = await store.put(at("a.md"), bytes("one"));
    expect(store.knownVersion?.(entry)).toBe(versionOf("one"));
    // Another program copies our metadata to other bytes.
    server.write("a.md", "other", server.headersOf("a.md"));
    const fresh = await openS3(server);
    const changed = await fresh.stat(at("a.md"));
    expect(changed && fresh.knownVersion?.(changed)).toBeUndefined();
    await expect(fresh.put(at("a.md"), bytes("x"), { ifVersion: versionOf("one") })).rejects.toMatchObject({
      code: "version_conflict",
      details: { version: versionOf("other") },
    });
  });

  it("saves looking again at what was just read: an edit is one request", async () => {
    const server = await newServer();
    const store = await openS3(server);
    await store.put(at("a.md"), bytes("one"));
    const fresh = await openS3(server);
    expect(await textOf(fresh, "a.md")).toBe("one");
    const before = server.requests.length;
    await fresh.put(at("a.md"), bytes("two"), { ifVersion: versionOf("one") });
    expect(server.requests.slice(before).map(({ method }) => method)).toEqual(["PUT"]);
  });

  it("takes the change of content and back for what it is", async () => {
    const server = await newServer({ etags: "opaque" });
    const store = await openS3(server);
    await store.put(at("a.md"), bytes("one"));
    expect(await textOf(store, "a.md")).toBe("one");
    const other = await openS3(server);
    await other.put(at("a.md"), bytes("two"));
    await other.put(at("a.md"), bytes("one"));
    // The bytes are those that were named, though the object is another one.
    expect(await store.put(at("a.md"), bytes("three"), { ifVersion: versionOf("one") })).toMatchObject({ size: 5 });
    expect(await textOf(other, "a.md")).toBe("three");
  });

  it("does not read what is stored compressed", async () => {
    const server = await newServer();
    server.write("a.md", "text", { "content-encoding": "br" });
    const store = await openS3(server, { writable: false });
    await expect(store.open(at("a.md"))).rejects.toMatchObject({
      code: "invalid_input",
      details: { reason: "not_a_file" },
    });
  });

  it.each<[string, object, string]>([
    ["bucket", { bucket: "a" }, "bucket"],
    ["bucket of another form", { bucket: "a/../b" }, "bucket"],
    ["endpoint", { endpoint: "ftp://x" }, "endpoint"],
    ["endpoint with credentials", { endpoint: "https://key:secret@example.com" }, "endpoint"],
    ["endpoint with a path", { endpoint: "https://example.com/x" }, "endpoint"],
    ["endpoint without TLS", { endpoint: "http://example.com" }, "endpoint"],
    ["endpoint of a machine's own metadata", { endpoint: "http://169.254.169.254" }, "endpoint"],
    ["region", { region: "eu west" }, "region"],
    ["encryption", { encryption: "rot13" }, "encryption"],
    ["key without its encryption", { kmsKeyId: "k" }, "kmsKeyId"],
    ["tags", { tags: { "a\n": "b" } }, "tags"],
    ["page size", { pageSize: 0 }, "pageSize"],
    ["part size", { partBytes: 1_000 }, "partBytes"],
    ["retries", { maximumRetries: -1 }, "maximumRetries"],
    ["time", { requestTimeoutMs: 0 }, "requestTimeoutMs"],
  ])("refuses a wrong %s, without showing what it may hold", async (_, options, option) => {
    const server = await newServer();
    const error = await openS3(server, options).catch((cause) => cause);
    expect(error).toMatchObject({ code: "invalid_options", details: { option } });
    expect(JSON.stringify(error.toInfo())).not.toContain("secret");
    expect(server.requests).toHaveLength(0);
  });

  it("addresses a bucket of AWS before the host, where its name allows it, and others in the path", async () => {
    const seen: string[] = [];
    const none: typeof fetch = async (input) => {
      seen.push(new URL(String(input)).origin + new URL(String(input)).pathname);
      return new Response("<VersioningConfiguration/>");
    };
    const server = await newServer();
    for (const options of [
      { endpoint: undefined, region: "eu-central-1" },
      { endpoint: undefined, bucket: "notes.of.ours" },
      { endpoint: "https://example.com:8443" },
      { endpoint: "https://example.com", addressing: "host" as const },
    ]) {
      await openS3(server, { ...options, fetch: none, writable: false });
    }
    expect(seen).toEqual([
      "https://notes.s3.eu-central-1.amazonaws.com/",
      "https://s3.us-east-1.amazonaws.com/notes.of.ours/",
      "https://example.com:8443/notes/",
      "https://notes.example.com/",
    ]);
  });
});

describe("a long file", () => {
  const part = 5 * 1024 * 1024;
  const piece = Uint8Array.from({ length: 1024 * 1024 }, (_, index) => (index * 31) % 251);

  function longStream(pieces: number, seen: { read: number; cancelled: boolean }): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull(controller): void {
          if (seen.read++ < pieces) controller.enqueue(piece);
          else controller.close();
        },
        cancel(): void {
          seen.cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
  }

  it("is sent in parts, on a condition, and leaves no upload and no note behind", async () => {
    const server = await newServer();
    const store = await openS3(server, { partBytes: part });
    const seen = { read: 0, cancelled: false };
    expect(await store.put(at("long.bin"), longStream(6, seen), { ifAbsent: true })).toMatchObject({
      size: 6 * piece.length,
    });
    expect(server.bytesOf("long.bin")?.length).toBe(6 * piece.length);
    expect(server.headersOf("long.bin")).toMatchObject({ "x-amz-server-side-encryption": "AES256" });
    await expect(store.put(at("long.bin"), longStream(6, seen), { ifAbsent: true })).rejects.toMatchObject({
      code: "already_exists",
    });
    expect(server.uploads()).toEqual([]);
    const notes = server.keys().filter((key) => key.startsWith(".graphdown/uploads/"));
    // That of the refused one is left for the sweep, which finds nothing to abort.
    expect(notes.length).toBeLessThanOrEqual(1);
  });

  it("is not put in place when its sender fails or announced other bytes, and nothing of it stays", async () => {
    const server = await newServer();
    const store = await openS3(server, { partBytes: part });
    const failure = new Error("the sender went away");
    let left = 6;
    const failing = new ReadableStream<Uint8Array>({
      pull(controller): void {
        if (left-- > 0) controller.enqueue(piece);
        else controller.error(failure);
      },
    });
    await expect(store.put(at("long.bin"), failing)).rejects.toBe(failure);
    const sha256 = "0".repeat(64);
    const put = store.put(at("long.bin"), longStream(6, { read: 0, cancelled: false }), { metadata: { sha256 } });
    await expect(put).rejects.toMatchObject({ code: "invalid_input", details: { reason: "sha256_mismatch" } });
    expect(server.bytesOf("long.bin")).toBeUndefined();
    expect(server.uploads()).toEqual([]);
  });

  it("is not even read on when its condition does not hold", async () => {
    const server = await newServer();
    const store = await openS3(server, { partBytes: part });
    const seen = { read: 0, cancelled: false };
    const put = store.put(at("long.bin"), longStream(50, seen), { ifVersion: versionOf("never") });
    await expect(put).rejects.toMatchObject({ code: "version_conflict" });
    expect(seen).toEqual({ read: 6, cancelled: true });
  });

  it("goes as one where the server holds no conditions on parts, and is refused as a stream", async () => {
    const server = await newServer({ ignoresMultipartConditions: true });
    const store = await openS3(server, { partBytes: part });
    const whole = new Uint8Array(part + 1);
    await store.put(at("a.bin"), whole, { ifAbsent: true });
    await expect(store.put(at("a.bin"), whole, { ifAbsent: true })).rejects.toMatchObject({ code: "already_exists" });
    const put = store.put(at("b.bin"), longStream(6, { read: 0, cancelled: false }), { ifAbsent: true });
    await expect(put).rejects.toMatchObject({ code: "unsupported", details: { reason: "no_conditional_parts" } });
  });

  it("that was never finished is aborted after an hour, and nobody else's is", async () => {
    const now = Date.now();
    const hour = 3_600_000;
    let clock = now - 2 * hour;
    const server = await newServer({ now: () => clock });
    server.write(".graphdown/uploads/0011223344556677", "ours.bin");
    server.startUpload("ours.bin", now - 2 * hour);
    server.startUpload("ours.bin", now - 30 * hour);
    server.startUpload("theirs.bin", now - 2 * hour);
    clock = now;
    server.write(".graphdown/uploads/8899aabbccddeeff", "running.bin");
    server.startUpload("running.bin", now);
    await openS3(server, { now: () => clock });
    expect(server.uploads().sort()).toEqual(["ours.bin", "running.bin", "theirs.bin"]);
    expect(server.keys().filter((key) => key.startsWith(".graphdown/uploads/"))).toEqual([
      ".graphdown/uploads/8899aabbccddeeff",
    ]);
  });

  it("has parts that grow, so that they are never too many", () => {
    let total = 0;
    for (let number = 1; number <= 10_000; number++) total += bytesOfPart(number, 8 * 1024 * 1024);
    expect(total).toBeGreaterThan(400 * 1024 ** 3);
    expect(bytesOfPart(10_000, 8 * 1024 * 1024)).toBeLessThanOrEqual(100 * 1024 * 1024);
  });
});
