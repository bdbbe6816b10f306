/** What is known of each node as columns of a table: the form in which network tools take attributes. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { propertyIri } from "../graph/iri.ts";
import type { GraphNode, KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { iriOf } from "../graph/prefixes.ts";
import { propertyStatements } from "../graph/property-literal.ts";
import type { Literal } from "../graph/terms.ts";
import { diagramIds } from "./diagram-ids.ts";

/** `long` and `double` are numbers of 64 bits. */
export type AttributeType = "string" | "long" | "double" | "boolean";

export interface AttributeColumn {
  /** Letters and digits. The column of a property has the same id in every export. */
  readonly id: string;
  /** For people: the key of a property as it was written. */
  readonly title: string;
  readonly type: AttributeType;
}

/** A value in the lexical form of XML Schema. */
export type AttributeValue = readonly [column: AttributeColumn, text: string];

const column = (id: string, type: AttributeType = "string"): AttributeColumn => ({ id, title: id, type });

const iri = column("iri");
const kind = column("kind");
const path = column("path");
const language = column("language");
const published = column("published");
const modified = column("modified");
const tags = column("tags");
const words = column("words", "long");
const level = column("level", "long");
const line = column("line", "long");
const fixed = [iri, kind, path, language, published, modified, tags, words, level, line];
const fixedTitles: ReadonlySet<string> = new Set(["id", "label", ...fixed.map(({ title }) => title)]);

/**
 * The columns of some nodes, and the values of each node. A property is a number or a truth value where all its values are; a note that
 * has several values of one property has them as a JSON array.
 */
export class NodeAttributes {
  readonly columns: readonly AttributeColumn[];
  readonly #graph: KnowledgeGraph;
  readonly #byProperty = new Map<string, AttributeColumn>();

  constructor(graph: KnowledgeGraph, nodes: readonly GraphNode[]) {
    this.#graph = graph;
    const found = new Map<string, FoundProperty>();
    for (const node of nodes) {
      const document = this.#documentOf(node);
      if (document !== undefined)
        for (const [name, property] of propertiesOf(document, graph)) merge(found, name, property);
    }
    const names = [...found.keys()].sort();
    diagramIds(names).forEach((id, index) => {
      const name = names[index] as string;
      const { title, literals, isList } = found.get(name) as FoundProperty;
      const ownTitle = fixedTitles.has(title) ? `${title} (property)` : title;
      this.#byProperty.set(name, { id, title: ownTitle, type: isList ? "string" : typeOf(literals) });
    });
    this.columns = [...fixed, ...this.#byProperty.values()];
  }

  valuesOf(node: GraphNode): readonly AttributeValue[] {
    const values: AttributeValue[] = [
      [iri, node.iri],
      [kind, node.kind],
    ];
    if (node.path !== undefined) values.push([path, node.path]);
    const document = this.#documentOf(node);
    if (document !== undefined) values.push(...this.#documentValues(document));
    else if (node.kind === "section") {
      const section =
        this.#graph.documents[this.#graph.nodeOf(node.path ?? "")?.index ?? -1]?.sections[node.section ?? -1];
      if (section !== undefined) values.push([level, String(section.level)], [line, String(section.startLine)]);
    }
    return values;
  }

  #documentOf({ kind, index }: GraphNode): MarkdownDocument | undefined {
    return kind === "document" ? this.#graph.documents[index] : undefined;
  }

  #documentValues(document: MarkdownDocument): AttributeValue[] {
    const values: AttributeValue[] = [];
    if (document.language !== undefined) values.push([language, document.language]);
    if (document.published !== undefined) values.push([published, document.published.text]);
    if (document.modified !== undefined) values.push([modified, document.modified.text]);
    if (document.tags.length > 0) values.push([tags, [...new Set(document.tags.map(({ name }) => name))].join(", ")]);
    values.push([words, String(document.wordCount)]);
    for (const [name, { literals }] of propertiesOf(document, this.#graph)) {
      const texts = literals.map(({ value }) => value);
      const own = this.#byProperty.get(name);
      if (own !== undefined) values.push([own, texts.length === 1 ? (texts[0] as string) : JSON.stringify(texts)]);
    }
    return values;
  }
}

/** What a document, or all of them, say of one property. */
interface FoundProperty {
  readonly title: string;
  readonly literals: readonly Literal[];
  /** Some document has several values. */
  readonly isList: boolean;
}

/** The properties of a document by their IRIs. Maps within maps are properties with longer keys. */
function propertiesOf({ properties }: MarkdownDocument, { options }: KnowledgeGraph): Map<string, FoundProperty> {
  const found = new Map<string, FoundProperty>();
  for (const { key, value } of properties) {
    for (const { keys, value: literal } of propertyStatements(key, value)) {
      const name = propertyIri(options.baseIri, ...keys);
      const before = found.get(name);
      const literals = [...(before?.literals ?? []), literal];
      found.set(name, { title: before?.title ?? keys.join("/"), literals, isList: literals.length > 1 });
    }
  }
  return found;
}

/** Of the values only their types are needed, so that one of each is enough. */
function merge(found: Map<string, FoundProperty>, name: string, { title, literals, isList }: FoundProperty): void {
  const before = found.get(name);
  const all = new Map((before?.literals ?? []).map((literal) => [typeOf([literal]), literal]));
  for (const literal of literals) all.set(typeOf([literal]), literal);
  found.set(name, {
    title: before?.title ?? title,
    literals: [...all.values()],
    isList: isList || before?.isList === true,
  });
}

const integer = iriOf("xsd:integer");
const boolean = iriOf("xsd:boolean");
const numbers: ReadonlySet<string> = new Set(["xsd:decimal", "xsd:double", "xsd:float"].map(iriOf));

/** The narrowest type that holds all of some values. */
function typeOf(literals: readonly Literal[]): AttributeType {
  const types = new Set(
    literals.map(({ value, datatype }): AttributeType => {
      if (datatype.value === boolean) return "boolean";
      if (datatype.value === integer) return fitsLong(value) ? "long" : "double";
      return numbers.has(datatype.value) ? "double" : "string";
    }),
  );
  const [first = "string"] = types;
  if (types.size === 1) return first;
  return types.size === 2 && types.has("long") && types.has("double") ? "double" : "string";
}

function fitsLong(digits: string): boolean {
  return digits.length < 19 || BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
}
