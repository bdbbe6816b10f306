/** Reads the shapes of a shapes graph. What is not well formed is refused, since a constraint that is misread would hold for everything. */
import { GraphdownError } from "../../base/errors.ts";
import type { GivenTerm } from "../../exports/write-quads.ts";
import { iriOf } from "../../graph/prefixes.ts";
import { isLexicalForm } from "../rdf/lexical-form.ts";
import type { TermTable } from "../rdf/term-table.ts";
import { termText } from "../rdf/term-text.ts";
import type { TripleSet } from "../rdf/triple-set.ts";
import type { PropertyPath } from "./property-path.ts";
import {
  closedConstraint,
  countConstraint,
  equalsConstraint,
  hasValueConstraint,
  lessThanConstraint,
  qualifiedConstraints,
} from "./set-constraints.ts";
import { sh } from "./shacl-terms.ts";
import type { Constraint, Shape, Target, TargetedShape } from "./shape.ts";
import { languageInConstraint, lengthConstraint, patternConstraint, uniqueLangConstraint } from "./text-constraints.ts";
import {
  classConstraint,
  datatypeConstraint,
  disjointConstraint,
  inConstraint,
  logicConstraint,
  nodeConstraint,
  nodeKindConstraint,
  nodeKinds,
  notConstraint,
  type RangeComponent,
  rangeConstraint,
} from "./value-constraints.ts";

/** How deep shapes and paths may stand in one another. */
const maximumNesting = 64;

