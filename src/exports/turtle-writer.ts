/** The graph as Turtle: one block a subject, one line an object, so that a difference of two exports shows what changed. */
import type { SubjectBlock } from "./subject-block.ts";
import type { PlannedTriples } from "./text-plan.ts";
import { turtleBlock } from "./turtle-block.ts";
import { prefixDeclarations, TurtleTerms } from "./turtle-terms.ts";

/** Plans a Turtle text of subjects in the order in which they come. */
export function planTurtle(blocks: Iterable<SubjectBlock>): PlannedTriples {
  return { opening: prefixDeclarations, statements: statementsOf(blocks), closingAfter: () => "", smallest: "" };
}

function* statementsOf(blocks: Iterable<SubjectBlock>): Generator<string> {
  const terms = new TurtleTerms();
  for (const block of blocks) yield turtleBlock(block, terms);
}
