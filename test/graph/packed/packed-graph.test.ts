/** A graph that was packed and unpacked equals the one that it was, and so does what is built on it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DamagedBytes } from "../../../src/documents/packed/damaged-bytes.ts";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { type PackedGraph, packGraph } from "../../../src/graph/packed/pack-graph.ts";
import { unpackGraph } from "../../../src/graph/packed/unpack-graph.ts";
import { history } from "../arbitrary-histories.ts";
import { seenOf } from "../seen-of.ts";

function expectEqual(actual: KnowledgeGraph, expected: KnowledgeGraph): void {
  const [a, b] = [seenOf(actual), seenOf(expected)];
  if (JSON.stringify(a) !== JSON.stringify(b)) expect(a).toEqual(b);
}

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
