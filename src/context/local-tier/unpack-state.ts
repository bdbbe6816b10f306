/** What questions are answered from, from the sections of a pack. */
import { decodeText } from "../../base/decode-text.ts";
import type { HashFunction } from "../../base/hash.ts";
import { MovedText } from "../../documents/packed/moved-text.ts";
import type { GraphOptions, KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { unpackGraph } from "../../graph/packed/unpack-graph.ts";
import { type IndexBase, indexFormat } from "../../search/index/index-base.ts";
import type { KeptRules } from "../../snapshot/kept-rules.ts";
import type { Snapshot, SnapshotFile } from "../../snapshot/snapshot.ts";
import { unpackSnapshot } from "../../snapshot/unpack-snapshot.ts";
import type { FileStore } from "../../storage/file-store.ts";
import type { OpenPack } from "./pack-container.ts";
import type { KeptProof } from "./pack-state.ts";
import {
  documentsPart,
  graphParts,
  indexPartNames,
  indexParts,
  proofPart,
  rulesPart,
  snapshotParts,
} from "./state-parts.ts";

/** What a pack gives back. All but the snapshot is absent where it was not packed or is damaged; it is only made anew. */
export interface UnpackedState {
  readonly snapshot: Snapshot;
  readonly proof?: KeptProof | undefined;
  readonly graph?: KnowledgeGraph | undefined;
  readonly index?: IndexBase | undefined;
}

/** Where texts are read from when they are asked for. */
export interface TextPlace {
  readonly store: FileStore;
  readonly sha256: HashFunction;
  readonly decode: (bytes: Uint8Array) => string;
}

/** Gives the text of a file, which is number `index` of its snapshot. */
export type TextReader = (file: SnapshotFile, index: number) => string;

/** Reads texts from their files: one whose bytes are no longer those that were parsed throws `MovedText`. */
export function textsFromFiles(place: TextPlace): TextReader {
  return (file) => readText(place, file);
}

/** The snapshot of a pack; `undefined` when a part of it is missing or damaged. */
export function unpackSnapshotOf(pack: OpenPack, text: TextReader): Snapshot | undefined {
  const packed = sectionsOf(pack, "snapshot", snapshotParts);
  // Each document has a checksum among `snapshot.sums`, which is compared when it is first read.
  const read = pack.reader(documentsPart);
  return packed === undefined || read === undefined ? undefined : unpackSnapshot(packed, { read, text });
}

/** The state of a pack; `undefined` when what all else rests on is missing or damaged. */
export function unpackState(
  pack: OpenPack,
  text: TextReader,
  options: Partial<GraphOptions>,
): UnpackedState | undefined {
  const snapshot = unpackSnapshotOf(pack, text);
  if (snapshot === undefined) return undefined;
  const proof = proofOf(pack);
  const links = sectionsOf(pack, "graph", graphParts);
  if (links === undefined) return { snapshot, proof };
  const { documents, otherPaths } = snapshot;
  return { snapshot, proof, graph: unpackGraph(links, { documents, otherPaths, options }), index: indexOf(pack) };
}

function proofOf(pack: OpenPack): KeptProof | undefined {
  const listing = pack.section(proofPart);
  const rules = pack.section(rulesPart);
  return listing && rules && { listing, rules: JSON.parse(decodeText(rules)) as KeptRules };
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
    const bytes = pack.section(name);
    if (bytes === undefined) return undefined;
    found[part] = bytes;
  }
  return found as Readonly<Record<Part, Uint8Array>>;
}

/** The text of a file, if its bytes are still those that were parsed. */
function readText({ store, sha256, decode }: TextPlace, file: SnapshotFile): string {
  // Only the hash counts: the times of a file may have changed, and its bytes not.
  const bytes = store.readNow?.(file.path, file.size) ?? null;
  if (bytes === null || sha256(bytes) !== file.sha256) throw new MovedText(file.path);
  return decode(bytes);
}
