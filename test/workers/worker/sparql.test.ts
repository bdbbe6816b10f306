import * as oxigraph from "oxigraph/web_bg.wasm";
import { beforeEach, expect, it } from "vitest";
import { createWebOxigraph } from "../../../src/query/sparql/web-oxigraph.ts";
import { emptyBucket, putForeign } from "../storage/bucket.ts";
import { jsonOf, type StartedWorker, startWorker } from "./start-worker.ts";

const { default: wasm } = oxigraph as unknown as { readonly default: WebAssembly.Module };

beforeEach(async () => {
  await emptyBucket();
  await putForeign("index.md", "# Home\n\nSee [[ferry]].\n");
  await putForeign("ferry.md", "# Ferry\n\nIt crosses the river at nine.\n");
});

function ask(worker: StartedWorker, query: string): Promise<Response> {
  return worker.fetch(`/v1/sparql?query=${encodeURIComponent(query)}`, {
    headers: { Accept: "application/sparql-results+json" },
  });
}

const linked = "SELECT ?name { ?note a md:Document ; dcterms:references ?to . ?to schema:name ?name }";

it("runs bounded queries in workerd over the notes as they are, and refuses others", async () => {
  const worker = startWorker({}, { sparql: createWebOxigraph(wasm) });
  const names = async (): Promise<string[]> => {
    const { results } = await jsonOf<{ results: { bindings: { name: { value: string } }[] } }>(ask(worker, linked));
    return results.bindings.map(({ name }) => name.value);
  };
  expect(await names()).toEqual(["Ferry"]);
  await putForeign("ferry.md", "# Boat\n\nBack to [[index]].\n");
  expect((await names()).sort()).toEqual(["Boat", "Home"]);
  // Another isolate shares the instance of Oxigraph, and not its triples.
  await putForeign("ferry.md", "# Raft\n");
  const other = startWorker({}, { sparql: createWebOxigraph(wasm) });
  expect(await jsonOf(ask(other, linked))).toMatchObject({ results: { bindings: [{ name: { value: "Raft" } }] } });
  const refused = await ask(worker, "SELECT * { ?a ?b ?c . ?d ?e ?f }");
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: "unsupported", details: { reason: "unbounded_query" } },
  ]);
  expect((await ask(worker, "SELECT { broken")).status).toBe(400);
});

it("is unsupported in the default program", async () => {
  const refused = await ask(startWorker(), linked);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: "unsupported", details: { reason: "no_sparql_engine" } },
  ]);
});
