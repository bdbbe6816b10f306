/** PageRank and components against other ways to compute them. */
import fc from "fast-check";
import { DirectedGraph } from "graphology";
import { centrality } from "graphology-metrics";
import { describe, expect, it } from "vitest";
import { componentsOf } from "../../src/graph/components.ts";
import { documentAdjacency } from "../../src/graph/document-adjacency.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { rankDocuments } from "../../src/graph/pagerank.ts";
import { graphOf } from "./graph-of.ts";

const network = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc
      .array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: 40 })
      .map((pairs) => ({ size, pairs })),
  );

function networkGraph({
  size,
  pairs,
}: {
  size: number;
  pairs: readonly (readonly [number, number])[];
}): KnowledgeGraph {
  const name = (number: number): string => `n${String(number).padStart(2, "0")}`;
  const sketches = Array.from({ length: size }, (_, number) => {
    const links = pairs.filter(([from]) => from === number).map(([, to]) => `[[${name(to)}]]`);
    return [`${name(number)}.md`, { links }] as const;
  });
  return graphOf(new Map(sketches));
}

describe("PageRank", () => {
  it("equals that of graphology on any network", () => {
    fc.assert(
      fc.property(network, (input) => {
        const other = new DirectedGraph();
        for (let node = 0; node < input.size; node++) other.addNode(node);
        for (const [from, to] of input.pairs) if (from !== to) other.mergeEdge(from, to);
        const expected = centrality.pagerank(other, { getEdgeWeight: null });
        const ranks = rankDocuments(networkGraph(input));
        for (const [node, rank] of ranks.entries()) expect(rank).toBeCloseTo(expected[node] as number, 10);
      }),
      { seed: 1 },
    );
  });

  it("adds up to one, and is empty for no documents", () => {
    const ranks = rankDocuments(
      networkGraph({
        size: 3,
        pairs: [
          [0, 1],
          [2, 1],
        ],
      }),
    );
    expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 10);
    expect(ranks[1]).toBeGreaterThan(ranks[0] as number);
    expect(rankDocuments(graphOf({}))).toHaveLength(0);
  });
});

describe("the adjacency of documents", () => {
  it("holds each pair once, without links to oneself", () => {
    const graph = graphOf({
      "a.md": { links: ["[[b]]", "[x](b.md)", "[[a]]", "[[c]]", "![[b]]"] },
      "b.md": { links: ["[[a]]"] },
      "c.md": {},
    });
    const { starts, targets, incomingCounts } = documentAdjacency(graph);
    expect([[...starts], [...targets], [...incomingCounts]]).toEqual([
      [0, 2, 3, 3],
      [1, 2, 0],
      [1, 1, 1],
    ]);
  });
});

describe("components", () => {
  it("are the sets that a search along links in both directions reaches", () => {
    fc.assert(
      fc.property(network, (input) => {
        const components = componentsOf(networkGraph(input));
        for (let start = 0; start < input.size; start++) {
          const reached = new Set([start]);
          for (const node of reached) {
            for (const [from, to] of input.pairs) {
              if (from === node) reached.add(to);
              if (to === node) reached.add(from);
            }
          }
          expect(components[start]).toBe(Math.min(...reached));
        }
      }),
      { seed: 1 },
    );
  });

  it("do not reach over documents that are not selected", () => {
    const graph = networkGraph({
      size: 3,
      pairs: [
        [0, 1],
        [1, 2],
      ],
    });
    expect([...componentsOf(graph, (document) => document !== 1)]).toEqual([0, -1, 2]);
  });
});
