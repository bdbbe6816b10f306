/** A graph as bytes: what became of its links, and what searches ask of it. Its documents are kept elsewhere. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { ByteWriter } from "../../documents/packed/byte-writer.ts";
import { orderOf } from "../graph-tables.ts";
import { listIncomingLinks } from "../incoming-links.ts";
import type { KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";
import { rankDocuments } from "../pagerank.ts";
import { Resolution } from "../resolve/resolution.ts";
import { countAllTriples } from "../triple-count.ts";
import { writeResolution } from "./packed-resolutions.ts";

/** The bytes of a graph by name; numbers in them are 32 bits wide, ranks 64. */
export interface PackedGraph {
  readonly links: Uint8Array;
  /** Where the links of each document begin in `links`, and where the last ones end. */
  readonly linkPlaces: Uint8Array;
  /** Where the links to each document begin in `incomingSources` and `incomingLinks`, and where the last ones end. */
  readonly incomingStarts: Uint8Array;
  readonly incomingSources: Uint8Array;
  readonly incomingLinks: Uint8Array;
  readonly ranks: Uint8Array;
  /** Triples about each document, their number in all, and 1 where notes say something of other notes, else 0. */
  readonly triples: Uint8Array;
}

/** Packs a graph over the documents of a snapshot; `undefined` where the graph reads them otherwise than they are there. */
export function packGraph(graph: KnowledgeGraph, documents: readonly MarkdownDocument[]): PackedGraph | undefined {
  if (!graph.documents.every((document, place) => document === documents[place])) return undefined;
  const paths = [...graph.documents.map(({ path }) => path), ...graph.otherPaths];
  const numberOf = numberFinder(graph);
  const writer = new ByteWriter();
  const linkPlaces = new Uint32Array(documents.length + 1);
  graph.links.forEach((links, place) => {
    writer.number(links.length);
    for (const link of links) writeResolution(writer, link, numberOf(link), paths);
    linkPlaces[place + 1] = writer.length;
  });
  const incoming = listIncomingLinks(graph);
  const { documents: counts, total, hasNoteFacts } = countAllTriples(graph);
  const triples = new Uint32Array(counts.length + 2);
  triples.set(counts);
  triples.set([total, hasNoteFacts ? 1 : 0], counts.length);
  return {
    links: writer.finish(),
    linkPlaces: bytesOf(linkPlaces),
    incomingStarts: bytesOf(incoming.starts),
    incomingSources: bytesOf(incoming.sources),
    incomingLinks: bytesOf(incoming.links),
    ranks: bytesOf(rankDocuments(graph)),
    triples: bytesOf(triples),
  };
}

/** Numbers of files as in a graph that is made anew: documents by their places, then the others by theirs. */
function numberFinder(graph: KnowledgeGraph): (resolution: LinkResolution) => number {
  const { positions } = orderOf(graph);
  const others = new Map<LogicalPath, number>();
  for (const [place, path] of graph.otherPaths.entries()) others.set(path, graph.documents.length + place);
  return (resolution) => {
    const document = Resolution.documentOf(resolution);
    if (document !== -1) return positions[document] as number;
    if (Resolution.fileOf(resolution) === undefined || resolution.path === undefined) return -1;
    return others.get(resolution.path) ?? -1;
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
