/** Which document of one graph is which of another: by path, and where a file has moved by its content. */
import { compareCodePoints } from "../../../base/compare-code-points.ts";
import { type LogicalPath, nameOf } from "../../../base/logical-path.ts";
import type { MarkdownDocument } from "../../../documents/markdown-document.ts";
import type { KnowledgeGraph } from "../../knowledge-graph.ts";

/** The places of one document in the two graphs; `undefined` where it is not. */
export interface DocumentPair {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface PairedDocuments {
  /** By the path in the later graph, where there is one. */
  readonly pairs: readonly DocumentPair[];
  /** Where files have moved to whose content is the same, by their earlier paths. */
  readonly moved: ReadonlyMap<LogicalPath, LogicalPath>;
}

/**
 * Pairs documents. One whose path is in both graphs is the same one. Of those that are left, two with equal content are one that has moved;
 * of several, one keeps its file name before it takes another. Empty files tell nothing.
 */
export function pairDocuments(from: KnowledgeGraph, to: KnowledgeGraph): PairedDocuments {
  const earlier = placesByPath(from);
  const later = placesByPath(to);
  const removed = [...earlier].filter(([path]) => !later.has(path)).map(([, place]) => place);
  const added = [...later].filter(([path]) => !earlier.has(path)).map(([, place]) => place);
  const partner = pairByContent(from, removed, to, added);
  const pairs: DocumentPair[] = [
    ...Array.from(later, ([path, place]) => ({ from: earlier.get(path) ?? partner.get(place), to: place })),
    ...unpaired(removed, partner).map((place) => ({ from: place, to: undefined })),
  ];
  const pathOf = ({ from: before, to: after }: DocumentPair): LogicalPath =>
    after === undefined ? at(from, before).path : at(to, after).path;
  const moved = Array.from(partner, ([after, before]) => [at(from, before).path, at(to, after).path] as const);
  return {
    pairs: pairs.sort((one, other) => compareCodePoints(pathOf(one), pathOf(other))),
    moved: new Map(moved),
  };
}

/** The document at a place. */
export function at(graph: KnowledgeGraph, place: number | undefined): MarkdownDocument {
  return graph.documents[place as number] as MarkdownDocument;
}

function placesByPath(graph: KnowledgeGraph): ReadonlyMap<LogicalPath, number> {
  return new Map(graph.documents.map(({ path }, place) => [path, place]));
}

function unpaired(removed: readonly number[], partner: ReadonlyMap<number, number>): readonly number[] {
  const taken = new Set(partner.values());
  return removed.filter((place) => !taken.has(place));
}

/** For each added document that has moved, the removed one that it was. */
function pairByContent(
  from: KnowledgeGraph,
  removed: readonly number[],
  to: KnowledgeGraph,
  added: readonly number[],
): ReadonlyMap<number, number> {
  const byContent = new Map<string, number[]>();
  for (const place of removed) {
    const { sha256, byteLength } = at(from, place);
    if (byteLength === 0) continue;
    const same = byContent.get(sha256);
    if (same === undefined) byContent.set(sha256, [place]);
    else same.push(place);
  }
  const partner = new Map<number, number>();
  const take = (place: number, isWanted: (path: LogicalPath) => boolean): void => {
    const candidates = byContent.get(at(to, place).sha256) ?? [];
    const index = candidates.findIndex((candidate) => isWanted(at(from, candidate).path));
    if (index === -1) return;
    partner.set(place, candidates[index] as number);
    candidates.splice(index, 1);
  };
  for (const place of added) {
    const name = nameOf(at(to, place).path);
    take(place, (path) => nameOf(path) === name);
  }
  for (const place of added) if (!partner.has(place)) take(place, () => true);
  return partner;
}
