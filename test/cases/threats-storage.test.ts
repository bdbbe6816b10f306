/** Runs the shared threat cases of storage and of concurrency, by the words in which each says what goes wrong. */
import { describe, expect, it } from "vitest";
import { portableSha256 } from "../../src/base/hash.ts";
import {
  createFileContext,
  createMemoryStore,
  type FileStore,
  GraphdownError,
  type LogicalPath,
  openDiskStore,
} from "../../src/node-index.ts";
import { collectBytes, streamOf } from "../../src/storage/byte-streams.ts";
import { statVersion } from "../../src/storage/file-version.ts";
import { inspectBucket } from "../../src/storage/s3/inspect-bucket.ts";
import { parseS3Location } from "../../src/storage/s3/parse-s3-location.ts";
import type { S3ServerOptions } from "../s3/s3-server.ts";
import { newServer, openS3, optionsFor } from "../s3/s3-stores.ts";
import { countTogether } from "../storage/counting-writers.ts";
import { newFolder } from "../storage/node-disk/disk-folder.ts";
import { loadCases } from "./shared-cases.ts";
import type { ThreatCase } from "./threat-case.ts";

/** As many as the cases say; else as many as take seconds. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;

const cases = (loadCases<ThreatCase>("threats.jsonl") ?? []).filter(
  ({ area }) => area === "storage" || area === "concurrency",
);
const run = new Set<string>();

/** Run elsewhere, or not yet. */
const elsewhere: Readonly<Record<string, string>> = {
  "concurrency-003": "test/storage/histories/histories.test.ts",
  "concurrency-007": "test/storage/histories/histories.test.ts",
  "concurrency-011": "test/storage/histories/histories.test.ts",
  "concurrency-013": "test/workers/storage/r2-store.test.ts: R2 is in workerd",
  "concurrency-014": "the contract of storage, in test/workers/storage/r2-contract.test.ts",
  "concurrency-017": "test/faces/http/lost-updates.test.ts and test/storage/node-disk/processes.test.ts",
  "concurrency-019": "test/cases/threats-edits.test.ts",
  "concurrency-020": "test/cases/threats-edits.test.ts",
  "concurrency-027": "not yet: there is no janitor",
  "concurrency-028": "not yet: there is no janitor",
};

const path = "kb/a.md" as LogicalPath;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const versionOf = (text: string): string => `sha256-${portableSha256(bytes(text))}`;
const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(`<Error><Code>${code}</Code></Error>`, { status, headers });

async function textOf(store: FileStore, file: LogicalPath = path): Promise<string | undefined> {
  const opened = await store.open(file);
  return opened === null ? undefined : new TextDecoder().decode(await collectBytes(opened.stream));
}

async function pathsOf(
  store: FileStore,
  recursive = true,
): Promise<{ readonly paths: string[]; readonly unlisted: number }> {
  const paths: string[] = [];
  let unlisted = 0;
  for await (const page of store.list("", { recursive })) {
    for (const entry of page.entries) paths.push(entry.path);
    unlisted += page.unlisted.length;
  }
  return { paths, unlisted };
}

/** A step's value, or the one clear error that it ended with. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (cause) {
    if (!GraphdownError.isInstance(cause)) throw cause;
    return cause;
  }
}

/** The cases that describe themselves by this property, in an area. */
const casesWith = (area: string, name: string): (readonly [string, ThreatCase])[] =>
  cases.filter((each) => each.area === area && name in each.input).map((each) => [each.id, each]);

const said = (each: ThreatCase, name: string): string => String(each.input[name]);

interface Fault {
  readonly server?: S3ServerOptions;
  /** What comes in place of an answer of the server; `undefined` where nothing is wrong. */
  readonly answer: (request: {
    readonly method: string;
    readonly url: string;
    /** Requests of this kind that have met the fault. */
    readonly count: number;
    readonly send: () => Promise<Response>;
  }) => Promise<Response> | undefined;
  /** Whether every step must be done all the same. Else a step may end with `storage_failed`. */
  readonly passes: boolean;
}

