/** Each route over a real socket: tools, questions about the graph, approvals, health, numbers, description. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileContext as createContext } from "../../../src/context/create-file-context.ts";
import { createMemoryStore, createTools } from "../../../src/index.ts";
import { runToolCall } from "../../../src/tools/run-tool-call.ts";
import { makeCountTool } from "../../tools/count-tool.ts";
import { startServer, type TestServer } from "./start-server.ts";

/** A shape by which every document is of a kind of node. */
const shapeOf = (nodeKind: string): string => `<urn:s> sh:targetClass md:Document ; sh:nodeKind ${nodeKind} .`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe("/v1/tools", () => {
  it("lists every tool of the registry with its schemas", async () => {
    const { json } = await server.ask("/v1/tools");
    expect(json.tools.map((tool: { name: string }) => tool.name)).toEqual(
      server.context.tools().map(({ name }) => name),
    );
    expect(json.tools[0]).toMatchObject({ effect: "read", inputSchema: { type: "object" } });
  });

  it("runs a call and gives the tool's result", async () => {
    const { status, json } = await server.call("file_access_read", { path: "winch.md" });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ok: true, status: "done", data: { path: "winch.md" } });
    expect(json.data.content).toContain("Grease the winch");
  });

  it("takes a call without a body as one without arguments", async () => {
    const { json } = await server.ask("/v1/tools/file_access_ls", { method: "POST" });
    expect(json.data.entries.length).toBeGreaterThan(2);
  });

  it.each([
    ["file_access_read", { path: "none.md" }, 404, "not_found"],
    ["file_access_read", { path: "../x" }, 400, "invalid_path"],
    ["file_access_read", { path: ".git/config" }, 403, "permission_denied"],
    ["file_access_read", { paht: "x" }, 400, "invalid_input"],
    ["file_access_raed", {}, 404, "not_found"],
    ["file_access_read", [], 400, "invalid_input"],
    ["file_access_write", { path: "index.md", content: "x" }, 409, "already_exists"],
    ["file_access_replace", { path: "index.md", oldString: "nowhere", newString: "x" }, 409, "edit_conflict"],
    [
      "file_access_write",
      { path: "index.md", content: "x", ifVersion: `sha256-${"0".repeat(64)}` },
      412,
      "version_conflict",
    ],
    ["file_context_markdown_graph_search", { query: "x".repeat(2_000) }, 413, "limit_exceeded"],
  ])("answers a failed call of %s(%j) with %i %s", async (tool, input, status, code) => {
    const answer = await server.call(tool, input);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.json).toMatchObject({ status, detail: expect.any(String), next: expect.any(String) });
  });

  it("hands the header Idempotency-Key to tools that have such a parameter", async () => {
    const headers = { "Idempotency-Key": "k1" };
    const input = { path: "winch.md", dryRun: true, oldString: "winch", newString: "capstan", replaceAll: true };
    expect((await server.call("file_access_replace", input, { headers })).status).toBe(200);
    const twice = { ...input, idempotency_key: "k2" };
    expect((await server.call("file_access_replace", twice, { headers })).json.code).toBe("invalid_input");
    expect((await server.call("file_access_read", { path: "winch.md" }, { headers })).status).toBe(200);
  });

  it("puts a large answer aside for the session that asked, and gives the parts", async () => {
    const body = Array.from({ length: 1_000 }, (_, index) => `[[Note ${index}]]`).join("\n\n");
    const server = await startServer({ files: { "large.md": body } });
    const headers = { "Graphdown-Session": "s1" };
    const big = await server.call("file_context_markdown_graph_export", { format: "json" }, { headers });
    expect(big.json.artifacts).toHaveLength(1);
    const { path } = big.json.artifacts[0];
    const part = await server.call("file_context_read_range", { path, lineCount: 1 }, { headers });
    expect(part.status).toBe(200);
    expect((await server.call("file_context_read_range", { path })).status).toBe(403);
    await server.close();
  });
});

