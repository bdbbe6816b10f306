/** Packs a state with its index. Loaded when there is something to keep. */
import { indexMaker } from "../index-maker.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import type { PackSections } from "./pack-container.ts";
import { type KeptProof, packState } from "./pack-state.ts";

/** What a pack is made of. */
export interface PackableKnowledge {
  readonly state: KnowledgeState;
  /** Of the listing that the snapshot was made from. Default: none. */
  readonly proof?: KeptProof | undefined;
  /** Also the index of all words, which is made when there is none. */
  readonly withIndex: boolean;
}

/** The sections of a pack. */
export function packKnowledge({ state, proof, withIndex }: PackableKnowledge): PackSections {
  const { snapshot, graph, index } = state;
  const base = withIndex ? index.baseOf(graph.documents, indexMaker) : undefined;
  return packState({ snapshot, graph, index: base, proof });
}
