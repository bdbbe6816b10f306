import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeEach, describe, expect, it } from "vitest";
import { bucket, disturbed, emptyBucket, putForeign } from "../storage/bucket.ts";
import { jsonOf, type StartedWorker, startWorker, token, writable } from "./start-worker.ts";

interface Found {
  readonly matches: readonly { readonly path: string }[];
}

beforeEach(async () => {
  await emptyBucket();
  await putForeign("index.md", "# Home\n\nSee [[ferry]].\n");
  await putForeign("ferry.md", "# Ferry\n\nIt crosses the river at nine.\n\n## Fog\n\nThen it waits.\n");
});

describe("a Worker", () => {
  it("searches, exports and reads ranges", async () => {
    const worker = startWorker();
    const found = await jsonOf<Found>(worker.fetch("/v1/graph/search?query=river"));
    expect(found.matches.map(({ path }) => path)).toEqual(["ferry.md"]);
    const exported = await worker.fetch("/v1/graph/export", { headers: { Accept: "text/turtle" } });
    expect([exported.status, exported.headers.get("content-type")]).toEqual([200, "text/turtle; charset=utf-8"]);
    expect(await exported.text()).toContain("<urn:graphdown:/ferry.md>");
    const lines = await worker.fetch("/v1/files/ferry.md?lines=5-7");
    expect([await lines.text(), lines.headers.get("graphdown-lines")]).toEqual(["## Fog\n\nThen it waits.\n", "5-7/7"]);
    const bytes = await worker.fetch("/v1/files/ferry.md", { headers: { Range: "bytes=2-6" } });
    expect([bytes.status, await bytes.text()]).toEqual([206, "Ferry"]);
  });

  it("edits with If-Match, and tells who comes too late", async () => {
    const worker = startWorker();
    const before = await worker.fetch("/v1/files/ferry.md");
    await before.body?.cancel();
    const version = before.headers.get("etag") as string;
    const put = (text: string): Promise<Response> =>
      worker.fetch("/v1/files/ferry.md", { method: "PUT", headers: { "If-Match": version }, body: text });
    expect((await put("# Ferry\n\nIt crosses the lake.\n")).status).toBe(200);
    const late = await put("# Ferry\n\nIt is lost.\n");
    expect([late.status, (await late.json()) as object]).toMatchObject([412, { code: "version_conflict" }]);
    expect(
      await (await bucket.get("ferry.md"))?.body
        .pipeThrough(new TextDecoderStream() as never)
        .getReader()
        .read(),
    ).toEqual({
      done: false,
      value: "# Ferry\n\nIt crosses the lake.\n",
    });
  });

  it("sees a note that somebody else changed between two questions", async () => {
    const worker = startWorker();
    const ask = (): Promise<Found> => jsonOf(worker.fetch("/v1/graph/search?query=lighthouse"));
    expect((await ask()).matches).toEqual([]);
    await putForeign("ferry.md", "# Ferry\n\nIt passes the lighthouse.\n");
    expect((await ask()).matches.map(({ path }) => path)).toEqual(["ferry.md"]);
    await bucket.delete("ferry.md");
    expect((await ask()).matches).toEqual([]);
  });

  it("takes what another isolate has parsed, and reads no note for it", async () => {
    const read: string[] = [];
    const watched = disturbed({
      get: (real) => async (key: string, options: never) => {
        read.push(key);
        return real(key, options);
      },
    });
    const ask = (worker: StartedWorker): Promise<unknown> => jsonOf(worker.fetch("/v1/graph/search?query=river"));
    const first = await ask(startWorker({ BUCKET: watched }));
    expect(read.filter((key) => key.endsWith(".md")).sort()).toEqual(["ferry.md", "index.md"]);
    read.length = 0;
    expect(await ask(startWorker({ BUCKET: watched }))).toEqual(first);
    expect(read.filter((key) => !key.startsWith(".graphdown/parsed/"))).toEqual([]);
    await putForeign("index.md", "# Home\n\nAcross the river.\n");
    read.length = 0;
    expect(await ask(startWorker({ BUCKET: watched }))).not.toEqual(first);
    expect(read.filter((key) => key.endsWith(".md"))).toEqual(["index.md"]);
  });

  it("serves an MCP client", async () => {
    const worker = startWorker();
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL("https://notes.example/mcp"), {
      fetch: (url, init) => worker.fetch(new Request(url, init)),
    });
    await client.connect(transport as never);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("file_context_markdown_graph_search");
    const answer = await client.callTool({
      name: "file_context_markdown_graph_search",
      arguments: { query: "river" },
    });
    expect(answer["structuredContent"]).toMatchObject({ matches: [{ path: "ferry.md" }] });
    await client.close();
  });

  it("keeps workspaces apart, by folder, by bucket and by token", async () => {
    await putForeign("one/secret.md", "# One\n\nThe word is walrus.\n");
    await putForeign("one-more/other.md", "# Beside\n\nThe word is walrus.\n");
    await putForeign("two/plain.md", "# Two\n\nSee [[secret]].\n");
    const tokens = { one: "the-token-of-workspace-one", two: "the-token-of-workspace-two" };
    const worker = startWorker({
      GRAPHDOWN_CONFIG: JSON.stringify({
        workspaces: {
          one: { location: "r2:BUCKET/one", ...writable },
          two: { location: "r2:BUCKET", prefix: "two", ...writable },
        },
      }),
      GRAPHDOWN_TOKENS: `${tokens.one} read,write one\n${tokens.two} read,write two\n`,
    });
    const as = (name: keyof typeof tokens, path: string, init: RequestInit = {}): Promise<Response> =>
      worker.fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${tokens[name]}` } });
    const found = await jsonOf<Found>(as("one", "/w/one/v1/graph/search?query=walrus"));
    expect(found.matches.map(({ path }) => path)).toEqual(["secret.md"]);
    expect((await jsonOf<Found>(as("two", "/w/two/v1/graph/search?query=walrus"))).matches).toEqual([]);
    for (const path of ["/w/two/v1/files/plain.md", "/w/two/mcp", "/v1/files/", "/w/three/v1/files/"]) {
      expect((await as("one", path)).status, path).toBe(404);
    }
    for (const path of ["..%2Ftwo%2Fplain.md", "%2e%2e/two/plain.md", "/two/plain.md"]) {
      expect((await as("one", `/w/one/v1/files/${path}`)).status, path).not.toBe(200);
    }
    const written = await as("one", "/w/one/v1/files/two/plain.md", { method: "PUT", body: "mine" });
    expect(written.status).toBe(201);
    expect((await bucket.head("one/two/plain.md"))?.size).toBe(4);
    const problem = await (await as("one", "/w/one/v1/files/gone.md")).text();
    expect(problem).not.toContain("one/gone.md");
  });
});

describe("who may call a Worker", () => {
  it("needs a token that is known, and the scope for what is asked", async () => {
    const worker = startWorker({ GRAPHDOWN_TOKENS: "a-token-that-only-reads read *" });
    const status = async (path: string, init?: RequestInit): Promise<number> => {
      const response = await worker.fetch(path, init);
      await response.body?.cancel();
      return response.status;
    };
    const reading = { Authorization: "Bearer a-token-that-only-reads" };
    expect(await status("/v1/files/index.md", { headers: { Authorization: "Bearer another-token-of-somebody" } })).toBe(
      401,
    );
    expect(await status("/v1/files/index.md", { headers: reading })).toBe(200);
    expect(await status("/v1/files/index.md", { method: "PUT", headers: reading, body: "x" })).toBe(403);
    expect(await status("/healthz", { headers: { Authorization: "" } })).toBe(200);
  });

  it("is nobody from elsewhere where there are no tokens", async () => {
    const worker = startWorker({ GRAPHDOWN_TOKEN: "" });
    const ask = (host: string): Promise<Response> =>
      worker.fetch(new Request(`http://${host}/v1/files/index.md`, { headers: { Authorization: "" } }));
    expect((await ask("notes.example")).status).toBe(403);
    expect((await ask("localhost:8787")).status).not.toBe(403);
  });

  it("is told what is wrong with the settings, and no secret", async () => {
    const wrong = {
      "no bucket": { GRAPHDOWN_CONFIG: { location: "r2:NOTES" } },
      "another storage": { GRAPHDOWN_CONFIG: { location: "./notes" } },
      "no JSON": { GRAPHDOWN_CONFIG: "{" },
      "an unknown key": { GRAPHDOWN_CONFIG: { location: "r2:BUCKET", locaton: "" } },
      "half of JWT": { GRAPHDOWN_JWT_ISSUER: "https://issuer.example" },
      "a rate that is none": { GRAPHDOWN_RATE: "many" },
      "a short token": { GRAPHDOWN_TOKENS: "hunter2 read" },
    };
    for (const [name, environment] of Object.entries(wrong)) {
      const response = await startWorker(environment).fetch("/v1/files/index.md");
      const text = await response.text();
      expect([name, response.status, JSON.parse(text).code]).toEqual([name, 400, "invalid_options"]);
      expect(text).not.toContain("hunter2");
      expect(text).not.toContain(token);
    }
  });

  it("gets no stream of events, which an isolate can't keep", async () => {
    const response = await startWorker().fetch("/v1/events");
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, "unsupported"]);
  });
});
