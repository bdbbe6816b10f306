/** Queries in a thread: a runaway one is really stopped, a broken engine is replaced, and others go on meanwhile. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import { createFileContext, type FileContext, type GraphdownError, type SparqlRows } from "../../../src/node-index.ts";
import { checkQuery } from "../../../src/query/sparql/check-query.ts";
import { createNodeSparqlEngine, maximumWaiting } from "../../../src/query/sparql/node-sparql-engine.ts";
import type { SparqlRun } from "../../../src/query/sparql/sparql-engine.ts";
import { handbook, isBuilt } from "../../faces/cli/run-program.ts";

const opened: FileContext[] = [];
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

async function open(location: string = handbook, options = {}): Promise<FileContext> {
  const context = await createFileContext({ location, approvals: "none", ...options });
  opened.push(context);
  return context;
}

const refusalOf = (work: Promise<unknown>): Promise<GraphdownError> =>
  work.then(
    () => expect.unreachable("it was answered"),
    (cause: GraphdownError) => cause,
  );

/** Joins all with all, and sorts it: years of work. */
const runaway = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?i ?f ?c";
const count = "SELECT (COUNT(*) AS ?n) { ?note a md:Document }";

const countOf = async (context: FileContext): Promise<number> =>
  Number(((await context.sparql(count)) as SparqlRows).rows[0]?.["n"]?.value);

