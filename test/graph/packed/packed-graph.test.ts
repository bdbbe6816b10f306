/** A graph that was packed and unpacked equals the one that it was, and so does what is built on it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../src/base/compare-code-points.ts";
import type { MarkdownDocument } from "../../../src/documents/markdown-document.ts";
import { DamagedBytes } from "../../../src/documents/packed/damaged-bytes.ts";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import { GraphLineage } from "../../../src/graph/graph-lineage.ts";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { type PackedGraph, packGraph } from "../../../src/graph/packed/pack-graph.ts";
import { unpackGraph } from "../../../src/graph/packed/unpack-graph.ts";
import { history } from "../arbitrary-histories.ts";
import { keptParts, seenOf } from "../seen-of.ts";

function expectEqual(actual: KnowledgeGraph, expected: KnowledgeGraph): void {
  const [a, b] = [seenOf(actual), seenOf(expected)];
  if (JSON.stringify(a) !== JSON.stringify(b)) expect(a).toEqual(b);
}

/** What an edit makes of a document, with the help of another one. */
type Change = (document: MarkdownDocument, other: MarkdownDocument) => MarkdownDocument;

const changes: readonly Change[] = [
  (document) => ({
    ...document,
    sha256: document.sha256.split("").reverse().join(""),
    wordCount: document.wordCount + 7,
  }),
  (document) => ({ ...document, description: "Another one", language: "de" }),
  (document) => ({
    ...document,
    links: document.links.map((link) => ({ ...link, line: link.line + 3, column: 2, section: 0 })),
  }),
  (document, { tags }) => ({ ...document, tags }),
  (document, { properties }) => ({ ...document, properties }),
  (document, { observations, tasks }) => ({ ...document, observations, tasks }),
  (document, { authors }) => ({ ...document, authors: authors.map(({ link: _, ...author }) => author) }),
  ({ statements: _, ...document }) => document,
  (document, { title, titleSource, aliases }) => ({ ...document, title, titleSource, aliases }),
  (document, { sections, anchors }) => (document.links.length > 0 ? document : { ...document, sections, anchors }),
  (document) => ({ ...document, links: document.links.slice(0, -1), authors: [], statements: [] }),
];

const edit = fc.record({ at: fc.nat(), change: fc.constantFrom(...changes) });

describe("a packed graph", () => {
  it("is what it was, also when it was moved before and is moved afterwards", () => {
    let packed = 0;
    fc.assert(
      fc.property(history, fc.nat(), ({ options, states }, at) => {
        const graphs: KnowledgeGraph[] = [];
        for (const files of states) graphs.push(buildGraph({ ...files, options, previous: graphs.at(-1) }));
        const graph = graphs[at % graphs.length] as KnowledgeGraph;
        const bytes = packGraph(graph, graph.documents);
        expect(bytes).toBeDefined();
        packed++;
        const { documents, otherPaths } = graph;
        const restored = unpackGraph(bytes as PackedGraph, { documents, otherPaths, options });
        const next = states[(at + 1) % states.length] as (typeof states)[number];
        const moved = buildGraph({ ...next, options, previous: restored });
        expectEqual(restored, graph);
        expectEqual(moved, buildGraph({ ...next, options }));
      }),
      { numRuns: 100, seed: 1 },
    );
    expect(packed).toBe(100);
  });

  it("moves on over edits that change neither names nor links without resolving them again", () => {
    let carried = 0;
    fc.assert(
      fc.property(history, fc.array(edit, { minLength: 1, maxLength: 3 }), fc.boolean(), (made, edits, isAsked) => {
        const { options, states } = made;
        const [files] = states;
        if (files === undefined || files.documents.length === 0) return;
        const graph = buildGraph({ ...files, options });
        // What is kept are documents as they are written.
        const written = files.documents.toSorted((a, b) => compareCodePoints(a.path, b.path));
        const bytes = packGraph(graph, written);
        if (bytes === undefined) return;
        const { documents, otherPaths } = graph;
        let moved = unpackGraph(bytes, { documents, otherPaths, options });
        for (const { at, change } of edits) {
          if (isAsked) keptParts(moved);
          const place = at % documents.length;
          const other = documents[(at + 1) % documents.length] as MarkdownDocument;
          const now = moved.documents.map((document, index) => (index === place ? change(document, other) : document));
          moved = buildGraph({ documents: now, otherPaths, options, previous: moved });
          if (GraphLineage.of(moved) === undefined) carried++;
          expectEqual(moved, buildGraph({ documents: now, otherPaths, options }));
        }
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(carried).toBeGreaterThan(200);
  });

  it("is not made where the graph reads its documents otherwise than they are kept", () => {
    const graph = buildGraph({ documents: [], otherPaths: [] });
    expect(packGraph(graph, graph.documents)).toBeDefined();
    fc.assert(
      fc.property(history, ({ options, states }) => {
        const [files] = states;
        if (files === undefined || files.documents.length === 0) return;
        const built = buildGraph({ ...files, options });
        const others = built.documents.map((document) => ({ ...document }));
        expect(packGraph(built, others)).toBeUndefined();
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  it("is refused for other files than those it was packed with", () => {
    fc.assert(
      fc.property(history, ({ options, states }) => {
        const [files] = states;
        if (files === undefined || files.documents.length === 0) return;
        const graph = buildGraph({ ...files, options });
        const bytes = packGraph(graph, graph.documents) as PackedGraph;
        const fewer = { documents: graph.documents.slice(1), otherPaths: graph.otherPaths, options };
        expect(() => unpackGraph(bytes, fewer)).toThrow(DamagedBytes);
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});
