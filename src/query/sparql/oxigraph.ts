/** What we use of Oxigraph, so that any build of it fits: the one for Node's threads, or the one that a caller gives in an isolate. */

/** A term as Oxigraph gives it. */
export interface OxigraphTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

export interface OxigraphQuad {
  readonly subject: OxigraphTerm;
  readonly predicate: OxigraphTerm;
  readonly object: OxigraphTerm;
}

export interface OxigraphStore {
  readonly size: number;
  load(
    text: string,
    options: { readonly format: string; readonly lenient?: boolean; readonly to_graph_name?: OxigraphTerm },
  ): void;
  update(text: string): void;
  query(
    query: string,
    options: {
      readonly base_iri?: string;
      readonly results_format?: string;
      readonly use_default_graph_as_union?: boolean;
      readonly default_graph?: readonly OxigraphTerm[];
      readonly named_graphs?: readonly OxigraphTerm[];
    },
  ): boolean | string | readonly OxigraphQuad[] | readonly ReadonlyMap<string, OxigraphTerm>[];
}

/** The module `oxigraph`, or `oxigraph/web.js` once its WebAssembly is there. */
export interface Oxigraph {
  readonly Store: new () => OxigraphStore;
  readonly namedNode: (iri: string) => OxigraphTerm;
}
