/** What an engine and its thread say to each other. Everything in it can be copied between threads. */
import type { RunFailure } from "./engine-error.ts";
import type { QueryJob, StoreChange } from "./query-job.ts";
import type { SparqlResult } from "./sparql-answer.ts";

/** What a thread is started with. */
export interface ThreadSettings {
  readonly maximumMemoryBytes: number;
}

/** To the thread: something to do. Each is answered once, in order; a new kind of question to the store is a new kind of message here. */
export type StoreMessage =
  | { readonly kind: "change"; readonly change: StoreChange }
  | { readonly kind: "query"; readonly job: QueryJob };

/** From the thread. */
export type StoreAnswer =
  | { readonly kind: "changed" }
  | { readonly kind: "result"; readonly result: SparqlResult }
  | { readonly kind: "failed"; readonly failure: RunFailure };
