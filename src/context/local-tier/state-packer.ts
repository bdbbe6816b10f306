/** Packs a state with its index. Loaded when there is something to keep. */
import { indexMaker } from "../index-maker.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import type { PackSections } from "./pack-container.ts";
import { packState } from "./pack-state.ts";

export interface KeptKnowledge {
  readonly state: KnowledgeState;
  /** Of the listing that the snapshot was made from; see `proofPart`. Default: none. */
  readonly proof?: Uint8Array | undefined;
  /** Also the index of all words, which is made when there is none. */
  readonly withIndex: boolean;
}

/** The sections of a pack. */
export function packKnowledge({ state, proof, withIndex }: KeptKnowledge): PackSections {
  const { snapshot, graph, index } = state;
  const base = withIndex ? index.baseOf(graph.documents, indexMaker) : undefined;
  return packState({ snapshot, graph, index: base, proof });
}
