/** What questions are answered from, as the sections of a pack. */
import type { HashFunction } from "../../base/hash.ts";
import { MovedText } from "../../documents/packed/moved-text.ts";
import type { GraphOptions, KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { type PackedGraph, packGraph } from "../../graph/packed/pack-graph.ts";
import { unpackGraph } from "../../graph/packed/unpack-graph.ts";
import { type IndexBase, indexFormat } from "../../search/index-base.ts";
import { type PackedSnapshot, packSnapshot, unpackSnapshot } from "../../snapshot/packed-snapshot.ts";
import type { Snapshot, SnapshotFile } from "../../snapshot/snapshot.ts";
import type { FileStore } from "../../storage/file-store.ts";
import type { OpenPack, PackSections } from "./pack-container.ts";

/** What a pack holds of a state. */
export interface PackableState {
  readonly snapshot: Snapshot;
  readonly graph: KnowledgeGraph;
  /** Of the documents of `graph`; absent where nobody has searched. */
  readonly index?: IndexBase | undefined;
}

/** What a pack gives back. Graph and index are absent where they were not packed or are damaged; they are only made anew. */
export interface UnpackedState {
  readonly snapshot: Snapshot;
  readonly graph?: KnowledgeGraph | undefined;
  readonly index?: IndexBase | undefined;
}

/** Where texts are read from when they are asked for. */
export interface TextPlace {
  readonly store: FileStore;
  readonly sha256: HashFunction;
  readonly decode: (bytes: Uint8Array) => string;
}

const snapshotParts = ["files", "documents", "places", "sums"] as const satisfies readonly (keyof PackedSnapshot)[];
const graphParts = [
  "links",
  "linkPlaces",
  "incomingStarts",
  "incomingSources",
  "incomingLinks",
  "ranks",
  "triples",
] as const satisfies readonly (keyof PackedGraph)[];

/** Each document has a checksum among `snapshot.sums`, which is compared when it is first read. */
const checkedByItself: ReadonlySet<string> = new Set(["snapshot.documents"]);

/** The columns of an index, with the kind of their numbers. */
const indexParts = {
  firstSections: Uint32Array,
  mainSections: Uint8Array,
  stemmers: Uint8Array,
  titleLengths: Uint32Array,
  headingLengths: Uint32Array,
  bodyLengths: Uint32Array,
  terms: Uint8Array,
  termStarts: Uint32Array,
  postings: Uint8Array,
  postingStarts: Uint32Array,
} as const satisfies { readonly [Key in Exclude<keyof IndexBase, "format">]: unknown };

type IndexPart = keyof typeof indexParts;

const indexPartNames = Object.keys(indexParts) as IndexPart[];

export function packState({ snapshot, graph, index }: PackableState): PackSections {
  const sections = new Map<string, Uint8Array>();
  const packed = packSnapshot(snapshot);
  for (const part of snapshotParts) sections.set(`snapshot.${part}`, packed[part]);
  const links = packGraph(graph, snapshot.documents);
  if (links === undefined) return sections;
  for (const part of graphParts) sections.set(`graph.${part}`, links[part]);
  if (index === undefined) return sections;
  sections.set("index.format", Uint8Array.of(index.format));
  for (const part of indexPartNames) {
    const { buffer, byteOffset, byteLength } = index[part];
    sections.set(`index.${part}`, new Uint8Array(buffer, byteOffset, byteLength));
  }
  return sections;
}

/** The state of a pack; `undefined` when what all else rests on is missing or damaged. */
export function unpackState(
  pack: OpenPack,
  place: TextPlace,
  options: Partial<GraphOptions>,
): UnpackedState | undefined {
  const packed = sectionsOf(pack, "snapshot", snapshotParts);
  if (packed === undefined) return undefined;
  const snapshot = unpackSnapshot(packed, (file) => readText(place, file));
  const links = sectionsOf(pack, "graph", graphParts);
  if (links === undefined) return { snapshot };
  const { documents, otherPaths } = snapshot;
  return { snapshot, graph: unpackGraph(links, { documents, otherPaths, options }), index: indexOf(pack) };
}

function indexOf(pack: OpenPack): IndexBase | undefined {
  const [format] = pack.section("index.format") ?? [];
  const columns = sectionsOf(pack, "index", indexPartNames);
  if (format !== indexFormat || columns === undefined) return undefined;
  const numbers = indexPartNames.map((part) => {
    const { buffer, byteOffset, byteLength } = columns[part] as Uint8Array<ArrayBuffer>;
    const Numbers = indexParts[part];
    return [part, new Numbers(buffer, byteOffset, byteLength / Numbers.BYTES_PER_ELEMENT)] as const;
  });
  return { format, ...Object.fromEntries(numbers) } as unknown as IndexBase;
}

function sectionsOf<Part extends string>(
  pack: OpenPack,
  group: string,
  parts: readonly Part[],
): Readonly<Record<Part, Uint8Array>> | undefined {
  const found: Partial<Record<Part, Uint8Array>> = {};
  for (const part of parts) {
    const name = `${group}.${part}`;
    const bytes = checkedByItself.has(name) ? pack.unchecked(name) : pack.section(name);
    if (bytes === undefined) return undefined;
    found[part] = bytes;
  }
  return found as Readonly<Record<Part, Uint8Array>>;
}

/** The text of a file, if its bytes are still those that were parsed. */
function readText({ store, sha256, decode }: TextPlace, { sha256: hash, ...file }: SnapshotFile): string {
  const bytes = store.readNow?.({ kind: "file", ...file }) ?? null;
  if (bytes === null || sha256(bytes) !== hash) throw new MovedText(file.path);
  return decode(bytes);
}
