/** Short ways to build a graph in tests and to say what it holds. */
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { GraphOptions, KnowledgeGraph, LinkResolution } from "../../src/graph/knowledge-graph.ts";
import { type DocumentSketch, makeDocument } from "./make-document.ts";

/** A graph of sketched documents; files that are only named in `others` are no Markdown. */
export function graphOf(
  sketches: Readonly<Record<string, DocumentSketch>> | ReadonlyMap<string, DocumentSketch>,
  others: readonly string[] = [],
  options: Partial<GraphOptions> = {},
): KnowledgeGraph {
  const entries = sketches instanceof Map ? [...sketches] : Object.entries(sketches);
  return buildGraph({
    documents: entries.map(([path, sketch]) => makeDocument(path, sketch)),
    otherPaths: others as readonly LogicalPath[],
    options,
  });
}

/** What became of the links of a document. */
export function resolutionsOf(graph: KnowledgeGraph, path: string): readonly LinkResolution[] {
  return graph.links[graph.documents.findIndex((document) => document.path === path)] ?? [];
}

/** Where each link of a document leads: a path, or the status of one that leads nowhere. */
export function targetsOf(graph: KnowledgeGraph, path: string): string[] {
  return resolutionsOf(graph, path).map((resolution) => resolution.path ?? resolution.status);
}

/** Kinds of the diagnostics of resolution of a document. */
export function diagnosticsOf(graph: KnowledgeGraph, path: string): string[] {
  const index = graph.documents.findIndex((document) => document.path === path);
  return (graph.diagnostics[index] ?? []).map(({ kind }) => kind);
}
