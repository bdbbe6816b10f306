/** The graph as a JSON Canvas (jsoncanvas.org), which Obsidian opens. */
import { folderIri } from "../graph/iri.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { type CanvasBox, canvasLayout } from "./canvas-layout.ts";
import { type Diagram, type DiagramEdge, type DiagramNode, diagramOf } from "./diagram.ts";
import { diagramIds } from "./diagram-ids.ts";
import { type Frame, framesOf } from "./frames.ts";
import { isolateDirection } from "./isolate-direction.ts";
import type { Subgraph } from "./select-subgraph.ts";
import { sha256Digits } from "./sha256-digits.ts";
import type { PlannedText } from "./text-plan.ts";

const opening = '{"nodes":[';
const noEdges = '\n],\n"edges":[]}\n';

/** Digits of an arrow's id, so many that no two arrows have the same. */
const edgeDigits = 20;

/** Plans a canvas: each folder as a group with its notes in rows, then the arrows; one record a line. */
export function planCanvas(subgraph: Subgraph): PlannedText {
  const diagram = diagramOf(subgraph);
  const { frames, loose } = framesOf(diagram);
  const boxCount = diagram.nodes.length + frames.length;
  return {
    opening,
    statements: recordsOf({ graph: subgraph.graph, diagram, frames, loose }),
    closingAfter: (count) => (count > boxCount ? "\n]}\n" : noEdges),
    smallest: opening + noEdges,
    counts: () => ({ nodeCount: diagram.nodes.length, edgeCount: diagram.edges.length }),
    warnings: () => [],
  };
}

function* recordsOf({
  graph,
  diagram: { nodes, edges },
  frames,
  loose,
}: {
  graph: KnowledgeGraph;
  diagram: Diagram;
  frames: readonly Frame[];
  loose: readonly number[];
}): Generator<string> {
  const iris = [
    ...nodes.map(({ iri }) => iri),
    ...frames.map(({ folder }) => folderIri(graph.options.baseIri, folder)),
  ];
  const ids = diagramIds(iris);
  const placed = canvasLayout([loose.length, ...frames.map(({ members }) => members.length)]);
  let separator = "\n";
  for (let group = 0; group <= frames.length; group++) {
    const { box, members: boxes } = placed[group] as (typeof placed)[number];
    const frame = frames[group - 1];
    if (frame !== undefined) {
      const id = ids[nodes.length + group - 1];
      yield separator + JSON.stringify({ id, type: "group", label: isolateDirection(frame.folder), ...box });
      separator = ",\n";
    }
    const members = frame?.members ?? loose;
    for (let index = 0; index < members.length; index++) {
      const position = members[index] as number;
      const content = contentOf(nodes[position] as DiagramNode, graph);
      yield separator + JSON.stringify({ id: ids[position], ...content, ...(boxes[index] as CanvasBox) });
      separator = ",\n";
    }
  }
  separator = '\n],\n"edges":[\n';
  for (const edge of edges) {
    yield separator + JSON.stringify(arrowOf(edge, nodes, ids));
    separator = ",\n";
  }
}

function arrowOf(
  { source, target, kind, label }: DiagramEdge,
  nodes: readonly DiagramNode[],
  ids: readonly string[],
): object {
  const ends = JSON.stringify([nodes[source]?.iri, nodes[target]?.iri, label, kind === "contains"]);
  return {
    id: `e${sha256Digits(ends, edgeDigits)}`,
    fromNode: ids[source],
    toNode: ids[target],
    ...(label === "" ? {} : { label: isolateDirection(label) }),
  };
}

/** Files are shown themselves, addresses of pages as links, everything else as text. */
function contentOf({ kind, path, label, section, iri }: DiagramNode, graph: KnowledgeGraph): object {
  if (path !== undefined && kind === "section") {
    const heading = graph.documents[graph.nodeOf(path)?.index ?? -1]?.sections[section ?? -1]?.text;
    return { type: "file", file: path, ...(heading === undefined ? {} : { subpath: `#${heading}` }) };
  }
  if (path !== undefined) return { type: "file", file: path };
  if (kind === "external" && /^https?:/i.test(iri)) return { type: "link", url: iri };
  return { type: "text", text: markdownText(kind === "tag" ? `#${label}` : label) };
}

/** A text that shows as it is where Markdown is expected: no image of it is loaded, and no HTML read. */
function markdownText(text: string): string {
  return isolateDirection(text).replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
