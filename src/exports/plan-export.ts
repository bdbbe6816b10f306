/** From a graph, a format and options to a text that is ready to be written: the one table of formats and their writers. */
import type { Cut } from "../base/cut.ts";
import { jsonldContext } from "../graph/context.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { countDocumentTriples, countTriples } from "../graph/triple-count.ts";
import { planCanvas } from "./canvas-writer.ts";
import { planCsv } from "./csv-writer.ts";
import { planDot } from "./dot-writer.ts";
import { planGexf } from "./gexf-writer.ts";
import type { ExportFormat, ExportOptions, GraphExportSummary } from "./graph-export.ts";
import { planGraphml } from "./graphml-writer.ts";
import { planJson } from "./json-writer.ts";
import { planJsonld } from "./jsonld-writer.ts";
import { planMermaid } from "./mermaid-writer.ts";
import { planNQuads, planNTriples } from "./quads-writer.ts";
import { type ResolvedExportOptions, resolveExportOptions, resolveFormat } from "./resolve-export-options.ts";
import { type Subgraph, selectSubgraph } from "./select-subgraph.ts";
import { SelectedTriples } from "./selected-triples.ts";
import type { SubjectBlock } from "./subject-block.ts";
import { planSvg } from "./svg-writer.ts";
import type { PlannedText, PlannedTriples } from "./text-plan.ts";
import { planTrig } from "./trig-writer.ts";
import { planTurtle } from "./turtle-writer.ts";

/** An export that is ready to be written. */
export interface PlannedExport {
  readonly text: PlannedText;
  /** `Infinity` when there is no bound. */
  readonly maximumCharacters: number;
  /** What is reported once the text was written, with the cut that was made. */
  summarise(cut: Cut | undefined): GraphExportSummary;
}

type Writer = (subgraph: Subgraph, options: ResolvedExportOptions) => PlannedText | Promise<PlannedText>;

const writers: Readonly<Record<ExportFormat, Writer>> = {
  jsonld: planJsonldExport,
  turtle: triplesWith(planTurtle),
  ntriples: triplesWith(planNTriples),
  nquads: triplesWith(planNQuads),
  trig: triplesWith(planTrig),
  mermaid: planMermaid,
  dot: planDot,
  svg: planSvg,
  json: planJson,
  graphml: planGraphml,
  gexf: planGexf,
  csv: planCsv,
  canvas: planCanvas,
};

/** Checks format and options, selects, and plans the text. Every error that an export can have is thrown here. */
export async function planExport({
  graph,
  format: name,
  options,
}: {
  graph: KnowledgeGraph;
  format: string;
  options: ExportOptions | undefined;
}): Promise<PlannedExport> {
  const format = resolveFormat(name);
  const resolved = resolveExportOptions(format, options);
  const subgraph = selectSubgraph({ graph, options: resolved });
  const text = await writers[format](subgraph, resolved);
  return {
    text,
    maximumCharacters: resolved.maximumCharacters,
    summarise: (cut) => {
      const warnings = text.warnings();
      const { tripleCount, nodeCount, edgeCount } = text.counts();
      return {
        format,
        documentCount: subgraph.documents.length,
        tripleCount: tripleCount ?? countOfDocuments(subgraph),
        nodeCount,
        edgeCount,
        ...(cut === undefined ? {} : { cut }),
        ...(text.drawn === undefined ? {} : { drawn: text.drawn }),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  };
}

function triplesWith(plan: (blocks: Iterable<SubjectBlock>) => PlannedTriples): (subgraph: Subgraph) => PlannedText {
  return (subgraph) => {
    const triples = new SelectedTriples(subgraph);
    return { ...plan(triples), counts: () => triples.counts(), warnings: () => [] };
  };
}

function planJsonldExport(subgraph: Subgraph, { form }: ResolvedExportOptions): PlannedText {
  const triples = new SelectedTriples(subgraph);
  const context = jsonldContext(subgraph.graph.options);
  return { ...planJsonld(triples, { form, context }), counts: () => triples.counts(), warnings: () => [] };
}

/** Of formats without triples the count says how much is known of the selected documents. */
function countOfDocuments({ graph, documents }: Subgraph): number {
  if (documents.length === graph.documents.length) return countTriples(graph);
  let count = 0;
  for (const index of documents) count += countDocumentTriples(graph, index);
  return count;
}
