/** The edges of the graph as CSV (RFC 4180): for spreadsheets, Gephi and data frames. */
import type { GraphEdge, GraphNode, KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";
import type { Subgraph } from "./select-subgraph.ts";
import { selectedParts } from "./selected-parts.ts";
import type { PlannedText } from "./text-plan.ts";

/** Ends are told by their IRIs; `weight` is the number of places where the edge was written, at least 1. */
const columns = [
  "source",
  "target",
  "kind",
  "relation",
  "syntax",
  "weight",
  "sourceLabel",
  "targetLabel",
  "sourcePath",
  "targetPath",
] as const;

/** Plans a CSV text: a line of names, then one edge a line, every cell in quotes. `spreadsheet` keeps cells from being read as formulas. */
export function planCsv(subgraph: Subgraph, { spreadsheet }: Pick<ResolvedExportOptions, "spreadsheet">): PlannedText {
  const { nodes, edges } = selectedParts(subgraph);
  const opening = lineOf(columns, cellText);
  return {
    opening,
    statements: linesOf({ graph: subgraph.graph, edges, cell: spreadsheet ? spreadsheetCell : cellText }),
    closingAfter: () => "",
    smallest: opening,
    counts: () => ({ nodeCount: nodes.length, edgeCount: edges.length }),
    warnings: () => [],
  };
}

function* linesOf({
  graph,
  edges,
  cell,
}: {
  graph: KnowledgeGraph;
  edges: readonly GraphEdge[];
  cell: (text: string) => string;
}): Generator<string> {
  for (const { source, target, kind, relation = "", syntax = "", places } of edges) {
    const from = graph.nodes[source] as GraphNode;
    const to = graph.nodes[target] as GraphNode;
    const weight = String(Math.max(1, places.length));
    const cells = [from.iri, to.iri, kind, relation, syntax, weight, from.label, to.label, from.path, to.path];
    yield lineOf(cells, cell);
  }
}

function lineOf(cells: readonly (string | undefined)[], cell: (text: string) => string): string {
  return `${cells.map((text = "") => cell(text)).join(",")}\r\n`;
}

/** The exact text; half a surrogate pair, which no encoding can hold, becomes U+FFFD. */
function cellText(text: string): string {
  return `"${text.replaceAll('"', '""').replace(/\p{Surrogate}/gu, "\ufffd")}"`;
}

/** What a spreadsheet would take for a formula gets an apostrophe before it. */
function spreadsheetCell(text: string): string {
  return cellText(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}
