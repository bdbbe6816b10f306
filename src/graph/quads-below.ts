/** The quads of one folder. */
import type { DirectoryPath } from "../base/logical-path.ts";
import { isBelow } from "../base/logical-path.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import type { Quad } from "./terms.ts";
import { type QuadOptions, quadsOfDocument, sharedQuads } from "./to-quads.ts";

/**
 * The quads of the documents below a folder, then of what they share with others: the tags, folders, people and other things that they
 * speak of, and what those lead to in turn. Nothing is said of other documents. Made one document at a time.
 */
export function* quadsBelow(
  graph: KnowledgeGraph,
  directory: DirectoryPath,
  options: QuadOptions = {},
): Generator<Quad, void, undefined> {
  const spokenOf = new Set<string>();
  for (const [index, { path }] of graph.documents.entries()) {
    if (!isBelow(path, directory)) continue;
    for (const quad of quadsOfDocument(graph, index, options)) {
      if (quad.object.termType === "NamedNode") spokenOf.add(quad.object.value);
      yield quad;
    }
  }
  const shared = new Map<string, Quad[]>();
  for (const quad of sharedQuads(graph)) {
    const known = shared.get(quad.subject.value);
    if (known === undefined) shared.set(quad.subject.value, [quad]);
    else known.push(quad);
  }
  // A set yields what is added while it is walked.
  for (const subject of spokenOf) {
    for (const { object } of shared.get(subject) ?? []) if (object.termType === "NamedNode") spokenOf.add(object.value);
  }
  for (const [subject, quads] of shared) if (spokenOf.has(subject)) yield* quads;
}
