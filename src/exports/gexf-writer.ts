/** The graph as GEXF 1.3: for Gephi. */
import { NetworkParts } from "./network-parts.ts";
import type { Subgraph } from "./select-subgraph.ts";
import { sha256Digits } from "./sha256-digits.ts";
import type { PlannedText } from "./text-plan.ts";

const root =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://gexf.net/1.3" version="1.3">\n  <meta>\n    <creator>Graphdown</creator>\n  </meta>\n  <graph defaultedgetype="directed" mode="static">\n';
const nodesStart = "    <nodes>\n";
const edgesStart = "    </nodes>\n    <edges>\n";
const end = "    </edges>\n  </graph>\n</gexf>\n";

const edgeColumns =
  '    <attributes class="edge">\n' +
  '      <attribute id="kind" title="kind" type="string"/>\n' +
  '      <attribute id="relation" title="relation" type="string"/>\n' +
  '      <attribute id="syntax" title="syntax" type="string"/>\n' +
  "    </attributes>\n";

/** Digits of an edge's id, so many that no two edges of any graph have the same. */
const edgeDigits = 20;

/** Plans a GEXF text: nodes, then the edges between them, one a line. Weights are the numbers of places where an edge was written, at least 1. */
export function planGexf(subgraph: Subgraph): PlannedText {
  const parts = new NetworkParts(subgraph);
  const { nodes, edges, attributes, texts } = parts;
  const columns = attributes.columns.map(
    ({ id, title, type }) => `      <attribute id="${id}" title="${texts.escape(title)}" type="${type}"/>\n`,
  );
  const nodeColumns = `    <attributes class="node">\n${columns.join("")}    </attributes>\n`;
  return {
    opening: root + nodeColumns + edgeColumns + nodesStart,
    statements: statementsOf(parts),
    closingAfter: (count) => (count > nodes.length ? end : edgesStart + end),
    smallest: root + nodesStart + edgesStart + end,
    counts: () => ({ nodeCount: nodes.length, edgeCount: edges.length }),
    warnings: () => texts.warnings(),
  };
}

/** The first edge brings the end of the nodes before it. */
function* statementsOf(parts: NetworkParts): Generator<string> {
  const { nodes, edges, attributes, texts } = parts;
  const iris = new Map(nodes.map(({ index, iri }) => [index, iri]));
  for (const node of nodes) {
    let text = `      <node id="${parts.idOf(node.index)}" label="${texts.label(node.label)}"><attvalues>`;
    for (const [{ id }, value] of attributes.valuesOf(node))
      text += `<attvalue for="${id}" value="${texts.escape(value)}"/>`;
    yield `${text}</attvalues></node>\n`;
  }
  let before = edgesStart;
  for (const { source, target, kind, relation, syntax, places } of edges) {
    const id = sha256Digits(JSON.stringify([iris.get(source), iris.get(target), kind, relation, syntax]), edgeDigits);
    const label = relation === undefined ? "" : ` label="${texts.label(relation)}"`;
    let text = `${before}      <edge id="e${id}" source="${parts.idOf(source)}" target="${parts.idOf(target)}" weight="${Math.max(1, places.length)}"${label}><attvalues><attvalue for="kind" value="${kind}"/>`;
    if (relation !== undefined) text += `<attvalue for="relation" value="${texts.escape(relation)}"/>`;
    if (syntax !== undefined) text += `<attvalue for="syntax" value="${syntax}"/>`;
    yield `${text}</attvalues></edge>\n`;
    before = "";
  }
}
