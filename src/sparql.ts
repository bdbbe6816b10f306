/** `graphdown/sparql`: runs SPARQL in a runtime without threads, on an Oxigraph that the caller brings. */
import { createIsolateEngine } from "./query/sparql/isolate-engine.ts";
import type { Oxigraph } from "./query/sparql/oxigraph.ts";
import type { SparqlEngineSource } from "./query/sparql/sparql-engine.ts";

export type { Oxigraph } from "./query/sparql/oxigraph.ts";
export type { SparqlEngine, SparqlEngineSource } from "./query/sparql/sparql-engine.ts";

/**
 * What `createFileContext({ sparql })` takes, from the module `oxigraph/web.js` whose WebAssembly has been initialised. Queries of an
 * unbounded form are `unsupported`, since nothing could stop them; see docs/sparql.md.
 */
export function createSparql(oxigraph: Oxigraph): SparqlEngineSource {
  return async () => createIsolateEngine(oxigraph);
}
