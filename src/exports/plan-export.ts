/** From a graph, a format and options to a text that is ready to be written: the one table of formats and their writers. */
import type { Cut } from "../base/cut.ts";
import { jsonldContext } from "../graph/context.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { countTriples } from "../graph/triple-count.ts";
import { planDot } from "./dot-writer.ts";
import type { ExportFormat, ExportOptions, GraphExportSummary } from "./graph-export.ts";
import { planJson } from "./json-writer.ts";
import { planJsonld } from "./jsonld-writer.ts";
import { planMermaid } from "./mermaid-writer.ts";
import { type ResolvedExportOptions, resolveExportOptions, resolveFormat } from "./resolve-export-options.ts";
import { isShown, type Subgraph, selectSubgraph } from "./select-subgraph.ts";
import { selectedBlocks } from "./select-triples.ts";
import type { PlannedText } from "./text-plan.ts";
import { planTurtle } from "./turtle-writer.ts";

/** An export that is ready to be written. */
export interface PlannedExport {
  readonly text: PlannedText;
  /** `Infinity` when there is no bound. */
  readonly maximumCharacters: number;
  /** What is reported once the text was written, with the cut that was made. */
  summarise(cut: Cut | undefined): GraphExportSummary;
}

const writers: Readonly<Record<ExportFormat, (subgraph: Subgraph, options: ResolvedExportOptions) => PlannedText>> = {
  jsonld: planJsonldExport,
  turtle: planTurtleExport,
  mermaid: planMermaid,
  dot: planDot,
  json: planJson,
};

/** Checks format and options, selects, and plans the text. Every error that an export can have is thrown here. */
export function planExport({
  graph,
  format: name,
  options,
}: {
  graph: KnowledgeGraph;
  format: string;
  options: ExportOptions | undefined;
}): PlannedExport {
  const format = resolveFormat(name);
  const resolved = resolveExportOptions(format, options);
  const subgraph = selectSubgraph({ graph, options: resolved });
  const text = writers[format](subgraph, resolved);
  return {
    text,
    maximumCharacters: resolved.maximumCharacters,
    summarise: (cut) => {
      const warnings = text.warnings();
      return {
        format,
        documentCount: subgraph.documents.length,
        tripleCount: subgraph.whole ? countTriples(graph) : countSelected(subgraph),
        ...text.counts(),
        ...(cut === undefined ? {} : { cut }),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  };
}

function planTurtleExport(subgraph: Subgraph): PlannedText {
  return { ...planTurtle(selectedBlocks(subgraph)), counts: () => countsOf(subgraph), warnings: () => [] };
}

function planJsonldExport(subgraph: Subgraph, { form }: ResolvedExportOptions): PlannedText {
  const context = jsonldContext(subgraph.graph.options);
  const planned = planJsonld(selectedBlocks(subgraph), { form, context });
  return { ...planned, counts: () => countsOf(subgraph), warnings: () => [] };
}

function countsOf(subgraph: Subgraph): ReturnType<PlannedText["counts"]> {
  const { nodes, edges } = subgraph.graph;
  if (subgraph.whole) return { nodeCount: nodes.length, edgeCount: edges.length };
  let nodeCount = 0;
  for (const shown of subgraph.shown) nodeCount += shown;
  return { nodeCount, edgeCount: edges.filter((edge) => isShown(subgraph, edge)).length };
}

function countSelected(subgraph: Subgraph): number {
  let count = 0;
  for (const { triples } of selectedBlocks(subgraph)) count += triples.length;
  return count;
}
