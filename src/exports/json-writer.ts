/** The graph as JSON, node-link: everything, with every place, in the form that scripts and tests read. */
import type { GraphEdge, GraphNode } from "../graph/knowledge-graph.ts";
import { problemsOf } from "../graph/questions/problems.ts";
import { jsonEdge, jsonNode } from "./json-records.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";
import type { Subgraph } from "./select-subgraph.ts";
import { selectedParts } from "./selected-parts.ts";
import type { PlannedText } from "./text-plan.ts";

/** Plans a JSON text: one record a line, nodes and edges in the order of the graph, problems by place. */
export function planJson(subgraph: Subgraph, { snapshot }: Pick<ResolvedExportOptions, "snapshot">): PlannedText {
  const { nodes, edges } = selectedParts(subgraph);
  const opening = `{"snapshot":${JSON.stringify(snapshot)},\n"nodes":[`;
  const noProblems = `"problems":[]}\n`;
  const noEdges = `\n],\n"edges":[],\n${noProblems}`;
  return {
    opening,
    statements: recordsOf({ subgraph, nodes, edges }),
    closingAfter: (count) => {
      if (count <= nodes.length) return noEdges;
      return count <= nodes.length + edges.length ? `\n],\n${noProblems}` : "\n]}\n";
    },
    smallest: opening + noEdges,
    counts: () => ({ nodeCount: nodes.length, edgeCount: edges.length }),
    warnings: () => [],
  };
}

function selectedProblems({ graph, documents }: Subgraph): readonly unknown[] {
  const { problems } = problemsOf({ graph });
  if (documents.length === graph.documents.length) return problems;
  const paths = new Set<string>(documents.map((index) => graph.documents[index]?.path ?? ""));
  return problems.filter(({ path }) => paths.has(path));
}

interface Records {
  readonly subgraph: Subgraph;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/**
 * Each record brings the separator before it; the first edge and the first problem bring the end of the list before theirs. Problems
 * are looked for when all else is written, since that takes longest.
 */
function* recordsOf({ subgraph, nodes, edges }: Records): Generator<string> {
  const { graph } = subgraph;
  let separator = "\n";
  for (const node of nodes) {
    yield separator + JSON.stringify(jsonNode(graph, node));
    separator = ",\n";
  }
  separator = '\n],\n"edges":[\n';
  for (const edge of edges) {
    yield separator + JSON.stringify(jsonEdge(graph, edge));
    separator = ",\n";
  }
  separator = edges.length === 0 ? '\n],\n"edges":[],\n"problems":[\n' : '\n],\n"problems":[\n';
  for (const problem of selectedProblems(subgraph)) {
    yield separator + JSON.stringify(problem);
    separator = ",\n";
  }
}
