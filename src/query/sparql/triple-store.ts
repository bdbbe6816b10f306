/** The store that queries are put to: Oxigraph's, with every document in a named graph of its own. */
import { answeredForm } from "./answered-form.ts";
import type { Oxigraph, OxigraphQuad, OxigraphStore, OxigraphTerm } from "./oxigraph.ts";
import type { QueryJob, StoreChange } from "./query-job.ts";
import { readRows } from "./read-rows.ts";
import type { SparqlResult, SparqlTerm, SparqlTriple } from "./sparql-answer.ts";
import { tripleLine } from "./triple-line.ts";

export class TripleStore {
  readonly #oxigraph: Oxigraph;
  readonly #store: OxigraphStore;

  constructor(oxigraph: Oxigraph) {
    this.#oxigraph = oxigraph;
    this.#store = new oxigraph.Store();
  }

  /** Number of triples. */
  get size(): number {
    return this.#store.size;
  }

  change({ drop, remove, load }: StoreChange): void {
    for (const graph of drop) this.#store.update(`DROP SILENT GRAPH <${graph}>`);
    if (remove !== "") this.#store.update(`DELETE DATA {\n${remove}}`);
    // In one transaction each: without one Oxigraph sets aside hundreds of megabytes.
    for (const { graph, text } of load) {
      const place = graph === undefined ? {} : { to_graph_name: this.#oxigraph.namedNode(graph) };
      this.#store.load(text, { format: "application/n-triples", lenient: true, ...place });
    }
  }

  /** Runs a query to its end, however long that takes. What Oxigraph throws goes out as it is, with places in the query as it was written. */
  run(job: QueryJob): SparqlResult {
    try {
      return this.#run(job);
    } catch (thrown) {
      // The bound that was put in moves what follows it.
      if (thrown instanceof Error && /^error at /.test(thrown.message)) this.#parse(job);
      throw thrown;
    }
  }

  /** Throws what Oxigraph has against the query itself, on a store where there is nothing to do. */
  #parse({ unboundText, baseIri }: QueryJob): void {
    new this.#oxigraph.Store().query(unboundText, { base_iri: baseIri });
  }

  #run(job: QueryJob): SparqlResult {
    const { form, maximumRows } = job;
    if (form === "ask") return { form, boolean: this.#query(job, job.text) as boolean };
    if (form === "select") {
      const { variables, rows } = this.#select(job, job.text);
      return { form, variables, rows: rows.slice(0, maximumRows), isCut: rows.length > maximumRows };
    }
    const triples = distinct(this.#query(job, job.text) as readonly OxigraphQuad[]);
    const isCut = triples.length > maximumRows || this.#missesSolutions(job);
    return { form, triples: triples.slice(0, maximumRows), isCut };
  }

  /** Whether the bound on solutions left some out. */
  #missesSolutions(job: QueryJob): boolean {
    const { solutionsText, maximumSolutions } = job;
    return solutionsText !== undefined && this.#select(job, solutionsText).rows.length === maximumSolutions;
  }

  #select(job: QueryJob, text: string): ReturnType<typeof readRows> {
    return readRows(this.#query(job, text, "json") as string);
  }

  #query({ baseIri, dataset }: QueryJob, text: string, format?: string): ReturnType<OxigraphStore["query"]> {
    const { namedNode } = this.#oxigraph;
    return this.#store.query(text, {
      base_iri: baseIri,
      ...(format === undefined ? {} : { results_format: format }),
      ...(dataset === undefined
        ? { use_default_graph_as_union: true }
        : { default_graph: dataset.defaultGraphs.map(namedNode), named_graphs: dataset.namedGraphs.map(namedNode) }),
    });
  }
}

/** The triples, each once, in the order of their lines. */
function distinct(quads: readonly OxigraphQuad[]): SparqlTriple[] {
  const byLine = new Map<string, SparqlTriple>();
  for (const { subject, predicate, object } of quads) {
    const triple = { subject: termOf(subject), predicate: termOf(predicate), object: termOf(object) };
    byLine.set(tripleLine(triple), triple);
  }
  return [...byLine].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, triple]) => triple);
}

const stringType = "http://www.w3.org/2001/XMLSchema#string";

function termOf({ termType, value, language = "", datatype }: OxigraphTerm): SparqlTerm {
  if (termType === "NamedNode") return { type: "uri", value };
  if (termType === "BlankNode") return { type: "bnode", value };
  if (language !== "") return { type: "literal", value, language };
  const type = datatype?.value ?? stringType;
  if (type === stringType) return { type: "literal", value };
  return { type: "literal", value: answeredForm(value, type), datatype: type };
}