const lost = (code: string): never => {
  throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });
};
const isObject = (url: string): boolean => url.endsWith("/kb/a.md");
const withHeaders = async (answer: Promise<Response>, change: (headers: Headers) => void): Promise<Response> => {
  const response = await answer;
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
};
/** The first of each kind of request for the file. */
const once =
  (method: string, work: (send: () => Promise<Response>) => Promise<Response>): Fault["answer"] =>
  (request) =>
    request.method === method && isObject(request.url) && request.count === 0 ? work(request.send) : undefined;

const faults: Readonly<Record<string, Fault>> = {
  "503 forever": { passes: false, answer: async () => refusal(503, "SlowDown") },
  "timeout after apply": {
    passes: true,
    answer: once("PUT", async (send) => {
      await (await send()).body?.cancel();
      throw new DOMException("timeout", "TimeoutError");
    }),
  },
  "connection reset mid upload": { passes: true, answer: once("PUT", async () => lost("ECONNRESET")) },
  "connection reset mid download": {
    passes: true,
    answer: once("GET", async (send) => {
      const response = await send();
      const all = new Uint8Array(await response.arrayBuffer());
      let isSent = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isSent) controller.error(new TypeError("terminated"));
          else controller.enqueue(all.slice(0, 1));
          isSent = true;
        },
      });
      return new Response(body, { status: response.status, headers: response.headers });
    }),
  },
  "body bytes flipped (hash differs)": {
    passes: false,
    answer: ({ method, url, send }) =>
      method === "GET" && isObject(url)
        ? send().then(async (response) => {
            const body = new Uint8Array(await response.arrayBuffer());
            if (body.length > 0) body[0] = (body[0] as number) ^ 1;
            return new Response(body, { status: response.status, headers: response.headers });
          })
        : undefined,
  },
  "200 with XML error body (CompleteMultipartUpload)": {
    passes: true,
    answer: ({ method, url, count }) =>
      method === "POST" && url.includes("uploadId") && count === 0
        ? Promise.resolve(new Response("<Error><Code>InternalError</Code></Error>", { status: 200 }))
        : undefined,
  },
  "429 with Retry-After": {
    passes: true,
    answer: ({ count }) =>
      count === 0 ? Promise.resolve(refusal(429, "TooManyRequests", { "retry-after": "3" })) : undefined,
  },
  "403 expired credentials": { passes: true, answer: once("PUT", async () => refusal(403, "ExpiredToken")) },
  "404 NoSuchBucket": { passes: false, answer: async () => refusal(404, "NoSuchBucket") },
  "409 ConditionalRequestConflict": {
    passes: true,
    answer: once("PUT", async () => refusal(409, "ConditionalRequestConflict")),
  },
  "DNS failure": { passes: false, answer: async () => lost("ENOTFOUND") },
  "TLS error": { passes: false, answer: async () => lost("CERT_HAS_EXPIRED") },
  "ETag absent": { passes: false, answer: ({ send }) => withHeaders(send(), (headers) => headers.delete("etag")) },
  "Last-Modified in 1970": {
    passes: true,
    answer: ({ send }) => withHeaders(send(), (headers) => headers.set("last-modified", new Date(0).toUTCString())),
  },
  "metadata header dropped by a proxy": {
    passes: true,
    answer: ({ send }) =>
      withHeaders(send(), (headers) => {
        for (const name of [...headers.keys()]) if (name.startsWith("x-amz-meta-")) headers.delete(name);
      }),
  },
};

