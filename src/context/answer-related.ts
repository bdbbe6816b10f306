/** Answers which documents are close to one. */
import type { Cut } from "../base/cut.ts";
import { GraphdownError } from "../base/errors.ts";
import { isSectionKey, type NodeKey, sectionOfKey } from "../graph/key-of-node.ts";
import { requireWhole } from "../graph/questions/edge-words.ts";
import { findNode } from "../graph/questions/find-node.ts";
import { type NodeReference, nodeReference } from "../graph/questions/shown-node.ts";
import { type RelatedDocument, relatedDocuments } from "../search/related-documents.ts";
import type { RelatedOptions } from "./context-options.ts";
import { indexMaker } from "./index-maker.ts";
import type { KnowledgeState } from "./knowledge-state.ts";

/** The documents that are closest to one, with the reasons. */
export interface RelatedResult {
  /** Digest of the snapshot that was asked. */
  readonly snapshot: string;
  readonly node: NodeReference;
  /** How many documents have any reason to be here. */
  readonly relatedCount: number;
  readonly related: readonly RelatedDocument[];
  /** More are related than `count` lets in. */
  readonly cut?: Cut<never>;
}

const defaultCount = 10;
const maximumCount = 200;

/** Checks what is asked, so that a wrong question is refused before anything is read; gives the answer to it. */
export function checkRelated(node: string, options: RelatedOptions): (state: KnowledgeState) => RelatedResult {
  const count = Math.min(requireWhole("count", options.count ?? defaultCount, Number.MAX_SAFE_INTEGER), maximumCount);
  return ({ graph, snapshot, index }) => {
    const key = findNode(graph, node);
    const about = nodeReference(graph, key);
    const document = documentOf(key, about);
    const found = relatedDocuments({ graph, index: index.of(graph.documents, indexMaker), document, count });
    return {
      snapshot: snapshot.digest,
      node: about,
      relatedCount: found.count,
      related: found.closest,
      ...(count < found.count ? { cut: { reason: "count" } } : {}),
    };
  };
}

/** A section stands for its document; what is neither has no words. */
function documentOf(key: NodeKey, { kind, label }: NodeReference): number {
  if (typeof key === "number") return key;
  if (isSectionKey(key)) return sectionOfKey(key).document;
  throw new GraphdownError({
    code: "invalid_input",
    message: `Documents can be related, and "${label}" is of the kind ${kind}.`,
    details: { parameter: "node" },
    next: "Name a document, or ask for file_context_markdown_graph_neighbors of this node.",
  });
}
