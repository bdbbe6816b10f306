/** Runs queries in the isolate itself, where nothing can stop them: only those whose form bounds them. */
import { requireBoundedPlan } from "./bounded-plan.ts";
import { failureOf, isBroken, runError } from "./engine-error.ts";
import type { Oxigraph } from "./oxigraph.ts";
import type { SparqlResult } from "./sparql-answer.ts";
import type { SparqlEngine, SparqlRun } from "./sparql-engine.ts";
import { StoreFollower } from "./store-follower.ts";
import { TripleStore } from "./triple-store.ts";

/** The module `oxigraph/web.js`, once its WebAssembly has been initialised. */
export function createIsolateEngine(oxigraph: Oxigraph): SparqlEngine {
  let held: { readonly store: TripleStore; readonly follower: StoreFollower } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function run({ graph, checked, job, signal }: SparqlRun): Promise<SparqlResult> {
    signal.throwIfAborted();
    requireBoundedPlan(checked);
    held ??= { store: new TripleStore(oxigraph), follower: new StoreFollower() };
    const { store, follower } = held;
    try {
      for await (const change of follower.changes(graph)) store.change(change);
    } catch (cause) {
      // What the store holds now is not known.
      held = undefined;
      throw cause;
    }
    signal.throwIfAborted();
    try {
      return store.run(job);
    } catch (cause) {
      const failure = failureOf(cause, () => true);
      if (isBroken(failure)) held = undefined;
      throw runError(checked.query, failure);
    }
  }

  return {
    run(asked) {
      const turn = last.then(() => run(asked));
      last = turn.catch(() => {});
      return turn;
    },
    close: async () => {
      held = undefined;
    },
  };
}