describe.skipIf(cases.length === 0)("a storage that fails", () => {
  it.each(casesWith("storage", "fault"))("%s", async (id, each) => {
    run.add(id);
    const name = said(each, "fault");
    const fault = faults[name];
    if (fault === undefined) throw new Error(`No scenario for ${name}.`);
    const server = await newServer({ versioning: "on" });
    let isOn = false;
    const counts = new Map<string, number>();
    const faulty: typeof fetch = async (input, init) => {
      const method = init?.method ?? "GET";
      const send = (): Promise<Response> => server.fetch(input, init);
      const count = counts.get(method) ?? 0;
      const answer = isOn ? fault.answer({ method, url: String(input), count, send }) : undefined;
      if (answer === undefined) return send();
      counts.set(method, count + 1);
      return answer;
    };
    const store = await openS3(server, { fetch: faulty, partBytes: 5 * 1024 * 1024 });
    isOn = true;
    const long = "x".repeat(5 * 1024 * 1024 + 1);
    const steps: readonly (readonly [() => Promise<unknown>, unknown])[] = [
      [async () => (await store.put(path, bytes("one"), { ifAbsent: true })).size, 3],
      [() => textOf(store), "one"],
      [async () => (await store.put(path, bytes("two"), { ifVersion: versionOf("one") })).size, 3],
      [() => textOf(store), "two"],
      [async () => (await pathsOf(store)).paths, [path]],
      ...(name.includes("Multipart")
        ? [[async () => (await store.put(path, streamOf(bytes(long)))).size, long.length] as const]
        : []),
    ];
    let isReplaced = true;
    for (const [index, [work, wanted]] of steps.entries()) {
      const outcome = await outcomeOf(work());
      if (index === 2) isReplaced = !GraphdownError.isInstance(outcome);
      // What was refused was not done.
      const expected = index === 3 && !isReplaced ? "one" : wanted;
      // Right, or one clear error; never anything else.
      const isRight = JSON.stringify(outcome) === JSON.stringify(expected);
      if (!isRight) {
        expect(fault.passes, `${name}, step ${index}: ${String(outcome)}`).toBe(false);
        expect(
          GraphdownError.isInstance(outcome) ? outcome.code : JSON.stringify(outcome),
          `${name}, step ${index}`,
        ).toMatch(/^(?:storage_failed|version_conflict|not_found)$/);
      }
      if (!isRight && index === 1 && !name.startsWith("body")) break;
    }
    const history = server.historyOf(path);
    expect(new Set(history).size, "written twice").toBe(history.length);
    if (fault.passes) expect(history.slice(0, 2)).toEqual(["one", "two"]);
  });
});

const row = (key: string): string => `<Contents><Key>${key}</Key><ETag>"e"</ETag><Size>1</Size></Contents>`;
const pageOf = (rows: string, token?: string): string =>
  `<ListBucketResult><IsTruncated>${token !== undefined}</IsTruncated>${token === undefined ? "" : `<NextContinuationToken>${token}</NextContinuationToken>`}${rows}</ListBucketResult>`;

/** Pages as a server answers, by the token that is asked with; or keys that are really there. */
interface ListFault {
  readonly pages?: (token: string | null) => Response | string;
  readonly keys?: readonly string[];
  /** The full list, or the reason of the error. */
  readonly expected:
    | { readonly paths: readonly string[]; readonly unlisted?: number }
    | { readonly count: number }
    | string;
}

const million = isFull ? 1_000_000 : 20_000;
const listFaults: Readonly<Record<string, ListFault>> = {
  "same token twice (loop)": { pages: () => pageOf(row("kb/a.md"), "same"), expected: "unordered_listing" },
  "keys out of order": { pages: () => pageOf(row("kb/b.md") + row("kb/a.md")), expected: "unordered_listing" },
  "key outside the prefix in answer": { pages: () => pageOf(row("kb-beside/a.md")), expected: "outside_prefix" },
  "1,000,000 keys": {
    pages: (token) => {
      const start = Number(token ?? 0);
      const rows = Array.from({ length: 1_000 }, (_, index) => row(`kb/${String(start + index).padStart(8, "0")}.md`));
      return pageOf(rows.join(""), start + 1_000 < million ? String(start + 1_000) : undefined);
    },
    expected: { count: million },
  },
  'directory marker object "a/"': { keys: ["kb/a/", "kb/b.md"], expected: { paths: ["b.md"] } },
  "key equal to the prefix": { keys: ["kb", "kb/", "kb/b.md"], expected: { paths: ["b.md"] } },
  'both "a" and "a/b" exist': { keys: ["kb/a", "kb/a/b"], expected: { paths: ["a", "a/b"] } },
  "key holding ../ or \\ or control made by another tool": {
    keys: ["kb/../x.md", "kb/a\\b.md", "kb/bad\u0001.md", "kb/ok.md"],
    expected: { paths: ["ok.md"], unlisted: 3 },
  },
  "page fails with 503 on page 3": {
    keys: Array.from({ length: 9 }, (_, index) => `kb/${index}.md`),
    expected: { paths: Array.from({ length: 9 }, (_, index) => `${index}.md`) },
  },
};

