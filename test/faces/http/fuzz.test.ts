/**
 * Malformed requests at random: whatever comes in, the answer is one of ours and never 500, and the server goes on. As many as
 * GRAPHDOWN_FUZZ_REQUESTS says, 1,000 by default.
 */
import { connect } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { startServer, type TestServer } from "./start-server.ts";

const count = Number(process.env["GRAPHDOWN_FUZZ_REQUESTS"] ?? 1_000);
const perConnection = 25;

const tools = [
  "file_access_read",
  "file_access_ls",
  "file_access_write",
  "file_access_replace_lines",
  "file_context_read_range",
  "file_access_grep",
  "no_tool",
];

/** Requests that are HTTP, with odd content: these get past the parser. Others are odd all through. */
const request = fc.oneof(
  { weight: 3, arbitrary: requestOf({ junk: fc.string({ maxLength: 12 }).map(visible), wild: false }) },
  { weight: 1, arbitrary: requestOf({ junk: fc.string({ unit: "binary", maxLength: 20 }), wild: true }) },
);

function visible(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, "~");
}

function requestOf({
  junk,
  wild,
}: {
  readonly junk: fc.Arbitrary<string>;
  readonly wild: boolean;
}): fc.Arbitrary<Buffer> {
  const names = [
    "..",
    "winch.md",
    "index.md",
    "%2e%2e",
    "%",
    "%00",
    "%ff",
    "a%20b",
    "",
    "%E6%97%A5",
    "boats",
    "%2f",
    ".git",
    ":",
    "CON",
  ];
  const part = fc.oneof(fc.constantFrom(...names, ...(wild ? [" ", "\\", "#", "日本"] : [])), junk);
  const query = fc
    .array(
      fc.tuple(fc.constantFrom("query", "format", "path", "count", "lines", "column", "glob", "kinds", "x"), part),
      { maxLength: 3 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));
  const target = fc.oneof(
    fc
      .tuple(fc.array(part, { maxLength: 3 }), query)
      .map(([parts, text]) => `/v1/files/${parts.join("/")}${text === "" ? "" : `?${text}`}`),
    fc.constantFrom(...tools).map((tool) => `/v1/tools/${tool}`),
    fc
      .tuple(
        fc.constantFrom(
          "search",
          "export",
          "overview",
          "problems",
          "diff",
          "outline",
          "neighbors",
          "path",
          "related",
          "context",
          "validate",
          "infer",
          "none",
        ),
        query,
      )
      .map(([question, text]) => `/v1/graph/${question}?${text}`),
    fc.constantFrom(
      "/",
      "//",
      "/mcp",
      "/w/x/v1/tools",
      "/w/default/v1/tools",
      "/docs",
      "/metrics",
      "/v1/approvals/x",
      "http://localhost/healthz",
      "http://evil/",
    ),
    part,
  );
  const method = fc.constantFrom(
    "GET",
    "GET",
    "POST",
    "POST",
    "PUT",
    "DELETE",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "PATCH",
    ...(wild ? ["get", "G ET", ""] : []),
  );
  const values = [
    "*",
    '"x"',
    'W/"x"',
    '"a", *',
    '"',
    "bytes=0-1",
    "bytes=9-",
    "bytes=-",
    "bytes=0-1,2-3",
    "text/turtle",
    "*/*;q=x",
    "application/json",
    "gzip",
    "null",
    "Bearer x",
    "100-continue",
    "sha-256=:AA==:",
    "chunked",
    "0",
    "-1",
    "99999999999",
  ];
  const headerNames = [
    "If-Match",
    "If-None-Match",
    "Range",
    "If-Range",
    "Accept",
    "Repr-Digest",
    "Idempotency-Key",
    "X-Request-Id",
    "Graphdown-Session",
    "traceparent",
  ];
  const rarer = [
    "Content-Type",
    "Content-Encoding",
    "Origin",
    "Authorization",
    "Expect",
    "Host",
    "Transfer-Encoding",
    "Content-Length",
  ];
  const header = fc.tuple(
    fc.constantFrom(...headerNames, ...(wild ? [...rarer, "\0", "a b"] : [])),
    fc.oneof(fc.constantFrom(...values), junk),
  );
  const body = fc.oneof(
    fc
      .record(
        {
          path: part,
          directory: part,
          pattern: junk,
          content: junk,
          startLine: fc.integer(),
          edits: fc.anything({ maxDepth: 3 }),
          paths: fc.array(part, { maxLength: 3 }),
          query: fc.anything({ maxDepth: 2 }),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
    fc.json(),
    fc.constantFrom(
      "",
      '{"path":"winch.md"}',
      '{"__proto__":1}',
      '{"a":1,"a":2}',
      "[".repeat(100),
      '"\\ud800"',
      '{"glob":"[["}',
    ),
    junk,
  );
  const version = fc.constantFrom("HTTP/1.1", ...(wild ? ["HTTP/1.0", "HTTP/3", ""] : []));
  const headers = fc.array(header, { maxLength: 3 });
  const framed = wild ? fc.boolean() : fc.constant(true);
  return fc.record({ method, target, version, headers, body, framed }).map((made) => {
    const bytes = Buffer.from(made.body, "utf8");
    const lines = [
      `${made.method} ${made.target} ${made.version}`,
      "Host: localhost",
      ...(made.framed ? [`Content-Length: ${bytes.length}`, "Content-Type: application/json"] : []),
      ...made.headers.map(([name, value]) => `${name}: ${value}`),
    ];
    return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8"), bytes]);
  });
}

/** Sends requests one after the other, each as soon as the one before has its answer or its connection is closed. */
async function sendAll(server: TestServer, requests: readonly Buffer[]): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const bytes of requests) answers.push(await sendOne(server.port, bytes));
  return answers;
}

/** Half-closes after the request, so that the server sees its end whatever length it told. */
function sendOne(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.end(bytes));
    const end = (): void => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("latin1"));
    };
    socket.setTimeout(5_000, end);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", end);
    socket.on("close", end);
    socket.on("end", end);
  });
}

it(`answers ${count} malformed requests without one failure of its own`, { timeout: 600_000 }, async () => {
  const unhandled: unknown[] = [];
  const note = (cause: unknown): void => void unhandled.push(cause);
  process.on("unhandledRejection", note);
  const server = await startServer({ bounds: { idleTimeout: 2_000 } });
  const statuses = new Map<string, number>();
  const requests = fc.sample(request, count);
  for (let at = 0; at < requests.length; at += perConnection * 4) {
    const batches = [0, 1, 2, 3].map((part) =>
      requests.slice(at + part * perConnection, at + (part + 1) * perConnection),
    );
    const sent = batches.flat();
    const answers = (await Promise.all(batches.map((batch) => sendAll(server, batch)))).flat();
    for (const [index, answer] of answers.entries()) {
      const status =
        /^HTTP\/1\.1 (\d{3})/.exec(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ""))?.[1] ?? "closed";
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(["500", "501", "503"], sent[index]?.toString("latin1")).not.toContain(status);
    }
  }
  expect((await server.ask("/healthz")).status).toBe(200);
  expect((await server.ask("/v1/files/boats/heron.md")).status).toBeLessThan(500);
  if (process.env["GRAPHDOWN_FUZZ_REQUESTS"] !== undefined) console.info(Object.fromEntries(statuses));
  expect(unhandled).toEqual([]);
  // Not all of them are refused at the door.
  expect(statuses.get("200") ?? 0).toBeGreaterThan(count / 50);
  expect(statuses.get("closed") ?? 0).toBeLessThan(count / 10);
  process.off("unhandledRejection", note);
  await server.close();
});
