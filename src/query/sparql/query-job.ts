/** A query as it is handed to who runs it. Everything in it can be copied between threads. */
import type { BoundQuery } from "./bound-query.ts";
import type { QueryDataset, QueryForm } from "./check-query.ts";

export interface QueryJob extends BoundQuery {
  readonly form: QueryForm;
  readonly maximumRows: number;
  readonly baseIri: string;
  /** The graphs that are the query's data; `undefined` for all of them as one. */
  readonly dataset: QueryDataset | undefined;
}

/** From one state of the store to the next, in this order. Texts are N-Triples. */
export interface StoreChange {
  /** Named graphs that are emptied. */
  readonly drop: readonly string[];
  /** Triples that leave the default graph, as the body of `DELETE DATA`. */
  readonly remove: string;
  /** Triples that come, each text into a named graph, or into the default graph where none is named. */
  readonly load: readonly { readonly graph?: string; readonly text: string }[];
}