describe.skipIf(cases.length === 0)("a listing that fails", () => {
  it.each(casesWith("storage", "list_fault"))("%s", async (id, each) => {
    run.add(id);
    const name = said(each, "list_fault");
    const fault = listFaults[name];
    if (fault === undefined) throw new Error(`No scenario for ${name}.`);
    const server = await newServer();
    for (const key of fault.keys ?? []) server.write(key, key.endsWith("/") ? "" : "x");
    let lists = 0;
    const answering: typeof fetch = async (input, init) => {
      const { searchParams } = new URL(String(input));
      if (!searchParams.has("list-type")) return server.fetch(input, init);
      lists++;
      if (name.includes("503") && lists === 3) return refusal(503, "SlowDown");
      const page = fault.pages?.(searchParams.get("continuation-token"));
      return page === undefined ? server.fetch(input, init) : new Response(page as string);
    };
    const prefix = "kb" as LogicalPath;
    const pageSize = fault.pages === undefined ? 2 : 1_000;
    const store = await openS3(server, { fetch: answering, prefix, pageSize, writable: false });
    const { expected } = fault;
    if (typeof expected === "string") {
      await expect(pathsOf(store)).rejects.toMatchObject({ code: "storage_failed", details: { reason: expected } });
      expect(lists).toBeLessThan(20);
      return;
    }
    const { paths, unlisted } = await pathsOf(store);
    if ("count" in expected) expect(new Set(paths).size).toBe(expected.count);
    else expect({ paths, unlisted }).toEqual({ paths: expected.paths, unlisted: expected.unlisted ?? 0 });
  });
});

