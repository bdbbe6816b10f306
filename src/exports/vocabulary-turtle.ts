/** Our vocabulary as an ontology in Turtle, as the package publishes it. */
import { iriOf } from "../graph/prefixes.ts";
import { type Literal, type NamedNode, namedNode, type Quad, quad, textLiteral } from "../graph/terms.ts";
import { ontology, type VocabularyTerm, vocabulary } from "../graph/vocabulary.ts";
import type { SubjectBlock } from "./subject-block.ts";
import { TripleOrder } from "./triple-order.ts";
import { planTurtle } from "./turtle-writer.ts";

const node = (curie: string): NamedNode => namedNode(iriOf(curie));

const namespace = node("md:");

/** The ontology and each of its terms with type, label and comment; the same text for the same vocabulary. */
export function vocabularyTurtle(): string {
  const { opening, statements } = planTurtle([ontologyBlock(), ...Array.from(vocabulary.values(), termBlock)]);
  return opening + [...statements].join("");
}

function ontologyBlock(): SubjectBlock {
  return blockOf(namespace, [
    ["rdf:type", node("owl:Ontology")],
    ["rdfs:label", english(ontology.label)],
    ["rdfs:comment", english(ontology.comment)],
  ]);
}

function termBlock({ name, type, label, comment, subClassOf, domain, range }: VocabularyTerm): SubjectBlock {
  const statements: Statement[] = [
    ["rdf:type", node(type)],
    ["rdfs:label", english(label)],
    ["rdfs:comment", english(comment)],
    ["rdfs:isDefinedBy", namespace],
  ];
  if (subClassOf !== undefined) statements.push(["rdfs:subClassOf", node(subClassOf)]);
  if (domain !== undefined) statements.push(["rdfs:domain", node(domain)]);
  if (range !== undefined) statements.push(["rdfs:range", node(range)]);
  return blockOf(node(name), statements);
}

type Statement = readonly [predicate: string, object: NamedNode | Literal];

function blockOf(subject: NamedNode, statements: readonly Statement[]): SubjectBlock {
  const triples: Quad[] = statements.map(([predicate, object]) => quad(subject, node(predicate), object));
  new TripleOrder().sort(triples);
  return { subject: subject.value, triples };
}

function english(text: string): Literal {
  return textLiteral(text, "en");
}