/** The shapes that have targets, in the order in which the graph names them. */
export function readShapes(graph: TripleSet, terms: TermTable): readonly TargetedShape[] {
  return new ShapesReader(graph, terms).read();
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

const rdf = {
  type: iriOf("rdf:type"),
  first: iriOf("rdf:first"),
  rest: iriOf("rdf:rest"),
  nil: iriOf("rdf:nil"),
  class: iriOf("rdfs:Class"),
  subClassOf: iriOf("rdfs:subClassOf"),
};

const targetKinds = [
  ["targetNode", "node"],
  ["targetClass", "class"],
  ["targetSubjectsOf", "subjectsOf"],
  ["targetObjectsOf", "objectsOf"],
] as const;

class ShapesReader {
  readonly #graph: TripleSet;
  readonly #terms: TermTable;
  readonly #shapes = new Map<number, Writable<Shape>>();
  /** Shapes that are being read, the outermost first. */
  readonly #reading: Writable<Shape>[] = [];

  constructor(graph: TripleSet, terms: TermTable) {
    this.#graph = graph;
    this.#terms = terms;
  }

  read(): readonly TargetedShape[] {
    const targets = new Map<number, Target[]>();
    const add = (node: number, target: Target): void => {
      const present = targets.get(node);
      if (present === undefined) targets.set(node, [target]);
      else present.push(target);
    };
    for (const [name, kind] of targetKinds) {
      for (const [node, , term] of this.#graph.match(undefined, this.#iri(sh(name)))) {
        if (kind !== "node") this.#requireIri(node, name, term);
        add(node, { kind, term });
      }
    }
    const declared = ["NodeShape", "PropertyShape"].flatMap((name) => [
      ...this.#graph.subjects(this.#iri(rdf.type), this.#iri(sh(name))),
    ]);
    // A shape that is a class is about its own instances.
    for (const node of new Set(declared)) if (this.#isClass(node)) add(node, { kind: "class", term: node });
    for (const node of declared) this.#shape(node);
    return Array.from(targets, ([node, its]) => ({ shape: this.#shape(node), targets: its }));
  }

  #iri(iri: string): number {
    return this.#terms.numberOfIri(iri);
  }

  #term(node: number): GivenTerm {
    return this.#terms.termOf(node);
  }

  #text(node: number): string {
    return termText(this.#term(node));
  }

  #values(node: number, name: string): readonly number[] {
    return [...this.#graph.objects(node, this.#iri(sh(name)))];
  }

  #isClass(node: number): boolean {
    const classes = new Set([this.#iri(rdf.class)]);
    for (const each of classes)
      for (const below of this.#graph.subjects(this.#iri(rdf.subClassOf), each)) classes.add(below);
    for (const type of this.#graph.objects(node, this.#iri(rdf.type))) if (classes.has(type)) return true;
    return false;
  }

  #shape(node: number): Shape {
    const present = this.#shapes.get(node);
    if (present !== undefined) {
      const depth = this.#reading.indexOf(present);
      if (depth >= 0) for (const shape of this.#reading.slice(depth)) shape.isRecursive = true;
      return present;
    }
    if (this.#term(node).termType === "Literal") throw malformed(`${this.#text(node)} stands where a shape should`);
    if (this.#reading.length >= maximumNesting) throw tooDeep("Shapes");
    const shape: Writable<Shape> = {
      node,
      path: this.#pathOf(node),
      severity: this.#severity(node),
      messages: this.#values(node, "message").map((message) => this.#term(message).value),
      deactivated: this.#truth(node, "deactivated"),
      constraints: [],
      properties: [],
      isRecursive: false,
    };
    this.#shapes.set(node, shape);
    this.#reading.push(shape);
    shape.constraints = this.#constraints(node, shape.path !== undefined);
    shape.properties = this.#values(node, "property").map((each) => {
      const property = this.#shape(each);
      if (property.path === undefined) throw malformed(`${this.#text(each)} is an sh:property without one sh:path`);
      return property;
    });
    this.#reading.pop();
    return shape;
  }

  #pathOf(node: number): PropertyPath | undefined {
    const paths = this.#values(node, "path");
    if (paths.length > 1) throw malformed(`${this.#text(node)} has more than one sh:path`);
    return paths.length === 0 ? undefined : this.#path(paths[0] as number, 0);
  }

  #path(node: number, depth: number): PropertyPath {
    if (depth >= maximumNesting) throw tooDeep("Paths");
    const part = (each: number): PropertyPath => this.#path(each, depth + 1);
    const { termType } = this.#term(node);
    if (termType === "NamedNode" && node !== this.#iri(rdf.nil)) return { kind: "predicate", predicate: node };
    if (termType === "Literal") throw malformed(`${this.#text(node)} is no path`);
    if (this.#graph.object(node, this.#iri(rdf.first)) !== undefined) {
      return { kind: "sequence", parts: this.#list(node, "sh:path", 2).map(part) };
    }
    const alternative = this.#only(node, "alternativePath");
    if (alternative !== undefined) {
      return { kind: "alternative", parts: this.#list(alternative, "sh:alternativePath", 2).map(part) };
    }
    for (const kind of ["inverse", "zeroOrMore", "oneOrMore", "zeroOrOne"] as const) {
      const inner = this.#only(node, `${kind}Path`);
      if (inner !== undefined) return { kind, of: part(inner) };
    }
    throw malformed(`${this.#text(node)} is no path`);
  }

  #constraints(node: number, isProperty: boolean): readonly Constraint[] {
    return [
      ...this.#valueConstraints(node),
      ...this.#textConstraints(node),
      ...this.#shapeConstraints(node),
      ...this.#setConstraints(node),
      ...(isProperty ? this.#propertyConstraints(node) : this.#refuseOnNodeShape(node)),
    ];
  }

  #valueConstraints(node: number): Constraint[] {
    const constraints: Constraint[] = [];
    for (const type of this.#values(node, "class")) {
      this.#requireIri(node, "class", type);
      constraints.push(classConstraint(type));
    }
    const datatype = this.#only(node, "datatype");
    if (datatype !== undefined) {
      this.#requireIri(node, "datatype", datatype);
      constraints.push(datatypeConstraint(this.#term(datatype).value, this.#text(datatype)));
    }
    const kind = this.#only(node, "nodeKind");
    if (kind !== undefined) {
      const name = [...nodeKinds.keys()].find((each) => sh(each) === this.#term(kind).value);
      if (name === undefined) throw malformed(`sh:nodeKind of ${this.#text(node)} is ${this.#text(kind)}`);
      constraints.push(nodeKindConstraint(name));
    }
    for (const component of ["MinExclusive", "MinInclusive", "MaxExclusive", "MaxInclusive"] as const) {
      const bound = this.#only(node, parameterOf(component));
      if (bound !== undefined)
        constraints.push(
          rangeConstraint(component satisfies RangeComponent, this.#literal(node, parameterOf(component), bound)),
        );
    }
    const members = this.#only(node, "in");
    if (members !== undefined) constraints.push(inConstraint(this.#list(members, "sh:in", 0)));
    for (const predicate of this.#predicates(node, "disjoint")) constraints.push(disjointConstraint(predicate));
    return constraints;
  }

  #textConstraints(node: number): Constraint[] {
    const constraints: Constraint[] = [];
    for (const component of ["MinLength", "MaxLength"] as const) {
      const bound = this.#wholeNumber(node, parameterOf(component));
      if (bound !== undefined) constraints.push(lengthConstraint(component, bound));
    }
    const flags = this.#only(node, "flags");
    for (const pattern of this.#values(node, "pattern")) {
      const text = this.#term(this.#literal(node, "pattern", pattern)).value;
      constraints.push(patternConstraint(text, flags === undefined ? "" : this.#term(flags).value));
    }
    const languages = this.#only(node, "languageIn");
    if (languages !== undefined) {
      constraints.push(
        languageInConstraint(this.#list(languages, "sh:languageIn", 0).map((each) => this.#term(each).value)),
      );
    }
    return constraints;
  }

  #shapeConstraints(node: number): Constraint[] {
    const shapesIn = (list: number, name: string): readonly Shape[] =>
      this.#list(list, `sh:${name}`, 1).map((each) => this.#shape(each));
    return [
      ...this.#values(node, "node").map((each) => nodeConstraint(this.#shape(each))),
      ...this.#values(node, "not").map((each) => notConstraint(this.#shape(each))),
      ...this.#values(node, "and").map((list) => logicConstraint("And", shapesIn(list, "and"))),
      ...this.#values(node, "or").map((list) => logicConstraint("Or", shapesIn(list, "or"))),
      ...this.#values(node, "xone").map((list) => logicConstraint("Xone", shapesIn(list, "xone"))),
    ];
  }

  #setConstraints(node: number): Constraint[] {
    return [
      ...this.#values(node, "hasValue").map(hasValueConstraint),
      ...this.#predicates(node, "equals").map(equalsConstraint),
      ...(this.#truth(node, "closed") ? [this.#closed(node)] : []),
    ];
  }

  #closed(node: number): Constraint {
    const allowed = new Set<number>();
    const ignored = this.#only(node, "ignoredProperties");
    if (ignored !== undefined) for (const each of this.#list(ignored, "sh:ignoredProperties", 0)) allowed.add(each);
    for (const property of this.#values(node, "property")) {
      for (const path of this.#values(property, "path")) {
        if (this.#term(path).termType === "NamedNode") allowed.add(path);
      }
    }
    return closedConstraint(allowed);
  }

  #propertyConstraints(node: number): Constraint[] {
    const constraints: Constraint[] = [];
    for (const component of ["MinCount", "MaxCount"] as const) {
      const bound = this.#wholeNumber(node, parameterOf(component));
      if (bound !== undefined) constraints.push(countConstraint(component, bound));
    }
    if (this.#truth(node, "uniqueLang")) constraints.push(uniqueLangConstraint);
    for (const component of ["LessThan", "LessThanOrEquals"] as const) {
      for (const predicate of this.#predicates(node, parameterOf(component))) {
        constraints.push(lessThanConstraint(component, predicate));
      }
    }
    const least = this.#wholeNumber(node, "qualifiedMinCount");
    const most = this.#wholeNumber(node, "qualifiedMaxCount");
    const siblings = this.#siblings(node);
    for (const each of this.#values(node, "qualifiedValueShape")) {
      constraints.push(...qualifiedConstraints({ shape: this.#shape(each), least, most, siblings: siblings(each) }));
    }
    return constraints;
  }

  /** The qualified shapes of the properties beside this one, where values of one must not count for another. */
  #siblings(node: number): (own: number) => () => readonly Shape[] {
    if (!this.#truth(node, "qualifiedValueShapesDisjoint")) return () => () => [];
    return (own) => {
      const nodes = new Set<number>();
      for (const parent of this.#graph.subjects(this.#iri(sh("property")), node)) {
        for (const property of this.#values(parent, "property")) {
          for (const each of this.#values(property, "qualifiedValueShape")) if (each !== own) nodes.add(each);
        }
      }
      let shapes: readonly Shape[] | undefined;
      return () => (shapes ??= Array.from(nodes, (each) => this.#shape(each)));
    };
  }

  /** Constraints that count values need a path. */
  #refuseOnNodeShape(node: number): readonly [] {
    for (const name of ["minCount", "maxCount", "uniqueLang", "lessThan", "lessThanOrEquals", "qualifiedValueShape"]) {
      if (this.#values(node, name).length > 0) throw malformed(`${this.#text(node)} has sh:${name} without an sh:path`);
    }
    return [];
  }

  #severity(node: number): string {
    const severity = this.#only(node, "severity");
    if (severity === undefined) return sh("Violation");
    this.#requireIri(node, "severity", severity);
    return this.#term(severity).value;
  }

  /** The only value of a parameter; `undefined` where there is none. */
  #only(node: number, name: string): number | undefined {
    const values = this.#values(node, name);
    if (values.length > 1) throw malformed(`${this.#text(node)} has more than one sh:${name}`);
    return values[0];
  }

  #truth(node: number, name: string): boolean {
    const value = this.#only(node, name);
    if (value === undefined) return false;
    const { value: text } = this.#term(value);
    // SHACL means the literal itself, so that another form of the same value does not count.
    if (text === "true") return true;
    if (text === "false" || text === "0" || text === "1") return false;
    throw malformed(`sh:${name} of ${this.#text(node)} is ${this.#text(value)}, and has to be true or false`);
  }

  #wholeNumber(node: number, name: string): number | undefined {
    const value = this.#only(node, name);
    if (value === undefined) return undefined;
    const { termType, value: text } = this.#term(value);
    if (termType === "Literal" && isLexicalForm(text, iriOf("xsd:nonNegativeInteger"))) return Number(text);
    throw malformed(`sh:${name} of ${this.#text(node)} is ${this.#text(value)}, and has to be a whole number`);
  }

  #literal(node: number, name: string, value: number): number {
    if (this.#term(value).termType === "Literal") return value;
    throw malformed(`sh:${name} of ${this.#text(node)} is ${this.#text(value)}, and has to be a literal`);
  }

  #predicates(node: number, name: string): readonly number[] {
    const predicates = this.#values(node, name);
    for (const predicate of predicates) this.#requireIri(node, name, predicate);
    return predicates;
  }

  #requireIri(node: number, name: string, value: number): void {
    if (this.#term(value).termType === "NamedNode") return;
    throw malformed(`sh:${name} of ${this.#text(node)} is ${this.#text(value)}, and has to be an IRI`);
  }

  #list(start: number, name: string, least: number): readonly number[] {
    const members: number[] = [];
    const seen = new Set<number>();
    const nil = this.#iri(rdf.nil);
    for (let node = start; node !== nil; ) {
      const first = [...this.#graph.objects(node, this.#iri(rdf.first))];
      const rest = [...this.#graph.objects(node, this.#iri(rdf.rest))];
      if (first.length !== 1 || rest.length !== 1 || seen.has(node)) throw malformed(`${name} has no list`);
      seen.add(node);
      members.push(first[0] as number);
      node = rest[0] as number;
    }
    if (members.length < least) throw malformed(`${name} has a list of ${members.length}, and needs at least ${least}`);
    return members;
  }
}

/** `MinCount` is set by `sh:minCount`. */
function parameterOf(component: string): string {
  return component.charAt(0).toLowerCase() + component.slice(1);
}

function malformed(fault: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The shapes are not well formed: ${fault}.`,
    details: { reason: "malformed_shapes" },
    next: "Mend the shape; docs/validation.md shows how shapes are written.",
  });
}

function tooDeep(what: string): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `${what} stand in one another more than ${maximumNesting} deep.`,
    details: { reason: "depth", maximum: maximumNesting },
    next: "Give shapes names and refer to them.",
  });
}
