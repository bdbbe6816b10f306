/** Who may do what over HTTP: tokens, signed tokens, workspaces, approvals, hosts, origins, quotas. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccessToken, parseTokenFile } from "../../../src/faces/http/access-tokens.ts";
import { createHttpApp } from "../../../src/faces/http/create-http-app.ts";
import type { McpHandler } from "../../../src/faces/mcp/mcp-handler.ts";
import { openNotes } from "../../context/notes.ts";
import { openWritable, startServer, type TestServer } from "./start-server.ts";

const tokens: readonly AccessToken[] = parseTokenFile(
  `# who may do what
reader-token-0123456789 read
writer-token-0123456789 read,write default alice
other-token-01234567890 read,write docs,default bob

approver-token-01234567 approve *
everything-token-012345 read,write,approve * carol`,
);
const [reader, writer, other, approver, everything] = tokens.map(({ token }) => token) as [
  string,
  string,
  string,
  string,
  string,
];

describe("with tokens", () => {
  let server: TestServer;
  beforeAll(async () => {
    const workspaces = {
      default: await openWritable(undefined, { approvals: "writes" }),
      docs: await openWritable({ "docs.md": "# Docs\n" }, { workspace: "docs" }),
    };
    server = await startServer({ tokens, workspaces });
  });
  afterAll(() => server.close());

  it.each(["/v1/tools", "/v1/files/winch.md", "/v1/graph/overview", "/v1/approvals", "/metrics", "/mcp", "/none"])(
    "asks for one at %s",
    async (target) => {
      const { status, headers, json } = await server.ask(target);
      expect([status, json.code, headers.get("www-authenticate")]).toEqual([
        401,
        "unauthorized",
        'Bearer realm="graphdown"',
      ]);
      const wrong = await server.ask(target, { token: "reader-token-012345678x" });
      expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
        401,
        'Bearer realm="graphdown", error="invalid_token"',
      ]);
    },
  );

  it.each(["Basic cmVhZGVy", "Bearer", "reader-token-0123456789"])("takes no Authorization: %s", async (value) => {
    expect((await server.ask("/v1/tools", { headers: { Authorization: value } })).status).toBe(401);
  });

  it.each(["/healthz", "/openapi.json", "/docs"])("shows %s without one", async (target) => {
    expect((await server.ask(target)).status).toBe(200);
  });

  it("lets a reader read, and neither write nor see what it may not call", async () => {
    const asReader = { token: reader };
    expect((await server.call("file_access_read", { path: "winch.md" }, asReader)).status).toBe(200);
    expect((await server.call("file_access_write", { path: "x.md", content: "" }, asReader)).status).toBe(403);
    expect((await server.ask("/v1/files/x.md", { method: "PUT", body: "", ...asReader })).status).toBe(403);
    expect((await server.ask("/v1/files/winch.md", { method: "DELETE", ...asReader })).status).toBe(403);
    expect((await server.ask("/v1/tools", asReader)).text).not.toContain("file_access_write");
    expect((await server.ask("/v1/tools", { token: writer })).text).toContain("file_access_write");
  });

  it("lets who may only approve neither read nor count", async () => {
    expect((await server.ask("/v1/files/winch.md", { token: approver })).status).toBe(403);
    expect((await server.ask("/v1/graph/overview", { token: approver })).status).toBe(403);
    expect((await server.ask("/metrics", { token: approver })).status).toBe(403);
  });

  it("hides workspaces that the token is not for as if they did not exist", async () => {
    const none = await server.ask("/w/none/v1/files/docs.md", { token: writer });
    const hidden = await server.ask("/w/docs/v1/files/docs.md", { token: writer });
    expect([none.status, hidden.status]).toEqual([404, 404]);
    expect(hidden.json.detail).toBe(none.json.detail.replace("none", "docs"));
    expect((await server.ask("/w/docs/v1/files/docs.md", { token: other })).text).toBe("# Docs\n");
    expect((await server.ask("/w/default/v1/files/winch.md", { token: writer })).status).toBe(200);
    expect((await server.ask("/w/docs/healthz", { token: other })).status).toBe(404);
    const shown = (await server.ask("/metrics", { token: other })).text;
    expect(shown).toContain('graphdown_approvals_pending{workspace="docs"} 0');
    expect(shown).toMatch(
      /requests_total\{workspace="docs",method="GET",route="\/v1\/files\/\{path\}",status="200"\} 1/,
    );
    expect(shown).toMatch(/tool_calls_total\{workspace="docs",tool="http_get_file",outcome="done"\} 1/);
    expect((await server.ask("/metrics", { token: writer })).text).not.toContain('workspace="docs"');
  });

  it("has a call approved by somebody else, once, and for this caller only", async () => {
    const input = { path: "a.md", content: "# A\n" };
    const waiting = await server.call("file_access_write", input, { token: writer });
    expect([waiting.status, waiting.json.state, waiting.json.actor]).toEqual([202, "pending", "alice"]);
    const location = waiting.headers.get("location") as string;
    expect(location).toBe(`/v1/approvals/${waiting.json.id}`);
    const { next, ...request } = waiting.json;
    expect(next).toContain("make the same call again");
    expect((await server.ask(location, { token: writer })).json).toEqual(request);
    expect((await server.ask(location, { token: other })).status).toBe(404);
    expect((await server.ask("/v1/approvals", { token: other })).json).toEqual({ approvals: [] });
    expect((await server.ask("/v1/approvals", { token: approver })).json.approvals).toHaveLength(1);
    expect((await server.ask("/metrics", { token: reader })).text).toContain('pending{workspace="default"} 1');
    const answer = { method: "PUT", json: { approved: true } };
    expect((await server.ask(location, { ...answer, token: writer })).status).toBe(403);
    expect((await server.ask(location, { ...answer, json: { approved: "yes" }, token: approver })).status).toBe(400);
    expect((await server.ask(location, { ...answer, token: approver })).json.state).toBe("approved");
    expect((await server.ask(location, { ...answer, token: approver })).json.code).toBe("approval_denied");
    expect((await server.call("file_access_write", input, { token: other })).status).toBe(202);
    expect((await server.call("file_access_write", input, { token: writer })).status).toBe(200);
    expect((await server.ask("/v1/approvals/none", { ...answer, token: approver })).status).toBe(404);
  });

  it("does not let who asked answer, whatever its scopes", async () => {
    const waiting = await server.call("file_access_write", { path: "b.md", content: "" }, { token: everything });
    const location = waiting.headers.get("location") as string;
    const own = await server.ask(location, { method: "POST", json: { approved: true }, token: everything });
    expect([own.status, own.json.code, own.json.details.reason]).toEqual([403, "approval_denied", "own_request"]);
    expect((await server.ask(location, { method: "POST", json: { approved: false }, token: approver })).status).toBe(
      200,
    );
    const refused = await server.call("file_access_write", { path: "b.md", content: "" }, { token: everything });
    expect([refused.status, refused.json.code]).toEqual([403, "approval_denied"]);
  });

  it("hands MCP the caller, and tells it of files that were made by another way", async () => {
    const heard: unknown[] = [];
    const mcp: McpHandler = {
      answer: async (request, { context, caller }) => {
        heard.push([await request.text(), context.toolHost.workspace, caller.actor, caller.permissions]);
        return new Response("answered");
      },
      filesChanged: (context) => heard.push(context.toolHost.workspace),
      close: () => Promise.resolve(),
    };
    const workspaces = {
      default: await openWritable(),
      docs: await openWritable({ "docs.md": "# Docs\n" }, { workspace: "docs" }),
    };
    const mounted = await startServer({ tokens, workspaces, mcp });
    const asked = { method: "POST", json: { jsonrpc: "2.0" }, token: other };
    expect((await mounted.ask("/w/docs/mcp", asked)).text).toBe("answered");
    expect((await mounted.ask("/w/docs/mcp", { ...asked, token: reader })).status).toBe(404);
    expect((await mounted.ask("/mcp", { ...asked, token: reader })).status).toBe(200);
    await mounted.ask("/v1/files/new.md", { method: "PUT", body: "x", token: writer });
    await mounted.call("file_access_read", { path: "new.md" }, { token: writer });
    expect(heard).toEqual([
      ['{"jsonrpc":"2.0"}', "docs", "bob", { read: true, write: true, delete: true }],
      ['{"jsonrpc":"2.0"}', "default", expect.stringMatching(/^token-/), { read: true, write: false, delete: false }],
      "default",
    ]);
    await mounted.close();
  });

  it("tells a listener of each call who made it", async () => {
    const events: { type: string; actor?: string | undefined; requestId?: string | undefined }[] = [];
    const listening = await startServer({ tokens, onEvent: (event) => events.push(event as never) });
    const asked = {
      token: writer,
      headers: { "X-Request-Id": "r1", traceparent: `00-${"a".repeat(32)}-b7ad6b7169203331-01` },
    };
    await listening.call("file_access_read", { path: "winch.md" }, asked);
    await listening.ask("/v1/files/new.md", { method: "PUT", body: "x", ...asked });
    expect(events.map(({ type }) => type)).toEqual(["tool.started", "tool.done", "tool.started", "tool.done"]);
    expect(events[3]).toMatchObject({
      actor: "alice",
      requestId: "r1",
      trace: "a".repeat(32),
      tool: "http_put_file",
      paths: ["new.md"],
    });
    await listening.close();
  });
});

describe("with signed tokens", () => {
  const issuer = "https://id.example";
  const audience = "https://notes.example";
  let server: TestServer;
  let sign: (
    claims: Record<string, unknown>,
    over?: { issuer?: string; audience?: string; expires?: string; key?: unknown; alg?: string },
  ) => Promise<string>;
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256" };
    server = await startServer({ jwt: { keys: [jwk], issuer, audience }, tokens });
    sign = (claims, over = {}) =>
      new SignJWT({ sub: "dana", ...claims })
        .setProtectedHeader({ alg: over.alg ?? "ES256", kid: "k1" })
        .setIssuedAt()
        .setIssuer(over.issuer ?? issuer)
        .setAudience(over.audience ?? audience)
        .setExpirationTime(over.expires ?? "5m")
        .sign((over.key ?? privateKey) as CryptoKey);
  });
  afterAll(() => server.close());

  it("takes scopes, workspaces and name from a good one", async () => {
    const readOnly = await sign({ scope: "openid read" });
    expect((await server.ask("/v1/files/winch.md", { token: readOnly })).status).toBe(200);
    expect((await server.ask("/v1/files/n.md", { method: "PUT", body: "", token: readOnly })).status).toBe(403);
    const writing = await sign({ roles: ["read", "write"] });
    expect((await server.ask("/v1/files/n.md", { method: "PUT", body: "", token: writing })).status).toBe(201);
    expect(
      (await server.ask("/v1/files/n.md", { token: await sign({ scope: "read", workspaces: ["docs"] }) })).status,
    ).toBe(404);
    expect((await server.ask("/v1/files/n.md", { token: reader })).status).toBe(200);
  });

  it.each([
    ["another issuer", { issuer: "https://evil.example" }],
    ["another audience", { audience: "https://other.example" }],
    ["one that has expired", { expires: "-5m" }],
    ["a shared secret", { alg: "HS256", key: new Uint8Array(32) }],
  ])("refuses %s", async (_what, over) => {
    const { status, headers } = await server.ask("/v1/tools", { token: await sign({ scope: "read" }, over) });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe(
      `Bearer realm="graphdown", resource_metadata="${server.url}/.well-known/oauth-protected-resource", error="invalid_token"`,
    );
  });

  it("refuses an unsigned one and one of another key", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${part({ alg: "none" })}.${part({ sub: "x", scope: "read", iss: issuer, aud: audience })}.`;
    for (const token of [unsigned, await sign({ scope: "read" }, { key: privateKey }), "a.b.c"])
      expect((await server.ask("/v1/tools", { token })).status).toBe(401);
  });

  it("tells where tokens are to be had", async () => {
    expect((await server.ask("/.well-known/oauth-protected-resource")).json).toMatchObject({
      resource: `${server.url}/`,
      authorization_servers: [issuer],
      scopes_supported: ["read", "write", "approve"],
    });
  });
});

describe("without tokens", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ allowedOrigins: ["https://notes.example"], approverToken: "approver-token-01234567" });
  });
  afterAll(() => server.close());
  /** fetch sets Host itself. */
  const status = async (...headers: string[]): Promise<string> =>
    (await server.raw(`GET /v1/tools HTTP/1.1\r\n${headers.join("\r\n")}\r\nConnection: close\r\n\r\n`)).slice(9, 12);

  it.each([
    ["Host: localhost", "200"],
    ["Host: LOCALHOST:1234", "200"],
    ["Host: 127.0.0.1:80", "200"],
    ["Host: [::1]:80", "200"],
    ["Host: evil.example", "403"],
    ["Host: localhost.evil.example", "403"],
    ["Host: 127.0.0.1.nip.io", "403"],
    ["Host: ", "400"],
  ])("answers %s with %s", async (host, expected) => expect(await status(host)).toBe(expected));

  it.each([
    ["https://notes.example", "200"],
    ["http://localhost", "200"],
    ["https://evil.example", "403"],
    ["http://localhost.evil.example", "403"],
    ["http://localhost:1", "403"],
    ["null", "403"],
  ])("answers a page of %s with %s", async (origin, expected) =>
    expect(await status("Host: localhost", `Origin: ${origin}`)).toBe(expected),
  );

  it("tells only pages that were allowed that they may read answers", async () => {
    const preflight = {
      method: "OPTIONS",
      headers: { Origin: "https://notes.example", "Access-Control-Request-Method": "PUT" },
    };
    const allowed = await server.ask("/v1/files/a.md", preflight);
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "https://notes.example",
    ]);
    expect(allowed.headers.get("access-control-allow-credentials")).toBeNull();
    const evil = await server.ask("/v1/files/a.md", {
      ...preflight,
      headers: { ...preflight.headers, Origin: "https://evil.example" },
    });
    expect([evil.status, evil.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    expect((await server.ask("/v1/tools")).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("does not take a wrong token for none", async () => {
    expect((await server.ask("/v1/tools", { token: "wrong-token-0123456789" })).status).toBe(401);
  });

  it("lets the approver read, but not write", async () => {
    const token = "approver-token-01234567";
    expect((await server.ask("/v1/files/winch.md", { token })).status).toBe(200);
    expect((await server.ask("/v1/files/x.md", { method: "PUT", body: "", token })).status).toBe(403);
  });
});

it("bounds the requests of a caller, and says when to come back", async () => {
  let time = 0;
  const server = await startServer({ tokens, requestsPerMinute: 3, now: () => time });
  const ask = async (token: string) => server.ask("/v1/tools", { token });
  for (let turn = 0; turn < 3; turn++) expect((await ask(reader)).status).toBe(200);
  const refused = await ask(reader);
  expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([
    429,
    "limit_exceeded",
    "20",
  ]);
  expect((await ask(writer)).status).toBe(200);
  expect((await server.ask("/healthz")).status).toBe(200);
  time += 20_000;
  expect((await ask(reader)).status).toBe(200);
  expect((await ask(reader)).status).toBe(429);
  await server.close();
});

it("says 429 when too many calls of a caller run or wait", async () => {
  const context = await openWritable({}, { approvals: "writes", limits: { maximumPendingApprovals: 1 } });
  const server = await startServer({ workspaces: { default: context } });
  expect((await server.call("file_access_write", { path: "a.md", content: "" })).status).toBe(202);
  const second = await server.call("file_access_write", { path: "b.md", content: "" });
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "1"]);
  await server.close();
});

