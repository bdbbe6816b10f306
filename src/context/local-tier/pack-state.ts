/** What questions are answered from, to the sections of a pack. */
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { packGraph } from "../../graph/packed/pack-graph.ts";
import type { IndexBase } from "../../search/index/index-base.ts";
import type { KeptRules } from "../../snapshot/kept-rules.ts";
import { packSnapshot } from "../../snapshot/pack-snapshot.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { PackSections } from "./pack-container.ts";
import { documentsPart, graphParts, indexPartNames, proofPart, rulesPart, snapshotParts } from "./state-parts.ts";

/** What a pack holds of a state. */
export interface PackableState {
  readonly snapshot: Snapshot;
  readonly graph: KnowledgeGraph;
  /** Of the documents of `graph`; absent where nobody has searched. */
  readonly index?: IndexBase | undefined;
  /** Of the listing that the snapshot was made from. Default: none. */
  readonly proof?: KeptProof | undefined;
}

/** What a later listing is compared with. */
export interface KeptProof {
  /** Of the store; see {@link proofPart}. */
  readonly listing: Uint8Array;
  readonly rules: KeptRules;
}

export function packState({ snapshot, graph, index, proof }: PackableState): PackSections {
  const sections = new Map<string, Uint8Array>();
  const packed = packSnapshot(snapshot);
  for (const part of snapshotParts) sections.set(`snapshot.${part}`, packed[part]);
  sections.set(documentsPart, packed.documents);
  if (proof !== undefined) {
    sections.set(proofPart, proof.listing);
    sections.set(rulesPart, new TextEncoder().encode(JSON.stringify(proof.rules)));
  }
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
