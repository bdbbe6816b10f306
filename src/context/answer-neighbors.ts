/** Answers what is around a node, page by page. */
import type { Cut } from "../base/cut.ts";
import { GraphdownError } from "../base/errors.ts";
import { type Direction, requireDirection, requireEdgeKinds, requireWhole } from "../graph/questions/edge-words.ts";
import { findNode } from "../graph/questions/find-node.ts";
import { type Neighbor, neighborsOf } from "../graph/questions/neighbors/neighbors.ts";
import type { NodeReference } from "../graph/questions/shown-node.ts";
import type { UnlinkedMentions } from "../search/unlinked-mentions.ts";
import type { NeighborsOptions } from "./context-options.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import { hasMoved, readCursor, writeCursor } from "./search-cursor.ts";

/** One page of what is around a node. */
export interface NeighborsResult {
  /** Digest of the snapshot that was asked. */
  readonly snapshot: string;
  readonly node: NodeReference;
  readonly direction: Direction;
  readonly depth: number;
  /** Neighbours on all pages. */
  readonly neighborCount: number;
  readonly neighbors: readonly Neighbor[];
  /** Where other documents speak of it without linking to it; only on request, and on the first page. */
  readonly unlinked?: UnlinkedMentions;
  readonly cut?: Cut<string>;
  readonly cursor?: string;
  /** The cursor is of another snapshot, so that neighbours may be missing or come twice. */
  readonly moved?: true;
}

const maximumDepth = 3;
const defaultCount = 50;
const maximumCount = 1_000;

/** Most unlinked mentions that are shown. */
const maximumMentions = 50;

/** Checks what is asked, so that a wrong question is refused before anything is read; gives the answer to it. */
export function checkNeighbors(
  node: string,
  options: NeighborsOptions,
): (state: KnowledgeState) => Promise<NeighborsResult> {
  const direction = requireDirection(options.direction);
  const depth = requireWhole("depth", options.depth ?? 1, maximumDepth);
  const count = Math.min(requireWhole("count", options.count ?? defaultCount, Number.MAX_SAFE_INTEGER), maximumCount);
  const kinds = requireEdgeKinds(options.kinds);
  const question = { asked: "neighbors", node, direction, depth, kinds: kinds && [...kinds].sort() } as const;
  const cursor = options.cursor === undefined ? undefined : readCursor(options.cursor, question);
  const offset = cursor?.offset ?? 0;
  return async (state) => {
    const { graph, snapshot } = state;
    const key = findNode(graph, node);
    const found = neighborsOf({ graph, key, direction, depth, kinds });
    const end = offset + count;
    const next = end < found.count ? writeCursor({ offset: end, digest: snapshot.digest, question }) : undefined;
    return {
      snapshot: snapshot.digest,
      node: found.node,
      direction,
      depth,
      neighborCount: found.count,
      neighbors: found.page(offset, count),
      ...(options.unlinked === true && offset === 0 ? { unlinked: await mentionsOf(state, found.node, key) } : {}),
      ...(next === undefined ? {} : { cut: { reason: "count", next }, cursor: next }),
      ...(cursor !== undefined && hasMoved(cursor, snapshot.digest) ? { moved: true } : {}),
    };
  };
}

/** Only documents have titles and aliases to be mentioned by. */
async function mentionsOf(
  { graph, index }: KnowledgeState,
  { kind, label }: NodeReference,
  key: ReturnType<typeof findNode>,
): Promise<UnlinkedMentions> {
  if (typeof key !== "number") {
    throw new GraphdownError({
      code: "invalid_input",
      message: `Only a document can have unlinked mentions, and "${label}" is of the kind ${kind}.`,
      details: { parameter: "unlinked" },
      next: "Leave unlinked out, or name a document.",
    });
  }
  const [{ unlinkedMentions }, { indexMaker }] = await Promise.all([
    import("../search/unlinked-mentions.ts"),
    import("./index-maker.ts"),
  ]);
  return unlinkedMentions({
    graph,
    index: index.of(graph.documents, indexMaker),
    document: key,
    maximum: maximumMentions,
  });
}
