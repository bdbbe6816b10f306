/** RDF/JS terms and quads (https://rdf.js.org/data-model-spec/), so that any library of that model takes ours. No blank nodes. */

/** What `equals` compares with: any RDF/JS term. */
export interface AnyTerm {
  readonly termType: string;
  readonly value: string;
}

/** An IRI. */
export interface NamedNode {
  readonly termType: "NamedNode";
  readonly value: string;
  equals(other: AnyTerm | null | undefined): boolean;
}

/** A value with its datatype. `language` is lower-case, `""` where there is none. */
export interface Literal {
  readonly termType: "Literal";
  readonly value: string;
  readonly language: string;
  readonly datatype: NamedNode;
  equals(other: AnyTerm | null | undefined): boolean;
}

export interface DefaultGraph {
  readonly termType: "DefaultGraph";
  readonly value: "";
  equals(other: AnyTerm | null | undefined): boolean;
}

/** A statement; `graph` is the default graph unless named graphs were asked for. */
export interface Quad {
  readonly termType: "Quad";
  readonly value: "";
  readonly subject: NamedNode;
  readonly predicate: NamedNode;
  readonly object: NamedNode | Literal;
  readonly graph: NamedNode | DefaultGraph;
  equals(other: AnyTerm | null | undefined): boolean;
}

class NamedNodeTerm implements NamedNode {
  readonly termType = "NamedNode" as const;
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  equals(other: AnyTerm | null | undefined): boolean {
    return other?.termType === "NamedNode" && other.value === this.value;
  }
}

class LiteralTerm implements Literal {
  readonly termType = "Literal" as const;
  readonly value: string;
  readonly language: string;
  readonly datatype: NamedNode;

  constructor(value: string, language: string, datatype: NamedNode) {
    this.value = value;
    this.language = language;
    this.datatype = datatype;
  }

  equals(other: AnyTerm | null | undefined): boolean {
    if (other?.termType !== "Literal" || other.value !== this.value) return false;
    const { language, datatype } = other as Literal;
    return language === this.language && this.datatype.equals(datatype);
  }
}

class QuadTerm implements Quad {
  readonly termType = "Quad" as const;
  readonly value = "" as const;
  readonly subject: NamedNode;
  readonly predicate: NamedNode;
  readonly object: NamedNode | Literal;
  readonly graph: NamedNode | DefaultGraph;

  constructor(subject: NamedNode, predicate: NamedNode, object: NamedNode | Literal, graph: NamedNode | DefaultGraph) {
    this.subject = subject;
    this.predicate = predicate;
    this.object = object;
    this.graph = graph;
  }

  equals(other: AnyTerm | null | undefined): boolean {
    if (other?.termType !== "Quad") return false;
    const quad = other as Quad;
    return (
      this.subject.equals(quad.subject) &&
      this.predicate.equals(quad.predicate) &&
      this.object.equals(quad.object) &&
      this.graph.equals(quad.graph)
    );
  }
}

/** The graph of triples that are in no named graph. */
export const defaultGraph: DefaultGraph = {
  termType: "DefaultGraph",
  value: "",
  equals: (other) => other?.termType === "DefaultGraph",
};

/** An IRI as a term. The caller vouches that it is valid. */
export function namedNode(iri: string): NamedNode {
  return new NamedNodeTerm(iri);
}

const stringType = namedNode("http://www.w3.org/2001/XMLSchema#string");
const languageType = namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#langString");

/** A text: an `xsd:string`, or tagged with a language (put into lower case, as tags compare without it). */
export function textLiteral(value: string, language?: string): Literal {
  const text = value.replace(/\p{Surrogate}/gu, "\ufffd");
  return language === undefined
    ? new LiteralTerm(text, "", stringType)
    : new LiteralTerm(text, language.toLowerCase(), languageType);
}

/** A literal of a datatype; `value` is its lexical form. */
export function typedLiteral(value: string, datatype: NamedNode): Literal {
  return new LiteralTerm(value, "", datatype);
}

/** A statement, by default in the default graph. */
export function quad(
  subject: NamedNode,
  predicate: NamedNode,
  object: NamedNode | Literal,
  graph: NamedNode | DefaultGraph = defaultGraph,
): Quad {
  return new QuadTerm(subject, predicate, object, graph);
}
