/** A snapshot with what was built from it: what a question is answered from. */
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { KeptIndex } from "./kept-index.ts";

/** The state of the files at one moment. */
export interface KnowledgeState {
  readonly snapshot: Snapshot;
  readonly graph: KnowledgeGraph;
  readonly index: KeptIndex;
}
