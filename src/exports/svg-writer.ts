/** The graph as a picture: DOT laid out by Graphviz in WebAssembly, so that nothing has to be installed. */
import type { Cut } from "../base/cut.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { type Diagram, diagramOf } from "./diagram.ts";
import { DiagramLinks } from "./diagram-links.ts";
import { DiagramTexts } from "./diagram-text.ts";
import { dotClosing, dotOpening, dotStatements, relativeAddress } from "./dot-text.ts";
import { drawDot } from "./draw-dot.ts";
import { foldDiagram } from "./fold-diagram.ts";
import type { DrawnPart } from "./graph-export.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";
import type { Subgraph } from "./select-subgraph.ts";
import type { PlannedText } from "./text-plan.ts";

type SvgOptions = Pick<ResolvedExportOptions, "linkTo" | "maximumCharacters" | "maximumEdges">;

/** Boxes of one picture: more take long to lay out, and nobody can read them. */
const maximumBoxes = 1_000;

/** Pictures that are drawn until one is short enough; each is aimed at what the last one took. */
const maximumAttempts = 6;

/** The part of a bound that the next attempt aims at. */
const aim = 0.85;

const empty = '<svg xmlns="http://www.w3.org/2000/svg"/>\n';

/**
 * Plans a picture. A diagram with more than 1,000 boxes or `maximumEdges` arrows, or whose picture is longer than `maximumCharacters`,
 * keeps its most important boxes, and the others are folded into one box for each folder; `drawn`, `cut` and a comment say so.
 * Graphviz is loaded here. Where a runtime compiles no WebAssembly it is `unsupported`.
 */
export async function planSvg(subgraph: Subgraph, options: SvgOptions): Promise<PlannedText> {
  const { graph } = subgraph;
  const diagram = diagramOf(subgraph);
  const counts = (): ReturnType<PlannedText["counts"]> => {
    return { nodeCount: diagram.nodes.length, edgeCount: diagram.edges.length };
  };
  let bounds = { boxes: maximumBoxes, edges: options.maximumEdges };
  let reason: Cut["reason"] = "count";
  for (let attempt = 0; attempt < maximumAttempts; attempt++) {
    const shown = reduced({ diagram, graph, bounds });
    if (shown === undefined) break;
    const comment = shown.drawn && truncation(shown.drawn, diagram);
    const picture = await draw(shown.diagram, { graph, linkTo: options.linkTo, comment });
    if (picture.text.length <= options.maximumCharacters)
      return planOf(picture, counts, shown.drawn && { cut: { reason }, drawn: shown.drawn });
    const share = (options.maximumCharacters / picture.text.length) * aim;
    bounds = {
      boxes: Math.floor(Math.min(shown.diagram.nodes.length, bounds.boxes) * share),
      edges: Math.floor(Math.min(shown.diagram.edges.length, bounds.edges) * share),
    };
    reason = "characters";
  }
  const drawn = { nodeCount: 0, foldedCount: 0, edgeCount: 0 };
  return planOf({ text: empty, warnings: [] }, counts, { cut: { reason }, drawn });
}

interface Picture {
  readonly text: string;
  readonly warnings: readonly string[];
}

function planOf(
  { text, warnings }: Picture,
  counts: PlannedText["counts"],
  reduction: Pick<PlannedText, "cut" | "drawn"> | undefined,
): PlannedText {
  return {
    opening: text,
    statements: [],
    closingAfter: () => "",
    smallest: empty,
    counts,
    ...reduction,
    warnings: () => warnings,
  };
}

/** The diagram within bounds, with what is drawn where that is not all; `undefined` when not even one box is within them. */
function reduced({
  diagram,
  graph,
  bounds,
}: {
  diagram: Diagram;
  graph: KnowledgeGraph;
  bounds: { readonly boxes: number; readonly edges: number };
}): { readonly diagram: Diagram; readonly drawn?: DrawnPart } | undefined {
  if (diagram.nodes.length <= bounds.boxes && diagram.edges.length <= bounds.edges) return { diagram };
  const folded = foldDiagram({
    diagram,
    graph,
    maximumEdges: bounds.edges,
    maximumNodes: bounds.boxes,
    lengthOf: (candidate) => candidate.diagram.nodes.length,
    maximumLength: bounds.boxes,
  });
  if (folded === undefined) return undefined;
  const { kept: nodeCount, groups: foldedCount } = folded;
  return { diagram: folded.diagram, drawn: { nodeCount, foldedCount, edgeCount: folded.diagram.edges.length } };
}

function truncation({ nodeCount, foldedCount }: DrawnPart, { nodes }: Diagram): string {
  return `<!-- truncated: the ${nodeCount} most important of ${nodes.length} nodes are drawn, the others are folded into ${foldedCount === 1 ? "1 box" : `${foldedCount} boxes`} -->\n`;
}

/** Draws a diagram. What stands before the picture is left out, since it names a document type elsewhere. */
async function draw(
  diagram: Diagram,
  {
    graph,
    linkTo,
    comment = "",
  }: { graph: KnowledgeGraph; linkTo: SvgOptions["linkTo"]; comment?: string | undefined },
): Promise<Picture> {
  const texts = new DiagramTexts();
  const links = new DiagramLinks(graph, linkTo ?? relativeAddress);
  const statements = [...dotStatements({ diagram, texts, links, baseIri: graph.options.baseIri })].join("");
  const drawing = await drawDot(diagram, (attributes) => dotOpening(attributes) + statements + dotClosing);
  const text = drawing.slice(drawing.indexOf("<svg")) + comment;
  return { text, warnings: [...texts.warnings(), ...links.warnings()] };
}
