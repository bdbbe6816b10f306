/** An engine in the thread of the test itself, which nothing ends: for queries that are known to be quick. */
import { namedNode, Store } from "oxigraph";
import { failureOf, runError } from "../../../src/query/sparql/engine-error.ts";
import type { Oxigraph } from "../../../src/query/sparql/oxigraph.ts";
import type { SparqlEngine } from "../../../src/query/sparql/sparql-engine.ts";
import { StoreFollower } from "../../../src/query/sparql/store-follower.ts";
import { TripleStore } from "../../../src/query/sparql/triple-store.ts";

export const oxigraph = { Store, namedNode } as unknown as Oxigraph;

export function createDirectEngine(): SparqlEngine {
  const store = new TripleStore(oxigraph);
  const follower = new StoreFollower();
  return {
    async run({ graph, checked, job }) {
      for await (const change of follower.changes(graph)) store.change(change);
      try {
        return store.run(job);
      } catch (cause) {
        throw runError(
          checked.query,
          failureOf(cause, () => false),
        );
      }
    },
    close: async () => {},
  };
}
