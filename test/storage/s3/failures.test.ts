import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import { parseLogicalPath } from "../../../src/base/logical-path.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import type { S3Retry, S3StoreOptions } from "../../../src/storage/s3/s3-options.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";

const path = parseLogicalPath("a.md");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(
    `<Error><Code>${code}</Code><Message>SECRET</Message><AWSAccessKeyId>SECRET</AWSAccessKeyId><HostId>SECRET</HostId></Error>`,
    { status, headers },
  );

async function textOf(store: FileStore): Promise<string | null> {
  const file = await store.open(path);
  return file && new TextDecoder().decode(await collectBytes(file.stream));
}

/** A clock that only waiting moves. */
function waitingClock(): { now: () => number; retries: S3StoreOptions["retries"] } {
  let time = Date.now();
  const sleep = async (ms: number): Promise<void> => {
    time += ms;
  };
  return { now: () => time, retries: { sleep, random: () => 0.999 } };
}

describe("a server that is too busy for five minutes", () => {
  it("each request ends right or with storage_failed and when to try again; none is lost, none is done twice", async () => {
    const clock = waitingClock();
    const start = clock.now();
    const server = await newServer({ versioning: "on", now: clock.now });
    await openS3(server, { ...clock });
    let busyUntil = start;
    const busy: typeof fetch = async (input, init) =>
      clock.now() < busyUntil ? refusal(503, "SlowDown") : server.fetch(input, init);
    const waits: S3Retry[] = [];
    const store = await openS3(server, { ...clock, fetch: busy, onRetry: (event) => waits.push(event) });
    busyUntil = clock.now() + 5 * 60_000;
    const outcomes = { done: 0, refused: 0 };
    for (let index = 0; index < 40; index++) {
      const name = parseLogicalPath(`${index}.md`);
      try {
        await store.put(name, bytes(`${index}`), { ifAbsent: true });
        outcomes.done++;
        expect(server.historyOf(name)).toEqual([`${index}`]);
      } catch (error) {
        if (!GraphdownError.isInstance(error)) throw error;
        expect(error.toInfo()).toMatchObject({
          code: "storage_failed",
          details: {
            status: 503,
            reason: "SlowDown",
            retries: 10,
            retryAfter: expect.any(Number),
            waitedMs: expect.any(Number),
          },
        });
        outcomes.refused++;
        expect(server.historyOf(name)).toEqual([]);
      }
    }
    expect(outcomes.refused).toBeGreaterThan(5);
    expect(outcomes.done).toBeGreaterThan(20);
    expect(Math.max(...waits.map(({ count }) => count))).toBe(10);
    expect(waits[0]).toMatchObject({ operation: "write", path: "0.md", reason: "503 SlowDown", count: 1 });
  });

  it("is told by the name that it gives, or by the status where its answer has no body", async () => {
    const server = await newServer();
    // Its conditions are known from now on.
    await openS3(server);
    const methods: (string | undefined)[] = [];
    const busy = await openS3(server, {
      fetch: async (input, init) => {
        if (!String(input).includes("shelf")) return server.fetch(input, init);
        methods.push(init?.method);
        return refusal(503, "SlowDown");
      },
      maximumRetries: 0,
    });
    const reasonOf = async (asked: Promise<unknown>): Promise<unknown> => {
      const error = await asked.catch((cause: unknown) => cause);
      return GraphdownError.isInstance(error) && error.details?.["reason"];
    };
    // To open a file is a GET, to look at one is a HEAD. What creates a file in a folder looks for what is in its way by both at the same
    // time, and is told of whichever is refused first.
    expect(await reasonOf(busy.open(parseLogicalPath("shelf/a.md")))).toBe("SlowDown");
    expect(await reasonOf(busy.stat(parseLogicalPath("shelf/a.md")))).toBe("http_503");
    expect(methods).toEqual(["GET", "HEAD"]);
  });

  it("is waited for as long as it asks, if that is not too long", async () => {
    const clock = waitingClock();
    const server = await newServer({ now: clock.now });
    let left = 1;
    let seconds = "7";
    const busy: typeof fetch = async (input, init) =>
      left-- > 0 ? refusal(429, "TooManyRequests", { "retry-after": seconds }) : server.fetch(input, init);
    const start = clock.now();
    const store = await openS3(server, { ...clock, fetch: busy, writable: false });
    expect(clock.now() - start).toBe(7_000);
    [left, seconds] = [1, "120"];
    await expect(store.stat(path)).rejects.toMatchObject({
      code: "storage_failed",
      details: { retryAfter: 120, status: 429 },
    });
    expect(clock.now() - start).toBe(7_000);
  });

  it("is not waited for longer than the caller wants", async () => {
    const server = await newServer();
    const store = await openS3(server, { writable: false });
    const busy = await openS3(server, {
      writable: false,
      fetch: async (input, init) =>
        String(input).endsWith("a.md") ? refusal(503, "SlowDown") : server.fetch(input, init),
      retries: {},
    });
    expect(await store.stat(path)).toBeNull();
    const reason = new Error("enough");
    const abort = new AbortController();
    const asked = busy.stat(path, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 20);
    await expect(asked).rejects.toBe(reason);
  });
});