describe("settings", () => {
  it.each([
    "short read",
    "reader-token-0123456789",
    "reader-token-0123456789 read default bob more",
    "reader-token-0123456789 raed",
    "reader-token-0123456789 read\nreader-token-0123456789 write",
  ])("refuses the token file %j without showing a token", async (text) => {
    const context = await openNotes();
    const make = (): unknown => createHttpApp({ workspaces: { default: context }, tokens: parseTokenFile(text) });
    expect(make).toThrow(
      expect.objectContaining({ code: "invalid_options", message: expect.not.stringContaining("reader-token") }),
    );
  });

  it("names the line of the token that is too short", () => {
    expect(() => parseTokenFile("# ours\n\nreader-token-0123456789 read\nshort read\n")).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/line 4 .*fewer than 16 characters/) }),
    );
  });

  it.each([
    { keys: [], issuer: "", audience: "a" },
    { issuer: "i", audience: "a" },
    { jwksUrl: "http://id.example/keys", issuer: "i", audience: "a" },
    { keys: [], issuer: "i", audience: "a", algorithms: ["HS256"] },
    { keys: [], issuer: "i", audience: "a", algorithms: ["none"] },
  ])("refuses the settings %j of signed tokens", async (jwt) => {
    const context = await openNotes();
    expect(() => createHttpApp({ workspaces: { default: context }, jwt })).toThrow(
      expect.objectContaining({ code: "invalid_options" }),
    );
  });

  it("needs a workspace", () => {
    expect(() => createHttpApp({ workspaces: {} })).toThrow(expect.objectContaining({ code: "invalid_options" }));
  });
});
