/** The graph line by line, as N-Triples and N-Quads: for tools that sort, compare, split and load. */
import type { Literal, NamedNode } from "../graph/terms.ts";
import { lineLiteral } from "./line-literal.ts";
import type { SubjectBlock } from "./subject-block.ts";
import type { PlannedTriples } from "./text-plan.ts";
import { writableIri } from "./writable-iri.ts";

/** Plans an N-Triples text. */
export function planNTriples(blocks: Iterable<SubjectBlock>): PlannedTriples {
  return planLines(statementsOf(blocks, () => " .\n"));
}

/** Plans an N-Quads text: each document's triples are in the named graph of the document, what documents share is in the default graph. */
export function planNQuads(blocks: Iterable<SubjectBlock>): PlannedTriples {
  return planLines(
    statementsOf(blocks, ({ graph }) => (graph === undefined ? " .\n" : ` <${writableIri(graph)}> .\n`)),
  );
}

function planLines(statements: Iterable<string>): PlannedTriples {
  return { opening: "", statements, closingAfter: () => "", smallest: "" };
}

/** The lines of one subject at a time. */
function* statementsOf(blocks: Iterable<SubjectBlock>, endOf: (block: SubjectBlock) => string): Generator<string> {
  const names = new Map<string, string>();
  const nameOf = (iri: string): string => {
    let name = names.get(iri);
    if (name === undefined) {
      name = ` <${writableIri(iri)}> `;
      names.set(iri, name);
    }
    return name;
  };
  for (const block of blocks) {
    const subject = `<${writableIri(block.subject)}>`;
    const end = endOf(block);
    let lines = "";
    for (const { predicate, object } of block.triples)
      lines += subject + nameOf(predicate.value) + objectText(object) + end;
    yield lines;
  }
}

function objectText(object: NamedNode | Literal): string {
  return object.termType === "Literal" ? lineLiteral(object) : `<${writableIri(object.value)}>`;
}