describe("what goes wrong on the way", () => {
  it.each<[string, () => Promise<Response>, object]>([
    ["no such bucket", async () => refusal(404, "NoSuchBucket"), { reason: "NoSuchBucket", status: 404 }],
    ["keys that are not known", async () => refusal(403, "InvalidAccessKeyId"), { reason: "InvalidAccessKeyId" }],
    ["a wrong secret", async () => refusal(403, "SignatureDoesNotMatch"), { reason: "SignatureDoesNotMatch" }],
    [
      "another region",
      async () =>
        refusal(301, "PermanentRedirect", { "x-amz-bucket-region": "eu-west-3", location: "https://evil.example" }),
      { reason: "redirect", region: "eu-west-3" },
    ],
    [
      "a redirect elsewhere",
      async () => new Response(null, { status: 307, headers: { location: "https://evil.example" } }),
      { reason: "redirect" },
    ],
    [
      "a page of a proxy",
      async () => new Response("<html>login</html>", { status: 200 }),
      { reason: "malformed_answer" },
    ],
    [
      "a broken connection",
      async () => {
        throw Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error(), { code: "ECONNRESET" }),
        });
      },
      { reason: "connection", systemCode: "ECONNRESET" },
    ],
    [
      "a name that does not resolve",
      async () => {
        throw Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error(), { code: "ENOTFOUND" }),
        });
      },
      { systemCode: "ENOTFOUND" },
    ],
    [
      "a certificate that is not trusted",
      async () => {
        throw Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error(), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
        });
      },
      { reason: "certificate" },
    ],
  ])("%s is told without a secret, an address or a key", async (_, answer, details) => {
    const server = await newServer();
    const seen: string[] = [];
    const wrong: typeof fetch = async (input, init) => {
      seen.push(String(input));
      expect(init?.redirect).toBe("manual");
      return answer();
    };
    const error = await openS3(server, { fetch: wrong, prefix: parseLogicalPath("hidden/kb") }).catch((cause) => cause);
    expect(error.toInfo()).toMatchObject({ code: "storage_failed", details: { operation: "open", ...details } });
    expect(JSON.stringify(error.toInfo()) + error.stack).not.toMatch(/SECRET|hidden|evil|AKID|wJalr|127\.0\.0\.1:/);
    expect(seen.every((url) => url.startsWith(server.endpoint))).toBe(true);
  });

  it("credentials that expired are asked for anew, once", async () => {
    const server = await newServer({ account: { accessKeyId: "KEY", secretAccessKey: "one", sessionToken: "old" } });
    const asked: boolean[] = [];
    const current = { accessKeyId: "KEY", secretAccessKey: "one", sessionToken: "old" };
    const store = await openS3(server, {
      credentials: ({ expired }) => {
        asked.push(expired);
        return expired ? server.account : current;
      },
    });
    server.setAccount({ accessKeyId: "KEY", secretAccessKey: "two", sessionToken: "new" });
    asked.length = 0;
    expect(await store.stat(path)).toBeNull();
    expect(asked).toContain(true);
    const stale = await openS3(server, { credentials: () => current }).catch((cause) => cause);
    expect(stale).toMatchObject({ code: "storage_failed", details: { reason: "ExpiredToken" } });
  });

  it("a clock that is wrong is made up for", async () => {
    const ahead = 3 * 3_600_000;
    const server = await newServer({ now: () => Date.now() + ahead });
    const store = await openS3(server);
    await store.put(path, bytes("one"));
    expect(await textOf(store)).toBe("one");
  });

  it("bytes that were changed on the way are noticed at the end", async () => {
    const server = await newServer();
    await (await openS3(server)).put(path, bytes("the right bytes"));
    const flipped: typeof fetch = async (input, init) => {
      const response = await server.fetch(input, init);
      if (init?.method !== "GET" || !String(input).endsWith("a.md")) return response;
      const body = new Uint8Array(await response.arrayBuffer());
      body[3] = (body[3] as number) ^ 1;
      return new Response(body, response);
    };
    const store = await openS3(server, { fetch: flipped });
    await expect(textOf(store)).rejects.toMatchObject({ code: "storage_failed", details: { reason: "damaged" } });
  });

  it("a body that breaks off, again and again, is read on from where it was, of the same version only", async () => {
    const server = await newServer();
    const content = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join("\n");
    server.write("a.md", content);
    let between: (() => void) | undefined;
    const breaking: typeof fetch = async (input, init) => {
      const response = await server.fetch(input, init);
      if (init?.method !== "GET" || !String(input).endsWith("a.md")) return response;
      const body = new Uint8Array(await response.arrayBuffer());
      const cut = body.slice(0, 3_000);
      between?.();
      const headers = new Headers(response.headers);
      return new Response(cut, { status: response.status, headers });
    };
    const store = await openS3(server, { fetch: breaking, writable: false });
    expect(await textOf(store)).toBe(content);
    let isChanged = false;
    between = () => {
      if (!isChanged) server.write("a.md", content.replace("line 4000", "line 4OOO"));
      isChanged = true;
    };
    await expect(textOf(store)).rejects.toMatchObject({ code: "version_conflict" });
  });

  it("a server that says nothing is given up after a while", async () => {
    const server = await newServer();
    const silent: typeof fetch = (input, init) =>
      String(input).endsWith("a.md")
        ? new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)))
        : server.fetch(input, init);
    const store = await openS3(server, { fetch: silent, requestTimeoutMs: 20, maximumRetries: 1, writable: false });
    await expect(store.stat(path)).rejects.toMatchObject({
      code: "storage_failed",
      details: { reason: "timeout", retries: 1 },
    });
  });

  it("an object that may not be read is as a file that may not be", async () => {
    const server = await newServer();
    server.write("a.md", "a");
    const denied: typeof fetch = async (input, init) =>
      String(input).endsWith("a.md") ? refusal(403, "AccessDenied") : server.fetch(input, init);
    const store = await openS3(server, { fetch: denied, writable: false });
    for (const asked of [store.open(path), store.stat(path)]) {
      await expect(asked).rejects.toMatchObject({
        code: "storage_failed",
        details: { systemCode: "EACCES", reason: "AccessDenied" },
      });
    }
  });

  it("an upload that says 200 and then that it failed is looked up", async () => {
    const server = await newServer();
    let isDone = false;
    const lying: typeof fetch = async (input, init) => {
      const response = await server.fetch(input, init);
      if (init?.method !== "POST" || !String(input).includes("uploadId") || isDone) return response;
      isDone = true;
      return new Response('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>', { status: 200 });
    };
    const part = 5 * 1024 * 1024;
    const store = await openS3(server, { fetch: lying, partBytes: part });
    // The probe has had its answer; this is about the file.
    isDone = false;
    expect(await store.put(path, new Uint8Array(part + 1), { ifAbsent: true })).toMatchObject({ size: part + 1 });
    expect(isDone).toBe(true);
    expect(server.bytesOf("a.md")?.length).toBe(part + 1);
  });
});