it("shows a tool that is added to the registry in every route by itself", async () => {
  const countTool = makeCountTool("file_context_markdown_graph_count");
  const context = await createContext(
    { store: createMemoryStore({ files: { "a.md": "" } }), approvals: "none" },
    { toolset: { create: (made) => [...createTools(made), countTool], run: runToolCall } },
  );
  const other = await startServer({ workspaces: { default: context } });
  expect((await other.call("file_context_markdown_graph_count", {})).json.data).toEqual({ count: 1 });
  expect((await other.ask("/v1/graph/count?directory=x")).json).toEqual({ count: 0 });
  expect((await other.ask("/v1/tools")).text).toContain("file_context_markdown_graph_count");
  expect((await other.ask("/openapi.json")).json.paths).toHaveProperty("/v1/graph/count");
  await other.close();
});

describe("/v1/graph", () => {
  it.each([
    ["search?query=winch&count=1", { matches: [{ path: "winch.md" }] }],
    ["search?q=grease+winch&tags=harbour/deck", { matches: [{ path: "winch.md" }] }],
    ["overview", { snapshot: expect.any(String) }],
    ["outline?path=boats%2Fheron.md", { path: "boats/heron.md" }],
    [
      "diff?fromDirectory=boats&triples=true",
      { from: { directory: "boats" }, triples: { addedTriples: expect.any(Array) } },
    ],
    ["problems?kinds=broken", { counts: { broken: 1 } }],
    ["neighbors?node=winch.md&direction=in&depth=2", { node: { path: "winch.md" }, depth: 2 }],
    ["neighbors?node=%23harbour&count=1", { node: { kind: "tag" }, neighbors: [{ kind: "document" }] }],
    ["related?node=winch.md", { node: { path: "winch.md" } }],
    ["context?query=grease&tokenBudget=500", { tokenBudget: 500, passages: [{ path: "winch.md" }] }],
    ["path?from=winch.md&to=winch.md", { found: true, length: 0 }],
    ["validate", { conforms: true, resultCount: 0 }],
    [
      "validate?shapes=%3Curn:s%3E%20sh:targetClass%20md:Document%20;%20sh:nodeKind%20sh:Literal%20.&count=1",
      { conforms: false, results: [{ line: 1 }] },
    ],
    ["infer?rulesets=skos&format=turtle", { rulesets: ["skos"], format: "turtle" }],
  ])("answers %s", async (question, expected) => {
    const { status, json } = await server.ask(`/v1/graph/${question}`);
    expect(status).toBe(200);
    expect(json).toMatchObject(expected);
  });

  it.each([
    ["serach?query=x", 404],
    ["search", 400],
    ["search?query=%20", 400],
    ["search?query=a&query=b", 400],
    ["search?query=a&colour=red", 400],
    ["outline?path=none.md", 404],
    ["export?format=pdf", 406],
    ["neighbors?node=none.md", 404],
    ["validate?shapes=none.ttl", 404],
    ["validate?shapes=%3Curn:s%3E", 400],
    ["infer?rulesets=owl", 400],
    ["neighbors?node=winch.md&depth=4", 400],
    ["neighbors?node=..%2Fx", 400],
    ["path?from=winch.md&to=none.md", 404],
    ["related?node=%23harbour", 400],
    ["context?query=grease&tokenBudget=0", 400],
    ["export?format=turtle&focus=none.md", 404],
  ])("refuses %s with %i", async (question, status) => {
    expect((await server.ask(`/v1/graph/${question}`)).status).toBe(status);
  });

  it.each([
    [undefined, "text/vnd.mermaid; charset=utf-8", /^flowchart|^graph|^---/],
    ["*/*", "text/vnd.mermaid; charset=utf-8", /./],
    ["text/turtle", "text/turtle; charset=utf-8", /@prefix|PREFIX/],
    ["application/ld+json", "application/ld+json", /@context/],
    ["application/json", "application/json", /"nodes"/],
    ["text/vnd.graphviz", "text/vnd.graphviz; charset=utf-8", /^digraph/],
    ["application/n-quads", "application/n-quads", /^<urn:graphdown:\/[^>]*> <.* \.\n$/s],
    ["application/n-triples", "application/n-triples", /^<urn:graphdown:/],
    ["application/trig", "application/trig", /^<urn:[^>]*> \{$/m],
    ["application/graphml+xml", "application/graphml+xml", /<graphml /],
    ["application/gexf+xml", "application/gexf+xml", /<gexf /],
    ["text/csv", "text/csv; charset=utf-8", /^"source",/],
    ["image/svg+xml", "image/svg+xml", /^<svg /],
    ["application/vnd.jsoncanvas+json", "application/vnd.jsoncanvas+json", /"nodes"/],
    ["application/rdf+xml, text/turtle;q=0.5", "text/turtle; charset=utf-8", /./],
    ["text/html, text/vnd.mermaid;q=0, */*;q=0.1", "text/turtle; charset=utf-8", /./],
  ])("exports for Accept: %s as %s", async (accept, type, content) => {
    const { status, headers, text } = await server.ask("/v1/graph/export", {
      headers: accept === undefined ? {} : { Accept: accept },
    });
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    expect(text).toMatch(content);
    expect(headers.get("graphdown-snapshot")).toMatch(/./);
  });

  it.each(["application/rdf+xml", "image/png", "text/html"])("has no export in %s", async (accept) => {
    const { status, json } = await server.ask("/v1/graph/export", { headers: { Accept: accept } });
    expect([status, json.code]).toEqual([406, "not_acceptable"]);
    expect(json.details.offered).toContain("text/turtle");
  });

  it("gives 304 for the same answer only: not for another form, question or state", async () => {
    const search = "/v1/graph/search?query=winch";
    const first = await server.ask(search);
    const headers = { "If-None-Match": first.headers.get("etag") as string };
    expect(await server.ask(search, { headers })).toMatchObject({ status: 304, text: "" });
    expect((await server.ask(`${search}&count=5`, { headers })).status).toBe(200);
    const turtle = await server.ask("/v1/graph/export", { headers: { Accept: "text/turtle" } });
    const tag = { "If-None-Match": turtle.headers.get("etag") as string };
    expect((await server.ask("/v1/graph/export", { headers: { Accept: "text/turtle", ...tag } })).status).toBe(304);
    expect((await server.ask("/v1/graph/export", { headers: { Accept: "application/json", ...tag } })).status).toBe(
      200,
    );
    await server.ask("/v1/files/new.md", { method: "PUT", body: "# New winch\n" });
    expect((await server.ask(search, { headers })).status).toBe(200);
  });

  it.each([
    ["validate?shapes=rules/own.ttl", "rules/own.ttl", shapeOf("sh:Literal"), shapeOf("sh:IRI")],
    [
      "infer?rules=rules/own.n3&format=turtle",
      "rules/own.n3",
      "{ ?d a md:Document } => { ?d <urn:p> <urn:before> } .",
      "{ ?d a md:Document } => { ?d <urn:p> <urn:after> } .",
    ],
  ])("gives no 304 for %s once that file has changed, though no note has", async (question, file, before, after) => {
    const own = await startServer({ files: { "a.md": "# A\n", [file]: before } });
    try {
      const first = await own.ask(`/v1/graph/${question}`);
      const headers = { "If-None-Match": first.headers.get("etag") as string };
      expect(first.status).toBe(200);
      expect((await own.ask(`/v1/graph/${question}`, { headers })).status).toBe(304);
      await own.call("file_access_write", { path: file, content: after, overwrite: true });
      const second = await own.ask(`/v1/graph/${question}`, { headers });
      expect(second.status).toBe(200);
      expect(second.json.snapshot).toBe(first.json.snapshot);
      expect(second.text).not.toBe(first.text);
    } finally {
      await own.close();
    }
  });

  it("answers as it is described also where it has more to say: nothing found, unknown tags, files that were not read", async () => {
    const files = {
      "a.md": "# A\n\n[[b]] [[B]] #tag\n",
      "b/b.md": "",
      "c.mdx": "# C\n",
      "d.markdown": "# D\n",
      "bad.md": "---\na: [\n---\n",
    };
    const odd = await startServer({ files, context: { limits: { maximumMarkdownFileBytes: 30 } } });
    for (const question of [
      "search?query=nowhere+-a",
      "search?query=a&tags=tga",
      "search?query=tag&count=1",
      "overview",
      "overview?directory=b",
      "problems",
      "problems?directory=b",
      "outline?path=a.md",
      "outline?path=bad.md",
    ]) {
      expect((await odd.ask(`/v1/graph/${question}`)).status, question).toBe(200);
    }
    for (const tool of odd.context.tools().filter(({ effect }) => effect === "read")) {
      await odd.call(tool.name, { path: "a.md" });
      await odd.call(tool.name, { query: "nowhere", pattern: "a", tags: ["tga"], format: "json" });
      await odd.call(tool.name, {});
    }
    expect((await odd.call("file_access_read", { paths: ["a.md", "none.md"] })).json.status).toBe("partial");
    expect((await odd.call("file_access_grep", { pattern: "a", context: 1 })).status).toBe(200);
    expect((await odd.call("file_context_markdown_graph_export", { format: "mermaid", tags: ["tga"] })).status).toBe(
      200,
    );
    expect((await odd.call("file_access_delete", { path: "A.md" })).json.data.deleted).toBe(false);
    expect((await odd.call("file_context_info", { path: "A.md" })).json.data.status).toBe("not_found");
    await odd.close();
  });

  it("says that there is no Markdown", async () => {
    const empty = await startServer({ files: {} });
    expect((await empty.ask("/v1/graph/search?query=x")).json).toMatchObject({ status: 422, code: "no_documents" });
    await empty.close();
  });
});

describe("the server itself", () => {
  it("says that it is well, and what its storage can promise", async () => {
    const { json } = await server.ask("/healthz");
    expect(json).toMatchObject({ status: "ok", version: "1.2.3", storage: [{ name: "memory", writable: true }] });
  });

  it("gives numbers for Prometheus, with labels from closed sets", async () => {
    await server.ask("/v1/files/secret-name.md");
    await server.call("no_such_tool", {});
    const { text, headers } = await server.ask("/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toMatch(
      /graphdown_http_requests_total\{workspace="default",method="GET",route="\/v1\/files\/\{path\}",status="404"\} \d/,
    );
    expect(text).toMatch(/graphdown_tool_calls_total\{workspace="default",tool="unknown",outcome="not_found"\} \d/);
    expect(text).toMatch(/graphdown_http_request_duration_seconds_bucket\{route="\/healthz",le="\+Inf"\} \d/);
    expect(text).toContain('graphdown_approvals_pending{workspace="default"} 0');
    expect(text).not.toContain("secret-name");
    for (const line of text.trimEnd().split("\n")) {
      expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [\d.e+-]+)$/);
    }
  });

  it("describes its API in valid OpenAPI 3.1", async () => {
    const { json } = await server.ask("/openapi.json");
    const result = await new Validator().validate(json);
    expect(result.valid ? [] : result.errors).toEqual([]);
    expect(json.openapi).toBe("3.1.0");
    expect(Object.keys(json.paths["/mcp"])).toEqual(expect.arrayContaining(["get", "post", "delete"]));
    expect(json.paths["/.well-known/oauth-protected-resource"].get.security).toEqual([]);
    for (const { name } of server.context.tools()) expect(json.paths).toHaveProperty(`/v1/tools/${name}`);
  });

  it("shows a reference that loads nothing from elsewhere and runs nothing inline", async () => {
    const page = await server.ask("/docs");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
    expect(page.text).not.toMatch(/https?:|\son[a-z]+=|<script>|<style>/);
    for (const part of [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)) {
      expect((await server.ask(part)).status, part).toBe(200);
    }
    const { type } = (await server.ask("/v1/files/none.md")).json;
    expect(page.text).toContain(`id="${new URL(type, server.url).hash.slice(1)}"`);
    expect((await server.ask("/docs/page.js")).text).not.toMatch(/innerHTML|eval|https?:/);
  });

  it("answers HEAD as GET without the content, and says which methods a path has", async () => {
    const head = await server.ask("/healthz", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    const wrong = await server.ask("/v1/tools", { method: "PUT", body: "x" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await server.ask("/v1/sparkle?query=x")).status).toBe(404);
    expect((await server.ask("/mcp", { method: "POST", json: {} })).status).toBe(404);
    expect((await server.ask("/.well-known/oauth-protected-resource")).status).toBe(404);
  });

  it("carries the caller's request id, or makes one", async () => {
    const { headers } = await server.ask("/healthz", { headers: { "X-Request-Id": "abc-1" } });
    expect(headers.get("x-request-id")).toBe("abc-1");
    expect((await server.ask("/healthz")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});
