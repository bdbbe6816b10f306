/** The SPARQL 1.1 Protocol over a real socket: how a query comes in, in which formats it is answered, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "./start-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const names = "SELECT ?path { ?note a md:Document ; md:path ?path } ORDER BY ?path";
const encoded = encodeURIComponent(names);
const json = { Accept: "application/sparql-results+json" };

describe.each(["/v1/sparql", "/v1/graph/sparql"])("%s", (path) => {
  it("takes a query from the address, from a form and from the body", async () => {
    const expected = {
      head: { vars: ["path"] },
      results: {
        bindings: ["boats/heron.md", "index.md", "winch.md"].map((value) => ({ path: { type: "literal", value } })),
      },
    };
    const get = await server.ask(`${path}?query=${encoded}`, { headers: json });
    expect(get.headers.get("content-type")).toBe("application/sparql-results+json");
    expect(get.json).toEqual(expected);
    const form = { ...json, "Content-Type": "application/x-www-form-urlencoded" };
    expect((await server.ask(path, { method: "POST", headers: form, body: `query=${encoded}` })).json).toEqual(
      expected,
    );
    const direct = { ...json, "Content-Type": "application/sparql-query; charset=utf-8" };
    const post = await server.ask(path, { method: "POST", headers: direct, body: names });
    expect(post.json).toEqual(expected);
    expect(post.headers.get("cache-control")).toBe("no-store");
  });

  it("answers a caller who has the answer with 304", async () => {
    const first = await server.ask(`${path}?query=${encoded}`);
    const tag = { "If-None-Match": first.headers.get("etag") as string };
    expect((await server.ask(`${path}?query=${encoded}`, { headers: tag })).status).toBe(304);
    expect((await server.ask(`${path}?query=${encoded}`, { headers: { ...tag, Accept: "text/csv" } })).status).toBe(
      200,
    );
  });
});

describe("formats", () => {
  const ask = (query: string, accept?: string) =>
    server.ask(
      `/v1/sparql?query=${encodeURIComponent(query)}`,
      accept === undefined ? {} : { headers: { Accept: accept } },
    );

  it.each([
    [names, undefined, "application/sparql-results+json", '{"head":{"vars":["path"]}'],
    [names, "*/*", "application/sparql-results+json", '{"head"'],
    [names, "application/json", "application/json", '{"snapshot"'],
    [names, "application/sparql-results+xml", "application/sparql-results+xml", "<?xml"],
    [names, "text/csv, */*;q=0.1", "text/csv; charset=utf-8; header=present", "path\r\nboats/heron.md\r\n"],
    [names, "text/tab-separated-values", "text/tab-separated-values; charset=utf-8", '?path\n"boats/heron.md"\n'],
    ["ASK { ?s ?p ?o }", undefined, "application/sparql-results+json", '{"head":{},"boolean":true}'],
    ["ASK {}", "text/csv, application/sparql-results+xml;q=0.5", "application/sparql-results+xml", "<?xml"],
    ["DESCRIBE <winch.md>", undefined, "text/turtle; charset=utf-8", "@prefix"],
    ["DESCRIBE <winch.md>", "application/n-triples", "application/n-triples", "<urn:graphdown:/winch.md>"],
    ["DESCRIBE <winch.md>", "application/json", "application/json", '{"snapshot"'],
  ])("%s with %s is answered in %s", async (query, accept, type, start) => {
    const { status, headers, text } = await ask(query, accept);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(text.startsWith(start)).toBe(true);
  });

  it.each([
    [names, "text/turtle"],
    [names, "image/png"],
    ["ASK {}", "text/csv"],
    ["DESCRIBE <winch.md>", "text/csv"],
  ])("%s can't be answered in %s", async (query, accept) => {
    expect((await ask(query, accept)).json).toMatchObject({ status: 406, code: "not_acceptable" });
  });

  it("says in headers what was cut", async () => {
    const { headers } = await server.ask(`/v1/sparql?maximumRows=2&query=${encoded}`);
    expect(headers.get("graphdown-cut")).toBe("count");
    expect(headers.get("graphdown-snapshot")).toBeTruthy();
    expect((await server.ask(`/v1/sparql?query=${encoded}`)).headers.get("graphdown-cut")).toBeNull();
  });
});

