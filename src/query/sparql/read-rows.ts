/** Rows from the JSON format of SPARQL results, as the engine writes it. */
import { answeredForm } from "./answered-form.ts";
import type { SparqlRow, SparqlTerm } from "./sparql-answer.ts";

interface WrittenTerm {
  readonly type: "uri" | "literal" | "bnode" | "typed-literal";
  readonly value: string;
  readonly datatype?: string;
  readonly "xml:lang"?: string;
}

interface WrittenResults {
  readonly head: { readonly vars: readonly string[] };
  readonly results: { readonly bindings: readonly Readonly<Record<string, WrittenTerm>>[] };
}

/** The variables in their order, and the rows. */
export function readRows(json: string): { readonly variables: readonly string[]; readonly rows: readonly SparqlRow[] } {
  const { head, results } = JSON.parse(json) as WrittenResults;
  return { variables: head.vars, rows: results.bindings.map((binding) => rowOf(head.vars, binding)) };
}

function rowOf(variables: readonly string[], binding: Readonly<Record<string, WrittenTerm>>): SparqlRow {
  const entries = variables.flatMap((name) => {
    const written = Object.hasOwn(binding, name) ? binding[name] : undefined;
    return written === undefined ? [] : [[name, termOf(written)] as const];
  });
  // Variables have any name, `__proto__` too.
  return Object.fromEntries(entries);
}

function termOf({ type, value, datatype, "xml:lang": language }: WrittenTerm): SparqlTerm {
  if (type === "uri" || type === "bnode") return { type, value };
  if (language !== undefined) return { type: "literal", value, language };
  if (datatype === undefined) return { type: "literal", value };
  return { type: "literal", value: answeredForm(value, datatype), datatype };
}
