/** Hostile requests: smuggling, bodies, framing, JSON and raw paths, each over a socket of its own. */
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCases } from "../../cases/shared-cases.ts";
import type { ThreatCase } from "../../cases/threat-case.ts";
import { notes, startServer, statusOfRaw, type TestServer } from "./start-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ context: { limits: { maximumRequestBytes: 2_000_000 } } });
});
afterAll(async () => {
  // Whatever was sent: the server is there, and the files are as they were.
  expect((await server.ask("/healthz")).status).toBe(200);
  expect((await server.ask("/v1/files/winch.md")).text).toBe(notes["winch.md"]);
  await server.close();
});

const cases = loadCases<ThreatCase>("threats.jsonl") ?? [];

/** Raw requests by the id of the threat, with the statuses that are right. An empty text is a connection that was closed without a word. */
const requests: Readonly<
  Record<string, readonly (readonly [text: string, statuses: readonly (number | "closed")[]])[]>
> = {
  "http-001": [
    [
      "POST /v1/tools/file_access_ls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x",
      [400],
    ],
  ],
  "http-002": [
    "chunked\r\nTransfer-Encoding: chunked",
    "xchunked",
    '" chunked"',
    "chunked, identity",
    "\x0bchunked",
    "chunked;x=1",
  ].map((coding) => [
    `POST /v1/tools/file_access_ls HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    [400],
  ]),
  "http-003": [
    [
      "POST /v1/tools/file_access_ls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
      [400],
    ],
  ],
  "http-004": ["+5", "5,5", "0x5", "-1", "1e1"].map((length) => [
    `POST /v1/tools/file_access_ls HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\nabcde`,
    [400],
  ]),
  "http-007": [
    ["GET http://evil/ HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]],
    ["GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", [200]],
    ["GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n", [400]],
    ["GET /healthz HTTP/1.1\r\n\r\n", [400]],
  ],
  "http-009": [
    [`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${"a: b\r\n".repeat(10_000)}\r\n`, [431]],
    [`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${"y".repeat(65_536)}\r\n\r\n`, [431]],
  ],
  "http-010": [["PUT /v1/files/a.md HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10737418240\r\n\r\nx", [413]]],
  "http-011": [
    [
      `PUT /v1/files/a.md HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${`10000\r\n${"x".repeat(65_536)}\r\n`.repeat(40)}`,
      [413],
    ],
  ],
  "http-013": [
    [
      `POST /v1/tools/file_access_ls HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n${gzipSync("x").toString("latin1").slice(0, 10)}`,
      [415],
    ],
  ],
  "http-014": [
    ["TRACE /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", [405]],
    ["CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n", [405, "closed"]],
    ["GET /v1/files/winch.md HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: DELETE\r\n\r\n", [200]],
    ["POST /v1/files/winch.md?_method=DELETE HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", [405]],
  ],
  "http-016": [["GET /v1/files/winch.md HTTP/1.1\r\nHost: localhost\r\nRange: bytes=9999999999-\r\n\r\n", [416]]],
  "http-017": [
    ['PUT /v1/files/winch.md HTTP/1.1\r\nHost: localhost\r\nIf-Match: W/"x"\r\nContent-Length: 1\r\n\r\nx', [412]],
  ],
  "http-020": [
    ["PUT /v1/files/winch.md HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\nContent-Length: 1\r\n\r\nx", [412]],
  ],
  "http-021": [
    ["POST /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nContent-Length: 0\r\n\r\n", [403]],
  ],
  "http-024": [["GET /v1/tools HTTP/1.1\r\nHost: evil.example\r\n\r\n", [403]]],
  "http-025": [
    [
      "OPTIONS /v1/tools HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
      [403],
    ],
  ],
  "http-038": [
    [
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n",
      [200],
    ],
    [
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
      [200],
    ],
  ],
};

/** Cases that other tests hold, and where. */
const elsewhere: Readonly<Record<string, string>> = {
  "http-012": "slow clients, below",
  "http-019": "files.test.ts: replaces it only over the version that is named",
  "http-027": "serve.test.ts: refuses to start",
  "http-032": "access.test.ts: hides workspaces",
  "http-034": "files.test.ts: for saving only",
  "http-035": "files.test.ts: keeps a name inside its header",
  "http-036": "files.test.ts: leaves the old content",
  "http-037": "files.test.ts: answers a repetition with the same Idempotency-Key",
};

it("has a test for every threat to HTTP", () => {
  const ids = cases.filter(({ area }) => area === "http").map(({ id }) => id);
  expect(ids.filter((id) => !(id in requests) && !(id in elsewhere))).toEqual([]);
});

describe.each(Object.entries(requests))("%s", (_id, list) => {
  it.each(list)("%j", async (text, statuses) => {
    const answer = await server.raw(Buffer.from(text, "latin1"));
    expect(statuses).toContain(answer === "" ? "closed" : statusOfRaw(answer));
    // One request was sent, or what could be taken for one more: that one is never answered.
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(answer).not.toMatch(/access-control-allow-origin|switching protocols/i);
    if (!statuses.includes(200) && answer !== "") expect(answer.toLowerCase()).toContain("application/problem+json");
  });
});

describe("slow clients", () => {
  it("are ended in time, and others are answered meanwhile", async () => {
    const slow = await startServer({ bounds: { headersTimeout: 700, requestTimeout: 1_500 } });
    const sockets: Socket[] = [];
    const closed = Array.from(
      { length: 300 },
      () =>
        new Promise<string>((resolve) => {
          let received = "";
          const socket = connect(slow.port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nX: "));
          sockets.push(socket);
          socket.on("data", (chunk) => {
            received += chunk.toString();
          });
          socket.on("error", () => {});
          socket.on("close", () => resolve(received));
        }),
    );
    const drip = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write("y");
    }, 100);
    const started = performance.now();
    expect((await slow.ask("/healthz")).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(20_000);
    const answers = await Promise.all(closed);
    clearInterval(drip);
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(new Set(answers.map((answer) => statusOfRaw(answer) ?? 408))).toEqual(new Set([408]));
    await slow.close();
  });

  it("can't take more connections than there are", async () => {
    const small = await startServer({ bounds: { maxConnections: 20 } });
    const sockets = Array.from({ length: 60 }, () => connect(small.port, "127.0.0.1").on("error", () => {}));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sockets.filter((socket) => !socket.destroyed && socket.readyState === "open").length).toBeLessThanOrEqual(
      20,
    );
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await small.ask("/healthz")).status).toBe(200);
    await small.close();
  });
});

describe("hostile JSON", () => {
  const post = (text: string, type = "application/json") =>
    server.ask("/v1/tools/file_access_read", { method: "POST", body: text, headers: { "Content-Type": type } });

  it.each(cases.filter(({ area }) => area === "json").map((each) => [each.id, each] as const))(
    "%s",
    async (id, each) => {
      const [before, count, after] = (each.input["gen"] as [string, number, string] | undefined) ?? [];
      const given = before === undefined ? String(each.input["text"]) : `${before.repeat(count as number)}${after}`;
      const text = id === "json-009" ? `{${given}"path":"winch.md"}` : given;
      const started = performance.now();
      const { status, json } = await post(text);
      if (each.required.outcome === "accept") expect(json.code).toBe("not_found");
      else expect([400, 413], json.code).toContain(status);
      expect(performance.now() - started).toBeLessThan(30_000);
    },
  );

  it.each([
    "[[[[[",
    '{"path":"winch.md"',
    "\ufffe{}",
    '{"path":"winch.md"} x',
    `{"a":${"[".repeat(65)}${"]".repeat(65)}}`,
  ])("refuses %j", async (text) =>
    expect((await post(text)).json).toMatchObject({ status: 400, code: "invalid_input" }),
  );

  it("refuses bytes that are no UTF-8, and other types", async () => {
    const send = (body: string | Uint8Array, type: string) =>
      server.ask("/v1/tools/file_access_ls", { method: "POST", body, headers: { "Content-Type": type } });
    expect((await send(Uint8Array.of(0x7b, 0xff, 0x7d), "application/json")).status).toBe(400);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=utf-16",
      "application/jsonx",
    ])
      expect((await send("{}", type)).status, type).toBe(415);
    expect((await send("{}", 'Application/JSON; charset="UTF-8"')).status).toBe(200);
  });
});

describe("hostile paths in the raw target", () => {
  const paths = cases.filter(({ area, input }) => area === "path" && input.kind === "path");

  it.each(paths.filter(({ required }) => "http_raw_target" in required).map((each) => [each.id, each] as const))(
    "%s",
    async (_id, each) => {
      const target = `/v1/files/${each.input["path"] as string}`;
      const answer = await server.raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(statusOfRaw(answer)).toBe(each.required["http_raw_target"]);
    },
  );

  /** Those with an HTTP status of their own, sent escaped, so that only our own rule can refuse them. */
  const escaped = paths.filter(
    // Without a path the target ends in a slash, and asks for the list of the root.
    ({ required, input }) => "http" in required && (input["ops"] as string[]).includes("read") && input["path"] !== "",
  );
  it.each(escaped.map((each) => [each.id, each] as const))("%s, escaped", async (_id, each) => {
    const path = each.input["path"] as string;
    // Half a surrogate pair has no escape.
    if (/\p{Cs}/u.test(path)) return;
    const target = `/v1/files/${encodeURIComponent(path)}`;
    const answer = await server.raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(statusOfRaw(answer)).toBe(each.required["http"]);
  });

  it.each([
    ["/v1/files/../../etc/passwd", 400],
    ["/v1/files/%2e%2e/%2e%2e/etc/passwd", 400],
    ["/v1/files/..%2f..%2fetc/passwd", 400],
    ["/v1/files/..%5c..%5cx", 400],
    ["/v1/files//etc/passwd", 400],
    ["/v1/files/boats/../winch.md", 400],
    ["/v1/files/./winch.md", 400],
    ["/v1/files/a%", 400],
    ["/v1/files/%zz", 400],
    ["/v1/files/%c0%ae%c0%ae/x", 400],
    ["/v1/files/a\\b", 400],
    ["/v1/files/winch.md#x", 400],
    ["/v1/files///", 400],
    ["/v1/tools/../../healthz", 404],
    ["/w/..%2f/v1/files/winch.md", 404],
    ["/w/%2e%2e/v1/files/winch.md", 404],
    ["/w/default/../v1/files/winch.md", 404],
    ["/w/default/healthz", 404],
    ["*", 400],
    ["/v1/tools?a=%", 400],
    ["/v1/tools?a=1&a=2", 400],
  ])("answers %s with %i", async (target, status) => {
    const answer = await server.raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(statusOfRaw(answer)).toBe(status);
  });

  it("answers a target that is too long with 414", async () => {
    expect((await server.ask(`/v1/files/${"a".repeat(9_000)}`)).status).toBe(414);
  });

  it("answers a target that climbs without being told of it from inside, as in a Worker", async () => {
    const { createHttpApp } = await import("../../../src/faces/http/create-http-app.ts");
    const app = createHttpApp({ workspaces: { default: server.context } });
    const status = async (url: string) =>
      (await app.fetch(new Request(url, { headers: { host: "localhost" } }))).status;
    expect(await status("http://localhost/v1/files/boats/%2e%2e/winch.md")).toBe(200);
    expect(await status("http://localhost/v1/files/..%2fx")).toBe(400);
    expect(await status("http://localhost/v1/files/%2e%2e/%2e%2e/%2e%2e/etc/passwd")).toBe(404);
  });
});