describe("data", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded", ...json };

  it("are the documents that the protocol names", async () => {
    const one = await server.ask(`/v1/sparql?default-graph-uri=urn:graphdown:/winch.md&query=${encoded}`, {
      headers: json,
    });
    expect(one.json.results.bindings).toHaveLength(1);
    const body = `query=${encoded}&default-graph-uri=urn:graphdown:/winch.md&default-graph-uri=urn:graphdown:/index.md`;
    const two = await server.ask("/v1/sparql", { method: "POST", headers: form, body });
    expect(two.json.results.bindings).toHaveLength(2);
    const repeated = "default-graph-uri=urn:graphdown:/winch.md&default-graph-uri=index.md";
    for (const path of ["/v1/sparql", "/v1/graph/sparql"]) {
      const again = await server.ask(`${path}?${repeated}&query=${encoded}`, { headers: json });
      expect(again.json).toEqual(two.json);
    }
    const posted = await server.ask(`/v1/sparql?${repeated}`, {
      method: "POST",
      headers: { "Content-Type": "application/sparql-query", ...json },
      body: names,
    });
    expect(posted.json).toEqual(two.json);
    const graphs = encodeURIComponent("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }");
    const named = await server.ask(`/v1/sparql?named-graph-uri=urn:graphdown:/winch.md&query=${graphs}`, {
      headers: json,
    });
    expect(named.json.results.bindings).toEqual([{ g: { type: "uri", value: "urn:graphdown:/winch.md" } }]);
  });

  it("are never those of another place", async () => {
    for (const name of ["default-graph-uri", "named-graph-uri"]) {
      const answer = await server.ask(`/v1/sparql?${name}=http://127.0.0.1/x&query=${encoded}`);
      expect(answer.json).toMatchObject({ status: 400, code: "invalid_query", details: { reason: "dataset" } });
    }
  });
});

describe("what is refused", () => {
  const post = (type: string, body: string) =>
    server.ask("/v1/sparql", { method: "POST", headers: { "Content-Type": type }, body });

  it("is an update, however it comes", async () => {
    const form = "application/x-www-form-urlencoded";
    for (const answer of [
      await post("application/sparql-update", "DROP ALL"),
      await post(form, "update=DROP%20ALL"),
      await post(form, "query=ASK%7B%7D&using-graph-uri=urn:x"),
      await post("application/sparql-query", "DROP ALL"),
      await server.ask("/v1/sparql?query=ASK%20%7B%7D%20;%20DROP%20ALL"),
      await server.ask("/v1/sparql?update=DROP%20ALL"),
    ]) {
      expect(answer.json).toMatchObject({ status: 400, code: "invalid_query", details: { reason: "update" } });
    }
    expect((await server.ask(`/v1/sparql?query=${encoded}`, { headers: json })).json.results.bindings).toHaveLength(3);
  });

  it.each([
    ["no query", "/v1/sparql", 400, "invalid_input"],
    ["what is none", "/v1/sparql?query=SELECT", 400, "invalid_query"],
    ["an unknown parameter", "/v1/sparql?query=ASK%7B%7D&qeury=x", 400, "invalid_input"],
    ["a repeated parameter", "/v1/sparql?query=ASK%7B%7D&query=ASK%7B%7D", 400, "invalid_input"],
    [
      "a graph given twice elsewhere",
      "/v1/graph/problems?default-graph-uri=a&default-graph-uri=b",
      400,
      "invalid_input",
    ],
    ["a bound that is none", "/v1/sparql?query=ASK%7B%7D&timeoutMs=0", 400, "invalid_input"],
  ])("is %s", async (_, target, status, code) => {
    expect((await server.ask(target)).json).toMatchObject({ status, code });
  });

  it("is a body of another kind", async () => {
    expect((await post("application/json", "{}")).json).toMatchObject({ status: 415, code: "invalid_input" });
    expect((await post("application/x-www-form-urlencoded", `query=${encoded}&query=${encoded}`)).json).toMatchObject({
      status: 400,
      code: "invalid_input",
    });
    expect((await server.ask("/v1/sparql", { method: "PUT" })).status).toBe(405);
    const bytes = new Uint8Array([0x41, 0xff]);
    const headers = { "Content-Type": "application/sparql-query" };
    expect((await server.ask("/v1/sparql", { method: "POST", headers, body: bytes })).json).toMatchObject({
      code: "invalid_input",
      details: { reason: "encoding" },
    });
  });

  it("is a query that is too long", async () => {
    const long = await post("application/sparql-query", `ASK { ?s ?p "${"x".repeat(70_000)}" }`);
    expect(long.json).toMatchObject({
      status: 413,
      code: "limit_exceeded",
      details: { limit: "maximumSparqlCharacters" },
    });
  });
});
