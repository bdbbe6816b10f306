/** All triples of one subject as one statement of Turtle, one line an object. */
import { type SubjectBlock, typeIri } from "./subject-block.ts";
import type { TurtleTerms } from "./turtle-terms.ts";
import { writableIri } from "./writable-iri.ts";

/** The statement, with an empty line before it. */
export function turtleBlock({ subject, triples }: SubjectBlock, terms: TurtleTerms): string {
  let text = `\n<${writableIri(subject)}>`;
  let current = "";
  for (const { predicate: term, object } of triples) {
    const predicate = term.value;
    const isType = predicate === typeIri;
    if (predicate === current) text += isType ? ", " : ",\n    ";
    else {
      text += `${current === "" ? " " : " ;\n  "}${isType ? "a" : terms.name(predicate)} `;
      current = predicate;
    }
    if (object.termType === "Literal") text += terms.literal(object);
    else text += isType ? terms.name(object.value) : `<${writableIri(object.value)}>`;
  }
  return `${text} .\n`;
}