// The thread's program is that of the build.
describe.skipIf(!isBuilt)("queries in a thread (of the built package)", () => {
  it("stops one that takes too long, and answers the next", async () => {
    const context = await open();
    const documents = await countOf(context);
    expect(documents).toBeGreaterThan(40);
    const refusal = await refusalOf(context.sparql(runaway, { timeoutMs: 200 }));
    expect(refusal).toMatchObject({ code: "limit_exceeded", details: { reason: "time", maximum: 200 } });
    expect(await countOf(context)).toBe(documents);
  });

  it("lets others work while one runs", async () => {
    const context = await open();
    const running = refusalOf(context.sparql(runaway, { timeoutMs: 400 }));
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    expect((await running).code).toBe("limit_exceeded");
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
  });

  it("refuses what takes more memory than there is", async () => {
    const context = await open(handbook, { limits: { maximumSparqlMemoryBytes: 24 * 1024 * 1024 } });
    const documents = await countOf(context);
    const refusal = await refusalOf(context.sparql("SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?c ?f"));
    expect(refusal).toMatchObject({
      code: "limit_exceeded",
      details: { reason: "memory", limit: "maximumSparqlMemoryBytes" },
    });
    expect(await countOf(context)).toBe(documents);
  });

  it("says so where the graph itself is too large", async () => {
    const context = await open(handbook, { limits: { maximumSparqlMemoryBytes: 2 * 1024 * 1024 } });
    const refusal = await refusalOf(countOf(context));
    expect(refusal).toMatchObject({ code: "limit_exceeded", details: { reason: "memory" } });
    expect(refusal.message).toContain("graph");
  });

  it("says so where the engine can't even start", async () => {
    const engine = createNodeSparqlEngine({ maximumSparqlMemoryBytes: 1 });
    const checked = checkQuery(count, 1_000);
    const refusal = await refusalOf(
      engine.run({
        graph: buildGraph({ documents: [], otherPaths: [] }),
        checked,
        job: { query: count, form: "select", maximumRows: 1, baseIri: "urn:graphdown:/" },
        timeoutMs: 5_000,
        signal: new AbortController().signal,
      } as unknown as SparqlRun),
    );
    await engine.close();
    expect(refusal).toMatchObject({ code: "limit_exceeded", details: { reason: "memory" } });
  });

  it("survives queries that break the engine", async () => {
    const context = await open();
    const operators = `SELECT * { FILTER(${"!".repeat(20_000)}true) }`;
    expect(await refusalOf(context.sparql(operators))).toMatchObject({
      code: "limit_exceeded",
      details: { reason: "depth" },
    });
    expect(await countOf(context)).toBeGreaterThan(40);
  });

  it("tells who aborts at once, and answers others", async () => {
    const context = await open();
    const abort = new AbortController();
    const left = refusalOf(context.sparql(runaway, { signal: abort.signal }));
    const waiting = countOf(context);
    setTimeout(() => abort.abort(new Error("enough")), 50);
    expect((await left).message).toBe("enough");
    expect(await waiting).toBeGreaterThan(40);
  });

  it("counts the wait for the queries of others", async () => {
    const context = await open();
    const documents = await countOf(context);
    const running = refusalOf(context.sparql(runaway, { timeoutMs: 1_500 }));
    const order: string[] = [];
    const waiting = refusalOf(context.sparql(count, { timeoutMs: 100 })).finally(() => order.push("waiting"));
    const patient = countOf(context);
    await running.then(() => order.push("running"));
    const refusal = await waiting;
    expect(refusal).toMatchObject({ code: "limit_exceeded", details: { reason: "waiting", maximum: 100 } });
    expect(refusal.message).toContain("waited");
    expect(order).toEqual(["waiting", "running"]);
    expect(await patient).toBe(documents);
  });

  it("takes no more than so many that wait, and others again once they have ended", async () => {
    const context = await open();
    const documents = await countOf(context);
    const running = refusalOf(context.sparql(runaway, { timeoutMs: 700 }));
    // Each question looks at the files first: they come to the engine one by one.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const asked = Array.from({ length: maximumWaiting + 8 }, () =>
      countOf(context).then(
        () => "answered",
        (cause: GraphdownError) => `${cause.code} ${String(cause.details?.["reason"])}`,
      ),
    );
    const outcomes = await Promise.all(asked);
    await running;
    expect(outcomes.filter((each) => each === "limit_exceeded rate").length).toBeGreaterThan(0);
    expect(outcomes.filter((each) => each === "answered").length).toBeGreaterThanOrEqual(maximumWaiting - 1);
    expect(outcomes.every((each) => each === "answered" || each === "limit_exceeded rate")).toBe(true);
    expect(await countOf(context)).toBe(documents);
  });

  it("leaves a query what its wait has left of its time", async () => {
    const context = await open();
    await countOf(context);
    const first = refusalOf(context.sparql(runaway, { timeoutMs: 200 }));
    const second = await refusalOf(context.sparql(runaway, { timeoutMs: 600 }));
    expect((await first).message).toContain("200 ms, and");
    expect(second).toMatchObject({ code: "limit_exceeded", details: { reason: "time", maximum: 600 } });
    expect(second.message).toMatch(/ms of which it waited/);
  });

  it("ends with the context", async () => {
    const context = await open();
    const running = refusalOf(context.sparql(runaway));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await context.close();
    expect((await running).code).toMatch(/cancelled|storage_failed/);
  });

  it("is answered the same by a server's thread", async () => {
    const [threaded, local] = [await open(handbook, { thread: true }), await open()];
    const query = "SELECT ?path ?n { ?note md:path ?path ; schema:wordCount ?n } ORDER BY ?path";
    expect(await threaded.sparql(query)).toEqual(await local.sparql(query));
    expect(await refusalOf(threaded.sparql(runaway, { timeoutMs: 100 }))).toMatchObject({ code: "limit_exceeded" });
    expect(await countOf(threaded)).toBe(await countOf(local));
  });

  it("never connects to anything", async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as { port: number };
    const address = `http://127.0.0.1:${port}/x`;
    const folder = mkdtempSync(join(tmpdir(), "graphdown-sparql-"));
    try {
      writeFileSync(join(folder, "a.md"), `# A\n\n[there](${address})\n`);
      const context = await open(folder);
      for (const query of [
        `SELECT * { SERVICE <${address}> { ?s ?p ?o } }`,
        `SELECT * { SERVICE SILENT <${address}> { ?s ?p ?o } }`,
        `SELECT * { { SELECT * { ?s ?p ?o . SERVICE ?o { ?a ?b ?c } } } }`,
        `LOAD <${address}>`,
        `SELECT * FROM <${address}> { ?s ?p ?o }`,
        `SELECT * FROM NAMED <${address}> { GRAPH ?g { ?s ?p ?o } }`,
      ]) {
        expect((await refusalOf(context.sparql(query))).code).toBe("invalid_query");
      }
      expect(await context.sparql(`ASK { GRAPH <${address}> { ?s ?p ?o } }`)).toMatchObject({ boolean: false });
      expect(await context.sparql(`ASK { <a.md> schema:citation <${address}> }`)).toMatchObject({ boolean: true });
      await context.sparql(`DESCRIBE <${address}>`);
      expect(connections).toBe(0);
    } finally {
      listener.close();
      rmSync(folder, { recursive: true });
    }
  });
});