describe.skipIf(cases.length === 0)("a bucket whose conditions would not hold", () => {
  const preflights: readonly (readonly [RegExp, S3ServerOptions, "put" | "delete" | "multipart" | "lock"])[] = [
    [/ignores If-None-Match \(/, { ignoresConditions: true }, "put"],
    [/refuses a right quoted If-Match/, { unquotedETags: true }, "put"],
    [/ignores If-Match on DELETE/, { ignoresDeleteConditions: true }, "delete"],
    [/on CompleteMultipartUpload/, { ignoresMultipartConditions: true }, "multipart"],
    [/501 for conditional PUT/, { refusesConditions: true }, "put"],
    [/versioned bucket never passes If-Match/, { failsOnVersions: true, versioning: "on" }, "put"],
    [/object lock absent/, {}, "lock"],
  ];

  it.each(casesWith("storage", "preflight"))("%s", async (id, each) => {
    run.add(id);
    const [, behaviour, what] = preflights.find(([words]) => words.test(said(each, "preflight"))) ?? [];
    if (behaviour === undefined) throw new Error(`No scenario for ${said(each, "preflight")}.`);
    const server = await newServer(behaviour);
    const found = await inspectBucket(optionsFor(server));
    const store = await openS3(server);
    const entry = await store.put(path, bytes("one"));
    const condition = { ifVersion: statVersion(entry) };
    if (what === "lock") {
      expect(JSON.stringify(found)).toMatch(/lock/i);
      expect((await store.put(path, bytes("two"), condition)).size).toBe(3);
    } else if (what === "delete") {
      expect(found.conditions?.delete).toBe(false);
      await expect(store.delete(path, condition)).rejects.toMatchObject({ code: "unsupported" });
    } else if (what === "multipart") {
      expect(found.conditions?.multipart).toBe(false);
      const stream = streamOf(new Uint8Array(9 * 1024 * 1024));
      await expect(store.put(path, stream, condition)).rejects.toMatchObject({ code: "unsupported" });
    } else if (behaviour.unquotedETags === true) {
      // Found out, and done as this server wants it: safe, so that nothing need be refused.
      expect(found.conditions?.put).toBe("unquoted");
      await store.put(path, bytes("two"), condition);
      await expect(store.put(path, bytes("three"), condition)).rejects.toMatchObject({ code: "version_conflict" });
      return;
    } else {
      expect(found.conditions?.put).toMatch(/^(?:ignored|refused)$/);
      await expect(store.put(path, bytes("two"), condition)).rejects.toMatchObject({ code: "unsupported" });
      expect(store.describe().conditionalWrites).toBe("none");
    }
    expect(await textOf(store)).toBe(what === "lock" ? "two" : "one");
  });
});

describe.skipIf(cases.length === 0)("objects and places", () => {
  const scenarios: Readonly<Record<string, () => Promise<void>>> = {
    "SSE-KMS ETag is not MD5": async () => {
      const server = await newServer({ etags: "opaque" });
      const store = await openS3(server);
      const entry = await store.put(path, bytes("one"));
      expect(store.knownVersion?.(entry)).toBe(versionOf("one"));
      await store.put(path, bytes("two"), { ifVersion: versionOf("one") });
      await expect(store.put(path, bytes("x"), { ifVersion: versionOf("one") })).rejects.toMatchObject({
        code: "version_conflict",
      });
    },
    "object written by another tool without our metadata": async () => {
      const server = await newServer();
      server.write(path, "theirs");
      const store = await openS3(server);
      await store.put(path, bytes("ours"), { ifVersion: versionOf("theirs") });
      server.write(path, "theirs again");
      await expect(store.put(path, bytes("x"), { ifVersion: versionOf("ours") })).rejects.toMatchObject({
        code: "version_conflict",
        details: { version: versionOf("theirs again") },
      });
    },
    "endpoint override to 169.254.169.254 via request": async () => {
      const context = await createFileContext({
        store: createMemoryStore({ files: { "a.md": "x" } }),
        approvals: "none",
      });
      const endpoint = "http://169.254.169.254";
      const input = { path: "a.md", endpoint };
      const { ok, error } = await context.runToolCall({ id: "1", name: "file_access_read", input });
      expect([ok, error?.code]).toEqual([false, "invalid_input"]);
      // Nor by whoever configures it, without saying so.
      await expect(
        openS3(await newServer(), { ...parseS3Location(`s3://notes?endpoint=${endpoint}`, undefined) }),
      ).rejects.toMatchObject({
        code: "invalid_options",
      });
    },
  };

  it.each(casesWith("storage", "s3"))("%s", async (id, each) => {
    run.add(id);
    const scenario = scenarios[said(each, "s3")];
    if (scenario === undefined) throw new Error(`No scenario for ${said(each, "s3")}.`);
    await scenario();
  });
});

/** A place that all writers share, each by a store of its own. */
async function openBackend(backend: string): Promise<() => Promise<FileStore>> {
  if (backend === "memory") {
    const memory = createMemoryStore();
    return async () => memory;
  }
  if (backend === "local") {
    const root = newFolder({ quick: true });
    return () => openDiskStore({ root });
  }
  const server = await newServer();
  await openS3(server);
  return () => openS3(server);
}

/** Lets others do something. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const backendOf = (each: ThreatCase): string => said(each, "backend");
const concurrent = (words: RegExp, name: string): (readonly [string, ThreatCase])[] =>
  casesWith("concurrency", name).filter(([id, each]) => !(id in elsewhere) && words.test(said(each, name)));

describe.skipIf(cases.length === 0)("many at once", () => {
  it.each(concurrent(/./, "increments_each"))("%s: no increment is lost", { timeout: 3_600_000 }, async (id, each) => {
    run.add(id);
    const [writers, increments] = isFull
      ? [Number(each.input["writers"]), Number(each.input["increments_each"])]
      : [16, 3];
    const open = await openBackend(backendOf(each));
    const stores = await Promise.all(Array.from({ length: writers }, () => open()));
    const counted = await countTogether({ writers, increments, storeOf: (writer) => stores[writer] as FileStore });
    expect(counted).toMatchObject({ reached: writers * increments, acknowledged: writers * increments });
  });

  it.each(concurrent(/^create if-none-match/, "op"))(
    "%s: one of all who create wins",
    { timeout: 600_000 },
    async (id, each) => {
      run.add(id);
      const [writers, rounds] = isFull ? [Number(each.input["writers"]), 100] : [16, 5];
      const open = await openBackend(backendOf(each));
      const stores = await Promise.all(Array.from({ length: writers }, () => open()));
      for (let round = 0; round < rounds; round++) {
        const file = `round-${round}.md` as LogicalPath;
        const outcomes = await Promise.all(
          stores.map((store, writer) => outcomeOf(store.put(file, bytes(`${writer}`), { ifAbsent: true }))),
        );
        const winners = outcomes.flatMap((outcome, writer) => (GraphdownError.isInstance(outcome) ? [] : [writer]));
        expect(winners).toHaveLength(1);
        expect(await textOf(stores[0] as FileStore, file)).toBe(String(winners[0]));
      }
    },
  );

  it.each(concurrent(/./, "readers"))("%s: no read is torn", { timeout: 3_600_000 }, async (id, each) => {
    run.add(id);
    const [readers, rewrites] = isFull ? [Number(each.input["readers"]), 1_000] : [4, 6];
    const open = await openBackend(backendOf(each));
    const size = 1024 * 1024;
    const writer = await open();
    await writer.put(path, new Uint8Array(size));
    let isDone = false;
    const read = async (): Promise<void> => {
      const store = await open();
      do {
        await turn();
        const opened = await store.open(path).catch((cause: unknown) => {
          if (GraphdownError.isInstance(cause) && cause.code === "version_conflict") return null;
          throw cause;
        });
        if (opened === null) continue;
        const content = await outcomeOf(collectBytes(opened.stream));
        // A read that the file is replaced under may say so.
        if (content instanceof Uint8Array) expect([content.length, new Set(content).size]).toEqual([size, 1]);
        else expect(content).toMatchObject({ code: "version_conflict" });
      } while (!isDone);
    };
    const reading = Array.from({ length: readers }, read);
    for (let round = 1; round <= rewrites; round++) await writer.put(path, new Uint8Array(size).fill(round % 251));
    isDone = true;
    await Promise.all(reading);
  });

  it.each(concurrent(/^same content retried after lost answer$/, "op"))(
    "%s: what is stored already is success",
    async (id) => {
      run.add(id);
      const context = await createFileContext({
        store: createMemoryStore(),
        permissions: { write: true },
        approvals: "none",
      });
      await context.write("a.md", "one");
      const version = versionOf("one");
      await context.write("a.md", "two", { ifVersion: version });
      expect(await context.write("a.md", "two", { ifVersion: version })).toMatchObject({ version: versionOf("two") });
    },
  );

  it.each(concurrent(/^list while/, "op"))("%s: a listing shows no name twice and none of ours", async (id) => {
    run.add(id);
    const writes = isFull ? 1_000 : 100;
    const store = await openDiskStore({ root: newFolder({ quick: true }), pageSize: 7 });
    let isDone = false;
    const listing = (async () => {
      do {
        await turn();
        const { paths } = await pathsOf(store);
        expect(new Set(paths).size).toBe(paths.length);
        expect(paths.every((each) => /^notes\/\d+\.md$/.test(each))).toBe(true);
      } while (!isDone);
    })();
    for (let index = 0; index < writes; index++) await store.put(`notes/${index}.md` as LogicalPath, bytes("x"));
    isDone = true;
    await listing;
    await store.close();
  });

  it.each(concurrent(/8 parallel tool calls/, "op"))("%s: one that fails costs the others nothing", async (id) => {
    run.add(id);
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`${index}.md`, "x"]));
    const context = await createFileContext({ store: createMemoryStore({ files }), approvals: "none" });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        context.runToolCall({ id: `${index}`, name: "file_access_read", input: { path: `${index}.md` } }),
      ),
    );
    expect(results.map(({ id: call, ok }) => [call, ok])).toEqual(results.map((_, index) => [`${index}`, index < 7]));
  });

  it("leave no case out", () => {
    expect(cases.map(({ id }) => id).filter((id) => !run.has(id) && !(id in elsewhere))).toEqual([]);
  });
});
