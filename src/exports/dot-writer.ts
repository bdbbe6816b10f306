/** The graph for Graphviz. */
import { countOf } from "../base/count-of.ts";
import { diagramOf } from "./diagram.ts";
import { DiagramLinks } from "./diagram-links.ts";
import { DiagramTexts } from "./diagram-text.ts";
import { dotClosing, dotOpening, dotStatements, relativeAddress } from "./dot-text.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";
import type { Subgraph } from "./select-subgraph.ts";
import type { PlannedText } from "./text-plan.ts";

/** Plans a DOT text that a bound can cut between statements. */
export function planDot(subgraph: Subgraph, { linkTo }: Pick<ResolvedExportOptions, "linkTo">): PlannedText {
  const diagram = diagramOf(subgraph);
  const texts = new DiagramTexts();
  const links = new DiagramLinks(subgraph.graph, linkTo ?? relativeAddress);
  return {
    opening: dotOpening(),
    statements: dotStatements({ diagram, texts, links, baseIri: subgraph.graph.options.baseIri }),
    closingAfter: () => dotClosing,
    cutNote: `  // truncated: ${countOf(diagram.nodes.length, "box", "boxes")} and ${countOf(diagram.edges.length, "arrow")} in all\n`,
    smallest: "digraph {}\n",
    counts: () => ({ nodeCount: diagram.nodes.length, edgeCount: diagram.edges.length }),
    warnings: () => [...texts.warnings(), ...links.warnings()],
  };
}
