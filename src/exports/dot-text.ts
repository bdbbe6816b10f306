/** A diagram as DOT, statement by statement. */
import type { LogicalPath } from "../base/logical-path.ts";
import { folderIri } from "../graph/iri.ts";
import type { Diagram, DiagramNode } from "./diagram.ts";
import { diagramIds } from "./diagram-ids.ts";
import type { DiagramLinks } from "./diagram-links.ts";
import type { DiagramTexts } from "./diagram-text.ts";
import { framesOf } from "./frames.ts";

/** What stands before the statements. */
export function dotOpening(graphAttributes = ""): string {
  const attributes = graphAttributes === "" ? "rankdir=LR" : `rankdir=LR, ${graphAttributes}`;
  return `digraph graphdown {\n  graph [${attributes}];\n  node [shape=box];\n`;
}

/** What stands after the statements. */
export const dotClosing = "}\n";

/** Attributes that tell kinds of boxes apart; documents have none. */
const looks: Readonly<Partial<Record<DiagramNode["kind"], string>>> = {
  section: "style=rounded",
  tag: "shape=ellipse",
  entity: "shape=hexagon",
  external: "shape=cds",
  asset: "shape=note",
  missing: "style=dashed",
  folded: "shape=box3d",
};

/** Boxes of one folder in one statement; a larger folder takes several, so that a bound can cut between them. */
const membersInStatement = 100;

/** Unless another address is asked for, a box opens the file that it stands for, seen from the folder of the notes. */
export function relativeAddress(path: LogicalPath): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Boxes, then their clusters by folder, then arrows, so that nothing is named that is not declared. */
export function* dotStatements({
  diagram,
  texts,
  links,
  baseIri,
}: {
  diagram: Diagram;
  texts: DiagramTexts;
  links: DiagramLinks;
  baseIri: string;
}): Generator<string> {
  const { nodes, edges } = diagram;
  const { frames } = framesOf(diagram);
  const iris = [...nodes.map((node) => node.iri), ...frames.map(({ folder }) => folderIri(baseIri, folder))];
  const ids = diagramIds(iris);
  for (let position = 0; position < nodes.length; position++)
    yield `  "${ids[position]}" ${attributesOf(nodes[position] as DiagramNode, { texts, links })};\n`;
  for (let frame = 0; frame < frames.length; frame++) {
    const { folder, members } = frames[frame] as (typeof frames)[number];
    const head = `  subgraph "cluster_${ids[nodes.length + frame]}" {\n    label=${dotString(texts.prepare(folder))};\n    `;
    for (let start = 0; start < members.length; start += membersInStatement) {
      const names = members.slice(start, start + membersInStatement).map((position) => `"${ids[position]}";`);
      yield `${head}${names.join(" ")}\n  }\n`;
    }
  }
  for (const { source, target, label } of edges) {
    const attributes = label === "" ? "" : ` [label=${dotString(texts.prepare(label))}]`;
    yield `  "${ids[source]}" -> "${ids[target]}"${attributes};\n`;
  }
}

function attributesOf(node: DiagramNode, { texts, links }: { texts: DiagramTexts; links: DiagramLinks }): string {
  const look = looks[node.kind];
  const address = links.of(node);
  const attributes = [
    `label=${dotString(texts.prepare(node.label))}`,
    // Titles repeat; the path tells which note it is.
    ...(node.path === undefined ? [] : [`tooltip=${dotString(texts.prepare(node.path))}`]),
    ...(look === undefined ? [] : [look]),
    ...(address === undefined ? [] : [`URL=${dotString(address)}`]),
  ];
  return `[${attributes.join(", ")}]`;
}

/**
 * A text as a quoted string that Graphviz shows as it is: `\N`, `\G`, `\E` and the other escapes are not expanded, an ampersand that
 * would begin an HTML entity is spelled out, and quoted strings are never HTML-like labels. An empty first line gets a blank, since
 * Graphviz loses its memory over labels that begin with a line end.
 */
function dotString(text: string): string {
  if (!/["\\\n&]/.test(text)) return `"${text}"`;
  const escaped = text
    .replace(/["\\]/g, "\\$&")
    .replace(/^\n/, " \n")
    .replaceAll("\n", "\\n")
    .replace(/&(?=#?\w+;)/g, "&amp;");
  return `"${escaped}"`;
}
