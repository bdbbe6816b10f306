/** Reads XML, GraphML and GEXF texts with a parser that refuses what is not well formed. */
import { JSDOM } from "jsdom";

export interface ReadNode {
  readonly id: string;
  readonly label: string;
  /** Values by the titles of their columns. */
  readonly values: Readonly<Record<string, string>>;
}

export interface ReadEdge {
  readonly source: string;
  readonly target: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface ReadNetwork {
  readonly nodes: readonly ReadNode[];
  readonly edges: readonly ReadEdge[];
  /** Types of columns of nodes by their titles. */
  readonly types: Readonly<Record<string, string>>;
}

const { DOMParser } = new JSDOM("").window;

/** The document; throws where it is not well formed. */
export function readXml(text: string): Document {
  const document = new DOMParser().parseFromString(text, "application/xml");
  const [error] = document.getElementsByTagName("parsererror");
  if (error !== undefined) throw new Error(`not well formed: ${error.textContent}`);
  return document;
}

const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? "";

export function readGraphml(text: string): ReadNetwork {
  const document = readXml(text);
  const all = (name: string): Element[] => [
    ...document.getElementsByTagNameNS("http://graphml.graphdrawing.org/xmlns", name),
  ];
  const keys = new Map(all("key").map((key) => [attribute(key, "id"), key]));
  const valuesOf = (element: Element): Record<string, string> =>
    Object.fromEntries(
      [...element.children].map((data) => {
        const key = keys.get(attribute(data, "key"));
        if (key === undefined || attribute(key, "for") !== element.localName)
          throw new Error(`no such key: ${attribute(data, "key")}`);
        return [attribute(key, "attr.name"), data.textContent ?? ""];
      }),
    );
  const nodes = all("node").map((node) => {
    const { label = "", ...values } = valuesOf(node);
    return { id: attribute(node, "id"), label, values };
  });
  const edges = all("edge").map((edge) => ({
    source: attribute(edge, "source"),
    target: attribute(edge, "target"),
    values: valuesOf(edge),
  }));
  const ofNodes = [...keys.values()].filter((key) => attribute(key, "for") === "node");
  const types = Object.fromEntries(ofNodes.map((key) => [attribute(key, "attr.name"), attribute(key, "attr.type")]));
  return checked({ nodes, edges, types });
}

export function readGexf(text: string): ReadNetwork {
  const document = readXml(text);
  const all = (name: string, within: Document | Element = document): Element[] => [
    ...within.getElementsByTagNameNS("http://gexf.net/1.3", name),
  ];
  const columnsOf = (kind: string): Map<string, Element> => {
    const tables = all("attributes").filter((table) => attribute(table, "class") === kind);
    return new Map(
      tables.flatMap((table) => all("attribute", table)).map((column) => [attribute(column, "id"), column]),
    );
  };
  const columns = { node: columnsOf("node"), edge: columnsOf("edge") };
  const valuesOf = (element: Element, kind: "node" | "edge"): Record<string, string> =>
    Object.fromEntries(
      all("attvalue", element).map((value) => {
        const column = columns[kind].get(attribute(value, "for"));
        if (column === undefined) throw new Error(`no such column: ${attribute(value, "for")}`);
        return [attribute(column, "title"), attribute(value, "value")];
      }),
    );
  const nodes = all("node").map((node) => ({
    id: attribute(node, "id"),
    label: attribute(node, "label"),
    values: valuesOf(node, "node"),
  }));
  const edges = all("edge").map((edge) => ({
    source: attribute(edge, "source"),
    target: attribute(edge, "target"),
    values: { ...valuesOf(edge, "edge"), weight: attribute(edge, "weight"), id: attribute(edge, "id") },
  }));
  const types = Object.fromEntries(
    [...columns.node.values()].map((column) => [attribute(column, "title"), attribute(column, "type")]),
  );
  return checked({ nodes, edges, types });
}

/** Every end of an edge is a node, and no id comes twice. */
function checked(network: ReadNetwork): ReadNetwork {
  const ids = new Set(network.nodes.map(({ id }) => id));
  if (ids.size !== network.nodes.length) throw new Error("an id comes twice");
  for (const { source, target } of network.edges)
    if (!ids.has(source) || !ids.has(target)) throw new Error(`an edge without its ends: ${source} ${target}`);
  return network;
}
