/** Small knowledge bases to search in. */
import { expect } from "vitest";
import { sha256OfText } from "../../src/base/hash.ts";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { createRemarkEngine } from "../../src/documents/engines/remark-engine.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { type SearchAnswer, type SearchGraphOptions, searchGraph } from "../../src/search/search-graph.ts";
import type { SearchIndex } from "../../src/search/search-index.ts";

const engine = createRemarkEngine();

export interface KnowledgeBase {
  readonly documents: readonly MarkdownDocument[];
  readonly graph: KnowledgeGraph;
  /** The index of all terms. */
  readonly index: SearchIndex;
  /** Searches with both kinds of index, and expects them to agree. */
  search(query: string, options?: SearchGraphOptions): SearchAnswer;
  /** The paths of a search's matches, in order. */
  paths(query: string, options?: SearchGraphOptions): string[];
}

/** Parses one file. */
export function documentOf(path: string, text: string): MarkdownDocument {
  return parseDocument({
    path: parseLogicalPath(path),
    text,
    sha256: sha256OfText(text),
    byteLength: new TextEncoder().encode(text).length,
    engine,
  });
}

/** Parses files, in the order in which they are given, and indexes them. */
export function knowledgeBase(files: Readonly<Record<string, string>>): KnowledgeBase {
  const documents = Object.entries(files).map(([path, text]) => documentOf(path, text));
  const graph = buildGraph({ documents, otherPaths: [] });
  const index = buildIndex({ documents });
  const search = (query: string, options: SearchGraphOptions = {}): SearchAnswer => {
    const answer = searchGraph({ graph, index, query, options });
    const asked = buildIndex({ documents, options: { terms: "asked" } });
    expect(searchGraph({ graph, index: asked, query, options })).toEqual(answer);
    return answer;
  };
  return {
    documents,
    graph,
    index,
    search,
    paths: (query, options) => search(query, options).matches.map(({ path }) => path),
  };
}
