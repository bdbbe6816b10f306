/** A graph from its bytes, in a few milliseconds: what became of a document's links is read when somebody asks for it. */
import { lazyList } from "../../base/lazy-list.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { ByteReader } from "../../documents/packed/byte-reader.ts";
import { DamagedBytes } from "../../documents/packed/damaged-bytes.ts";
import { readList } from "../../documents/packed/packed-values.ts";
import { documentOrder } from "../document-order.ts";
import { resolveGraphOptions } from "../graph-options.ts";
import { rememberTables } from "../graph-tables.ts";
import { presetIncomingLinks } from "../incoming-links.ts";
import type { GraphOptions, KnowledgeGraph } from "../knowledge-graph.ts";
import { presetRanks } from "../pagerank.ts";
import { ResolvedGraph } from "../resolved-graph.ts";
import { presetTriples } from "../triple-count.ts";
import type { PackedGraph } from "./pack-graph.ts";
import { readResolution } from "./packed-resolutions.ts";

/** What a graph is unpacked over: the files and options that it was packed with. */
export interface UnpackGraphInput {
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
  readonly options: Partial<GraphOptions>;
}

/** Unpacks a graph. Throws `DamagedBytes` for bytes that are not those of these files. */
export function unpackGraph(packed: PackedGraph, { documents, otherPaths, options }: UnpackGraphInput): KnowledgeGraph {
  const count = documents.length;
  const places = numbersOf(packed.linkPlaces);
  const starts = numbersOf(packed.incomingStarts);
  const triples = numbersOf(packed.triples);
  const ranks = new Float64Array(packed.ranks.buffer, packed.ranks.byteOffset, packed.ranks.length / 8);
  const isWhole = places.length === count + 1 && starts.length === count + 1 && triples.length === count + 2;
  if (!isWhole || ranks.length !== count) throw new DamagedBytes();
  let paths: LogicalPath[] | undefined;
  const links = lazyList(count, (place) => {
    paths ??= [...documents.map(({ path }) => path), ...otherPaths];
    const known = paths;
    const reader = new ByteReader(packed.links, places[place], places[place + 1]);
    return readList(reader, (from) => readResolution(from, known));
  });
  const order = documentOrder(
    Int32Array.from({ length: count }, (_, place) => place),
    count + otherPaths.length,
  );
  const graph = new ResolvedGraph({
    options: resolveGraphOptions(options),
    documents,
    otherPaths,
    // Documents are numbered by their places here.
    links: { get: (place) => links[place] ?? [] },
    linkList: links,
    order,
  });
  rememberTables(graph, order);
  presetIncomingLinks(graph, {
    starts,
    sources: numbersOf(packed.incomingSources),
    links: numbersOf(packed.incomingLinks),
  });
  presetRanks(graph, ranks);
  presetTriples(graph, {
    documents: triples.subarray(0, count),
    total: triples[count] as number,
    hasNoteFacts: triples[count + 1] === 1,
  });
  return graph;
}

function numbersOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT);
}
