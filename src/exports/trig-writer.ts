/** The graph as TriG: Turtle in which each document's triples stand in the named graph of the document. */
import type { SubjectBlock } from "./subject-block.ts";
import type { PlannedTriples } from "./text-plan.ts";
import { turtleBlock } from "./turtle-block.ts";
import { prefixDeclarations, TurtleTerms } from "./turtle-terms.ts";
import { writableIri } from "./writable-iri.ts";

/** Plans a TriG text; what documents share is in the default graph. A bound cuts between subjects, and closes the graph that it cuts. */
export function planTrig(blocks: Iterable<SubjectBlock>): PlannedTriples {
  const graphs = new OpenGraphs();
  return {
    opening: prefixDeclarations,
    statements: statementsOf(blocks, graphs),
    closingAfter: (count) => (graphs.isOpenAfter(count) ? "}\n" : ""),
    smallest: "",
  };
}

function* statementsOf(blocks: Iterable<SubjectBlock>, graphs: OpenGraphs): Generator<string> {
  const terms = new TurtleTerms();
  let current: string | undefined;
  for (const block of blocks) {
    const { graph } = block;
    let before = "";
    if (graph !== current) {
      if (current !== undefined) before = "}\n";
      if (graph !== undefined) before += `\n<${writableIri(graph)}> {`;
      current = graph;
    }
    graphs.add(graph !== undefined);
    yield before + turtleBlock(block, terms);
  }
}

/** Remembers for the last two statements whether a named graph is open after them: the last one may not fit. */
class OpenGraphs {
  #count = 0;
  #before = false;
  #last = false;

  add(isOpen: boolean): void {
    this.#count++;
    this.#before = this.#last;
    this.#last = isOpen;
  }

  isOpenAfter(count: number): boolean {
    return count === this.#count ? this.#last : this.#before;
  }
}
