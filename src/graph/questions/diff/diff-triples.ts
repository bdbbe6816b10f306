/** The triples of one graph that another has not. */
import { fileIri } from "../../file-iri.ts";
import type { KnowledgeGraph } from "../../knowledge-graph.ts";
import type { Quad } from "../../terms.ts";
import { quadsOfDocument, sharedQuads } from "../../to-quads.ts";
import { at, type DocumentPair } from "./pair-documents.ts";

/** A triple. Ours have no blank nodes, so that two are the same when their terms are. */
export interface DiffTriple {
  readonly subject: string;
  readonly predicate: string;
  /** An IRI, or the text of a literal where there is a datatype. */
  readonly object: string;
  readonly datatype?: string;
  readonly language?: string;
}

/** How many triples came and went, and which where that was asked for: in the order in which the graphs give them. */
export interface DiffedTriples {
  readonly added: number;
  readonly removed: number;
  readonly addedTriples?: readonly DiffTriple[];
  readonly removedTriples?: readonly DiffTriple[];
}

/** Compares what can differ: the documents of `pairs`, and what documents share. */
export function diffTriples(
  from: KnowledgeGraph,
  to: KnowledgeGraph,
  pairs: readonly DocumentPair[],
  isListed: boolean,
): DiffedTriples {
  const before = triplesOf(from, places(pairs, "from"));
  const after = triplesOf(to, places(pairs, "to"));
  const added = [...after].filter(([key]) => !before.has(key));
  const removed = [...before].filter(([key]) => !after.has(key));
  return {
    added: added.length,
    removed: removed.length,
    ...(isListed && {
      addedTriples: added.map(([, quad]) => describe(quad)),
      removedTriples: removed.map(([, quad]) => describe(quad)),
    }),
  };
}

function places(pairs: readonly DocumentPair[], side: keyof DocumentPair): readonly number[] {
  return pairs.map((pair) => pair[side]).filter((place) => place !== undefined);
}

function triplesOf(graph: KnowledgeGraph, documents: readonly number[]): ReadonlyMap<string, Quad> {
  const triples = new Map<string, Quad>();
  const add = (quad: Quad): void => void triples.set(keyOf(quad), quad);
  for (const place of documents) quadsOfDocument(graph, place).forEach(add);
  for (const quad of sharedQuads(graph)) add(quad);
  return triples;
}

function keyOf({ subject, predicate, object }: Quad): string {
  const end = object.termType === "Literal" ? `"${object.language}\0${object.datatype.value}\0` : "";
  return `${subject.value}\0${predicate.value}\0${end}${object.value}`;
}

function describe({ subject, predicate, object }: Quad): DiffTriple {
  return {
    subject: subject.value,
    predicate: predicate.value,
    object: object.value,
    ...(object.termType === "Literal" && { datatype: object.datatype.value }),
    ...(object.termType === "Literal" && object.language !== "" && { language: object.language }),
  };
}

/** Whether all that a document says is the same in two graphs: itself, where its links lead, and the sections that they name. */
export function saysSame(from: KnowledgeGraph, to: KnowledgeGraph, pair: DocumentPair): boolean {
  const { from: before, to: after } = pair;
  if (before === undefined || after === undefined || !isSameDocument(from, to, before, after)) return false;
  const [then, now] = [from.linksOf(before), to.linksOf(after)];
  const [written, read] = [at(from, before).links, at(to, after).links];
  return now.every((resolution, index) => {
    const earlier = then[index];
    // Which side of `[[a|b]]` is the target depends on the other documents.
    if (written[index]?.target !== read[index]?.target) return false;
    if (earlier === undefined || earlier.status !== resolution.status || earlier.path !== resolution.path) return false;
    if (earlier.iri !== resolution.iri || (earlier.fragment === undefined) !== (resolution.fragment === undefined))
      return false;
    if (resolution.status === "document" && !keepsIri(from, to, resolution.path as string)) return false;
    if (earlier.candidates?.join("\0") !== resolution.candidates?.join("\0")) return false;
    return resolution.fragment === undefined || isSameTarget(from, to, resolution.path);
  });
}

/** A fragment names a section by its number, which says nothing of another text. */
function isSameTarget(from: KnowledgeGraph, to: KnowledgeGraph, path: string | undefined): boolean {
  const [before, after] = [from.nodeOf(path ?? ""), to.nodeOf(path ?? "")];
  if (before?.kind !== "document" || after?.kind !== "document") return false;
  return isSameDocument(from, to, before.index, after.index);
}

function isSameDocument(from: KnowledgeGraph, to: KnowledgeGraph, before: number, after: number): boolean {
  const [then, now] = [at(from, before), at(to, after)];
  if (then !== now && (then.path !== now.path || then.sha256 !== now.sha256)) return false;
  return keepsIri(from, to, now.path);
}

/** An id that another document has too, or no longer, is another IRI of a document that is as it was. */
function keepsIri(from: KnowledgeGraph, to: KnowledgeGraph, path: string): boolean {
  return (from.options.iri === "path" && to.options.iri === "path") || fileIri(from, path) === fileIri(to, path);
}
