/** The graph as GraphML: for yEd, Cytoscape, Gephi and libraries. */
import { NetworkParts } from "./network-parts.ts";
import type { Subgraph } from "./select-subgraph.ts";
import type { PlannedText } from "./text-plan.ts";

const root =
  '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n';
const graphStart = '  <graph id="graphdown" edgedefault="directed">\n';
const end = "  </graph>\n</graphml>\n";

/** Columns of edges; `weight` is the number of places where the edge was written, at least 1. */
const edgeKeys =
  '  <key id="edge-kind" for="edge" attr.name="kind" attr.type="string"/>\n' +
  '  <key id="edge-relation" for="edge" attr.name="relation" attr.type="string"/>\n' +
  '  <key id="edge-syntax" for="edge" attr.name="syntax" attr.type="string"/>\n' +
  '  <key id="edge-weight" for="edge" attr.name="weight" attr.type="double"/>\n';

/** Plans a GraphML text: nodes, then the edges between them, one a line. */
export function planGraphml(subgraph: Subgraph): PlannedText {
  const parts = new NetworkParts(subgraph);
  const { nodes, edges, attributes, texts } = parts;
  const keys = attributes.columns.map(
    ({ id, title, type }) => `  <key id="${id}" for="node" attr.name="${texts.escape(title)}" attr.type="${type}"/>\n`,
  );
  const label = '  <key id="label" for="node" attr.name="label" attr.type="string"/>\n';
  return {
    opening: `${root}${label}${keys.join("")}${edgeKeys}${graphStart}`,
    statements: statementsOf(parts),
    closingAfter: () => end,
    smallest: `${root}${graphStart}${end}`,
    counts: () => ({ nodeCount: nodes.length, edgeCount: edges.length }),
    warnings: () => texts.warnings(),
  };
}

function* statementsOf(parts: NetworkParts): Generator<string> {
  const { nodes, edges, attributes, texts } = parts;
  for (const node of nodes) {
    let text = `    <node id="${parts.idOf(node.index)}"><data key="label">${texts.label(node.label)}</data>`;
    for (const [{ id }, value] of attributes.valuesOf(node)) text += `<data key="${id}">${texts.escape(value)}</data>`;
    yield `${text}</node>\n`;
  }
  for (const { source, target, kind, relation, syntax, places } of edges) {
    let text = `    <edge source="${parts.idOf(source)}" target="${parts.idOf(target)}"><data key="edge-kind">${kind}</data>`;
    if (relation !== undefined) text += `<data key="edge-relation">${texts.escape(relation)}</data>`;
    if (syntax !== undefined) text += `<data key="edge-syntax">${syntax}</data>`;
    yield `${text}<data key="edge-weight">${Math.max(1, places.length)}</data></edge>\n`;
  }
}
