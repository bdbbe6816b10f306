/** The graph as a Mermaid flowchart that always renders. */
import type { Cut } from "../base/cut.ts";
import { folderIri } from "../graph/iri.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { type Diagram, type DiagramEdge, type DiagramNode, diagramOf } from "./diagram.ts";
import { diagramIds } from "./diagram-ids.ts";
import { DiagramLinks } from "./diagram-links.ts";
import { DiagramTexts } from "./diagram-text.ts";
import { type FoldedDiagram, foldDiagram } from "./fold-diagram.ts";
import { framesOf } from "./frames.ts";
import { mermaidLabel } from "./mermaid-label.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";
import type { Subgraph } from "./select-subgraph.ts";
import { sha256Digits } from "./sha256-digits.ts";
import type { PlannedText } from "./text-plan.ts";

type MermaidOptions = Pick<
  ResolvedExportOptions,
  "linkTo" | "maximumCharacters" | "maximumDiagramCharacters" | "maximumEdges"
>;

const header = "flowchart LR\n";

/** What stands before and after the label of each kind of box. */
const shapes: Readonly<Record<DiagramNode["kind"], readonly [string, string]>> = {
  document: ["[", "]"],
  section: ["(", ")"],
  tag: ["([", "])"],
  entity: ["{{", "}}"],
  external: ["[[", "]]"],
  asset: ["[/", "/]"],
  missing: [">", "]"],
  folded: ["[(", ")]"],
};

/**
 * Plans a Mermaid text. A diagram above the bounds on edges or characters keeps its most important boxes, folds the others into one
 * box for each folder, and says so in a comment and as a cut; below the smallest bound that holds any box it is the bare header.
 */
export function planMermaid(subgraph: Subgraph, options: MermaidOptions): PlannedText {
  const diagram = diagramOf(subgraph);
  const maximum = Math.min(options.maximumDiagramCharacters, options.maximumCharacters);
  const writer = new MermaidWriter(subgraph.graph, options.linkTo);
  const counts = (): ReturnType<PlannedText["counts"]> => {
    return { nodeCount: diagram.nodes.length, edgeCount: diagram.edges.length };
  };
  const tooMany = diagram.edges.length > options.maximumEdges;
  // A box takes more than its id, so that a diagram with far too many is not written only to be measured.
  if (!tooMany && diagram.nodes.length * leastBox <= maximum) {
    const written = writer.write(diagram);
    if (written.text.length <= maximum) return planOf({ written, counts });
  }
  const folded = foldDiagram({
    diagram,
    graph: subgraph.graph,
    maximumEdges: options.maximumEdges,
    maximumNodes: Math.floor(maximum / leastBox),
    lengthOf: (candidate) => writer.write(candidate.diagram, truncation(candidate, diagram)).text.length,
    maximumLength: maximum,
  });
  const cut: Cut = { reason: tooMany ? "count" : "characters" };
  if (folded !== undefined) {
    const written = writer.write(folded.diagram, truncation(folded, diagram));
    const { kept, groups, diagram: small } = folded;
    const drawn = { nodeCount: kept, foldedCount: groups, edgeCount: small.edges.length };
    return planOf({ written, counts, cut, drawn });
  }
  const comment = `%% truncated: nothing of ${diagram.nodes.length} nodes fits in ${maximum} characters\n`;
  const text = header.length + comment.length <= maximum ? header + comment : header;
  return planOf({
    written: { text, warnings: [] },
    counts,
    cut,
    drawn: { nodeCount: 0, foldedCount: 0, edgeCount: 0 },
  });
}

/** `  n0123456789["x"]\n` */
const leastBox = 19;

interface WrittenDiagram {
  readonly text: string;
  readonly warnings: readonly string[];
}

function planOf({
  written: { text, warnings },
  counts,
  cut,
  drawn,
}: Pick<PlannedText, "counts" | "cut" | "drawn"> & { written: WrittenDiagram }): PlannedText {
  return {
    opening: text,
    statements: [],
    closingAfter: () => "",
    smallest: header,
    counts,
    ...(cut === undefined ? {} : { cut }),
    ...(drawn === undefined ? {} : { drawn }),
    warnings: () => warnings,
  };
}

function truncation({ kept, groups }: FoldedDiagram, { nodes }: Diagram): string {
  return `%% truncated: the ${kept} most important of ${nodes.length} nodes are drawn, the others are folded into ${groups === 1 ? "1 box" : `${groups} boxes`}, with the strongest links between these\n`;
}

/** Writes diagrams of one graph; digits are computed once for each IRI. */
class MermaidWriter {
  readonly #graph: KnowledgeGraph;
  readonly #linkTo: MermaidOptions["linkTo"];
  readonly #digits = new Map<string, string>();

  constructor(graph: KnowledgeGraph, linkTo: MermaidOptions["linkTo"]) {
    this.#graph = graph;
    this.#linkTo = linkTo;
  }

  write(diagram: Diagram, comment = ""): WrittenDiagram {
    const texts = new DiagramTexts();
    const links = new DiagramLinks(this.#graph, this.#linkTo);
    const { nodes, edges } = diagram;
    const { frames, loose } = framesOf(diagram);
    const frameIris = frames.map(({ folder }) => folderIri(this.#graph.options.baseIri, folder));
    const ids = diagramIds([...nodes.map((node) => node.iri), ...frameIris], (iri, count) =>
      this.#digitsOf(iri, count),
    );
    const box = (position: number): string =>
      (ids[position] as string) + boxText(nodes[position] as DiagramNode, texts);
    const parts = [header, comment];
    for (const position of loose) parts.push(`  ${box(position)}\n`);
    frames.forEach(({ folder, members }, index) => {
      parts.push(`  subgraph ${ids[nodes.length + index]}[${mermaidLabel(folder, texts)}]\n`);
      for (const position of members) parts.push(`    ${box(position)}\n`);
      parts.push("  end\n");
    });
    for (const edge of edges) parts.push(`  ${ids[edge.source]} ${arrowText(edge, texts)} ${ids[edge.target]}\n`);
    nodes.forEach((node, position) => {
      const address = links.of(node);
      if (address !== undefined) parts.push(`  click ${ids[position]} href "${address}"\n`);
    });
    return { text: parts.join(""), warnings: [...texts.warnings(), ...links.warnings()] };
  }

  #digitsOf(iri: string, count: number): string {
    const known = this.#digits.get(iri);
    if (known !== undefined && known.length >= count) return known.slice(0, count);
    const digits = sha256Digits(iri, count);
    this.#digits.set(iri, digits);
    return digits;
  }
}

function boxText({ kind, label }: DiagramNode, texts: DiagramTexts): string {
  const [before, after] = shapes[kind];
  return before + mermaidLabel(label, texts) + after;
}

function arrowText({ kind, label }: DiagramEdge, texts: DiagramTexts): string {
  const arrow = kind === "linksTo" || kind === "relation" ? "-->" : kind === "contains" ? "---" : "-.->";
  return label === "" ? arrow : `${arrow}|${mermaidLabel(label, texts)}|`;
}
