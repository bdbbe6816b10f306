/** Packs a state with its index. Loaded when there is something to keep. */
import { indexMaker } from "../index-maker.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import type { PackSections } from "./pack-container.ts";
import { packState } from "./pack-state.ts";

/** The sections of a pack. `withIndex`: also the index of all words, which is made when there is none. */
export function packKnowledge({ snapshot, graph, index }: KnowledgeState, withIndex: boolean): PackSections {
  return packState({ snapshot, graph, index: withIndex ? index.baseOf(graph.documents, indexMaker) : undefined });
}
