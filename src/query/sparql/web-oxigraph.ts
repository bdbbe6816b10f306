/** SPARQL on Oxigraph's build for the web, from WebAssembly that the runtime has compiled. */
import { createIsolateEngine } from "./isolate-engine.ts";
import type { Oxigraph } from "./oxigraph.ts";
import type { SparqlEngineSource } from "./sparql-engine.ts";

/** Gives an engine for each context; nothing is loaded or made before the first query. */
export function createWebOxigraph(wasm: WebAssembly.Module): SparqlEngineSource {
  return async () => {
    const oxigraph = await import("oxigraph/web.js");
    // Gives what is there already when it is called again.
    oxigraph.initSync({ module: wasm });
    return createIsolateEngine(oxigraph as unknown as Oxigraph);
  };
}
