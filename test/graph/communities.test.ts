/** Communities: those that graphology's Louvain finds, the same whatever way the graph came about. */
import fc from "fast-check";
import { UndirectedGraph } from "graphology";
import louvainModule from "graphology-communities-louvain";
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { communitiesOf } from "../../src/graph/communities.ts";
import { documentAdjacency } from "../../src/graph/document-adjacency.ts";
import { incomingAdjacency } from "../../src/graph/incoming-adjacency.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { louvainView } from "../../src/graph/louvain-view.ts";
import { history } from "./arbitrary-histories.ts";
import { graphOf } from "./graph-of.ts";
import type { DocumentSketch } from "./make-document.ts";

const louvain = louvainModule as unknown as typeof louvainModule.default;

function sketched(count: number, links: readonly (readonly [number, number])[]): ReadonlyMap<string, DocumentSketch> {
  const name = (number: number): string => String(number).padStart(3, "0");
  return new Map(
    Array.from({ length: count }, (_, from) => [
      `${name(from)}.md`,
      { links: links.filter(([source]) => source === from).map(([, to]) => `[[${name(to)}]]`) },
    ]),
  );
}

/** Two rings of five that one link connects, and a document on its own. */
const rings = sketched(11, [
  ...[0, 1, 2, 3, 4].flatMap((at) => [[at, (at + 1) % 5] as const, [at, (at + 2) % 5] as const]),
  ...[0, 1, 2, 3, 4].flatMap((at) => [[5 + at, 5 + ((at + 1) % 5)] as const, [5 + at, 5 + ((at + 2) % 5)] as const]),
  [4, 5],
]);

describe("communities", () => {
  it("are documents that are linked with one another more than with the rest", () => {
    const { count, of, sizes, modularity } = communitiesOf(graphOf(rings));
    expect(count).toBe(2);
    expect([...of]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, -1]);
    expect(sizes).toEqual([5, 5]);
    expect(modularity).toBeGreaterThan(0.4);
  });

  it("are none without links", () => {
    expect(communitiesOf(graphOf({ "a.md": { links: ["[[#x]]", "[[gone]]"] } }))).toMatchObject({
      count: 0,
      sizes: [],
    });
    expect(communitiesOf(graphOf({}))).toMatchObject({ count: 0, modularity: 0 });
  });

  it("are the same in whatever order the files come, and on a graph that has moved", () => {
    const seen = (graph: KnowledgeGraph): unknown => {
      const { of, ...rest } = communitiesOf(graph);
      return { of: [...of], ...rest };
    };
    fc.assert(
      fc.property(history, ({ options, states }) => {
        let moved: KnowledgeGraph | undefined;
        for (const state of states) {
          moved = buildGraph({ ...state, options, previous: moved });
          const turned = { documents: state.documents.toReversed(), otherPaths: state.otherPaths.toReversed() };
          expect(seen(moved)).toEqual(seen(buildGraph({ ...turned, options })));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("equal those of a whole graphology graph", () => {
    const networks = fc.integer({ min: 2, max: 24 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        links: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { minLength: 1, maxLength: 60 }),
      }),
    );
    fc.assert(
      fc.property(networks, fc.nat(), ({ count, links }, seed) => {
        const graph = graphOf(sketched(count, links));
        const adjacency = documentAdjacency(graph);
        const view = louvainView(adjacency, incomingAdjacency(graph));
        const whole = new UndirectedGraph();
        const pairs = new Map<string, readonly [number, number, number]>();
        for (const written of new Set(links.map((link) => link.join()))) {
          const [from, to] = written.split(",").map(Number) as [number, number];
          if (from === to) continue;
          const [low, high] = [Math.min(from, to), Math.max(from, to)];
          pairs.set(`${low} ${high}`, [low, high, (pairs.get(`${low} ${high}`)?.[2] ?? 0) + 1]);
        }
        const sorted = [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        const nodes = new Set<number>();
        for (const [low, high] of sorted) nodes.add(low).add(high);
        for (const node of [...nodes].sort((a, b) => a - b)) whole.addNode(node);
        for (const [low, high, weight] of sorted) whole.addUndirectedEdge(low, high, { weight });
        expect(view.order).toBe(whole.order);
        if (whole.order === 0) return;
        const random = (): (() => number) => {
          let state = seed >>> 0;
          return () => {
            state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
            return state / 2 ** 32;
          };
        };
        const [ours, theirs] = [view, whole].map((each) => louvain.detailed(each, { rng: random() }));
        expect(ours?.communities).toEqual(theirs?.communities);
        expect(ours?.modularity).toBe(theirs?.modularity);
      }),
      { numRuns: 80 },
    );
  });

  it("can't be used to change the graph", () => {
    const graph = graphOf(rings);
    const view = louvainView(documentAdjacency(graph), incomingAdjacency(graph));
    expect(() => view.dropNode("0")).toThrow("can't be changed");
    expect(() => view.addUndirectedEdgeWithKey("e", "0", "1")).toThrow("can't be changed");
  });
});
