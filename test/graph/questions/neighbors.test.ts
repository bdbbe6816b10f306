/** Neighbours: what the links, tags and people of a graph say, no more and no less. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import type { EdgeKind, GraphEdge, KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { edgeKinds } from "../../../src/graph/questions/edge-kinds.ts";
import type { Direction } from "../../../src/graph/questions/edge-words.ts";
import { findNode } from "../../../src/graph/questions/find-node.ts";
import { contextAt } from "../../../src/graph/questions/neighbors/edge-place.ts";
import { type Neighborhood, neighborsOf } from "../../../src/graph/questions/neighbors/neighbors.ts";
import { history } from "../arbitrary-histories.ts";
import { graphOf } from "../graph-of.ts";
import { makeAnchor, makeLink } from "../make-document.ts";

function neighborhood(
  graph: KnowledgeGraph,
  node: string,
  options: { direction?: Direction; depth?: number; kinds?: readonly EdgeKind[] } = {},
): Neighborhood {
  const { direction = "both", depth = 1, kinds } = options;
  const key = findNode(graph, node);
  return neighborsOf({ graph, key, direction, depth, kinds: kinds === undefined ? undefined : new Set(kinds) });
}

/** Neighbours as `distance name: edges`. */
function seen(found: Neighborhood): string[] {
  return found.page(0, found.count).map(({ path, label, kind, distance, edges, startLine }) => {
    const name = kind === "section" ? `${path}:${startLine}` : (path ?? label);
    const ways = edges.map(({ direction, kind: way, relation, count }) => `${direction} ${relation ?? way} ${count}`);
    return `${distance} ${kind} ${name}: ${ways.join(", ")}`;
  });
}

const graph = graphOf(
  {
    "index.md": {
      headings: ["# Home", "## Tour", "### Steps"],
      links: [
        "[[start]]",
        makeLink("[[start|again]]", 2, 1),
        "![[start]]",
        "part_of:: [[team]]",
        "[[Gone Note]]",
        "[x](https://example.org)",
        "![x](p.png)",
        makeLink("[[#Steps]]", 9, 0),
        makeLink("[[team#One]]", 7, 3),
      ],
      tags: ["Guide/Deep", "hub"],
      authors: [{ name: "Kim" }],
    },
    "guides/start.md": { links: ["[[team]]", "[[index#Steps]]"], tags: ["guide"] },
    "people/team.md": { headings: ["# One"], anchors: [makeAnchor("b1", "block", 1)], links: ["[[last]]"] },
    "people/last.md": {},
  },
  ["p.png", "unused.png"],
);

describe("neighbours of a document", () => {
  it("are what it links to and what links to it, with tags, people and what is not there", () => {
    expect(seen(neighborhood(graph, "index.md"))).toEqual([
      "1 document guides/start.md: out linksTo 2, out embeds 1, in linksTo 1",
      "1 document people/team.md: out part_of 1, out linksTo 1",
      "1 tag Guide/Deep: out taggedWith 1",
      "1 tag hub: out taggedWith 1",
      "1 entity Kim: out mentions 1",
      "1 external https://example.org: out cites 1",
      "1 asset p.png: out embeds 1",
      "1 missing Gone Note: out linksTo 1",
    ]);
  });

  it("can be of one direction, of some kinds, and farther away", () => {
    expect(seen(neighborhood(graph, "index.md", { direction: "in" }))).toEqual([
      "1 document guides/start.md: in linksTo 1",
    ]);
    expect(seen(neighborhood(graph, "index.md", { kinds: ["relation"], depth: 3 }))).toEqual([
      "1 document people/team.md: out part_of 1",
    ]);
    expect(seen(neighborhood(graph, "people/last.md", { depth: 3 }))).toEqual([
      "1 document people/team.md: in linksTo 1",
      "2 document guides/start.md: in linksTo 1",
      "2 document index.md: in part_of 1, in linksTo 1",
    ]);
    expect(seen(neighborhood(graph, "people/last.md", { kinds: ["partOf"], depth: 3 }))).toEqual([
      "1 folder people: out partOf 0",
      "2 document people/team.md: in partOf 0",
      "2 folder : out partOf 0",
      "3 document index.md: in partOf 0",
      "3 folder guides: in partOf 0",
    ]);
  });

  it("say through which node those farther away are reached", () => {
    const far = neighborhood(graph, "people/last.md", { depth: 2 }).page(1, 1)[0];
    expect(far?.edges.map((edge) => edge.with)).toEqual(["urn:graphdown:/people/team.md"]);
  });

  it("come in pages", () => {
    const all = neighborhood(graph, "index.md");
    expect([...all.page(0, 3), ...all.page(3, 3), ...all.page(6, 3)]).toEqual(all.page(0, all.count));
    expect(all.page(8, 3)).toEqual([]);
  });
});

describe("neighbours of other nodes", () => {
  it.each([
    [
      "index.md#Tour",
      [
        "1 document guides/start.md: in linksTo 1",
        "1 document index.md: in linksTo 1",
        "1 document people/team.md: out linksTo 1",
      ],
    ],
    [
      "index.md#steps",
      [
        "1 document guides/start.md: in linksTo 1",
        "1 document index.md: in linksTo 1",
        "1 document people/team.md: out linksTo 1",
      ],
    ],
    ["people/team.md#^b1", ["1 document index.md: in linksTo 1"]],
    ["#guide", ["1 document guides/start.md: in taggedWith 1", "1 document index.md: in taggedWith 1"]],
    ["#GUIDE/deep", ["1 document index.md: in taggedWith 1"]],
    ["Kim", ["1 document index.md: in mentions 1"]],
    ["urn:graphdown:/~id/Kim", ["1 document index.md: in mentions 1"]],
    ["https://example.org", ["1 document index.md: in cites 1"]],
    ["p.png", ["1 document index.md: in embeds 1"]],
    ["unused.png", []],
    ["gone note", ["1 document index.md: in linksTo 1"]],
    ["[[Gone Note]]", ["1 document index.md: in linksTo 1"]],
    [
      "people/",
      ["1 document people/last.md: in partOf 0", "1 document people/team.md: in partOf 0", "1 folder : out partOf 0"],
    ],
  ])("%s", (node, expected) => {
    expect(seen(neighborhood(graph, node))).toEqual(expected);
  });

  it("are named as they are written", () => {
    expect(neighborhood(graph, "#guide").node).toEqual({
      kind: "tag",
      id: "urn:graphdown:/~tag/guide",
      label: "guide",
    });
    expect(neighborhood(graph, "#guide/deep").node.label).toBe("Guide/Deep");
    expect(neighborhood(graph, "gone note").node.label).toBe("Gone Note");
  });

  it("are found by looking at each author of a document a few times, however many others it shares with how many documents", () => {
    const count = 40;
    let reads = 0;
    const authors = Array.from({ length: count }, (_, at) => ({
      get name() {
        reads++;
        return `Person ${at}`;
      },
    }));
    const shared = graphOf(Object.fromEntries(authors.map((_, at) => [`${at}.md`, { authors }])));
    neighborhood(shared, "0.md");
    reads = 0;
    const found = neighborhood(shared, "0.md", { depth: 2, kinds: ["mentions"] });
    expect(found.count).toBe(2 * count - 1);
    expect(found.page(0, found.count).at(-1)?.edges[0]?.count).toBe(1);
    expect(reads).toBeLessThan(5 * count * count);
  });

  it("sections hold their sub-sections where that is asked for", () => {
    const kinds: EdgeKind[] = ["contains"];
    expect(seen(neighborhood(graph, "index.md", { kinds, depth: 3 }))).toEqual([
      "1 section index.md:3: out contains 0",
      "2 section index.md:5: out contains 0",
      "3 section index.md:7: out contains 0",
    ]);
    expect(seen(neighborhood(graph, "index.md#Steps", { kinds, direction: "in" }))).toEqual([
      "1 section index.md:5: in contains 0",
    ]);
  });
});

/** The edges of the whole graph that a question of these kinds is about. */
function plainScan(of: KnowledgeGraph, node: number, direction: Direction, kinds: ReadonlySet<EdgeKind>): string[] {
  const shown = (edge: GraphEdge, way: "out" | "in", other: number): string =>
    JSON.stringify([of.nodes[other]?.iri, way, edge.kind, edge.relation, edge.syntax, edge.places.length]);
  const wanted = of.edges.filter(({ kind, source, target }) => kinds.has(kind) && source !== target);
  return [
    ...(direction === "in"
      ? []
      : wanted.filter(({ source }) => source === node).map((edge) => shown(edge, "out", edge.target))),
    ...(direction === "out"
      ? []
      : wanted.filter(({ target }) => target === node).map((edge) => shown(edge, "in", edge.source))),
  ].sort();
}

const choice = fc.record({
  direction: fc.constantFrom<Direction>("out", "in", "both"),
  kinds: fc.subarray<EdgeKind>([...edgeKinds], { minLength: 1 }),
  depth: fc.integer({ min: 1, max: 3 }),
  which: fc.nat(),
});

/** Distances by a plain walk over all edges of the graph. */
function plainDistances(
  of: KnowledgeGraph,
  start: number,
  { direction, kinds, depth }: { direction: Direction; kinds: ReadonlySet<EdgeKind>; depth: number },
): Map<string, number> {
  const distances = new Map([[start, 0]]);
  for (let distance = 1; distance <= depth; distance++) {
    for (const { source, target, kind } of of.edges) {
      if (!kinds.has(kind)) continue;
      for (const [from, to, way] of [
        [source, target, "out"],
        [target, source, "in"],
      ] as const) {
        if (direction !== "both" && direction !== way) continue;
        if (distances.get(from) === distance - 1 && !distances.has(to)) distances.set(to, distance);
      }
    }
  }
  distances.delete(start);
  return new Map([...distances].map(([node, distance]) => [of.nodes[node]?.iri as string, distance]));
}

describe("neighbours of generated graphs", () => {
  it("equal a scan of all edges, also when the graph has moved from one state to the next", () => {
    fc.assert(
      fc.property(history, choice, ({ options, states }, { direction, kinds, depth, which }) => {
        let moved: KnowledgeGraph | undefined;
        for (const state of states) {
          moved = buildGraph({ ...state, options, previous: moved });
          if (state.documents.length === 0) continue;
          const fresh = buildGraph({ ...state, options });
          // Tags take the documents of nested ones, which is told by examples above.
          const nodes = fresh.nodes.filter(({ kind }) => kind !== "tag" && kind !== "section");
          const node = nodes[which % nodes.length] as KnowledgeGraph["nodes"][number];
          const wanted = new Set(kinds);
          const found = neighborsOf({ graph: moved, key: findNode(moved, node.iri), direction, depth, kinds: wanted });
          const all = found.page(0, found.count);
          const near = all.filter(({ distance }) => distance === 1);
          expect(
            near
              .flatMap(({ id, edges }) =>
                edges.map((edge) =>
                  JSON.stringify([id, edge.direction, edge.kind, edge.relation, edge.syntax, edge.count]),
                ),
              )
              .sort(),
          ).toEqual(plainScan(fresh, node.index, direction, wanted));
          if (kinds.includes("taggedWith")) continue;
          expect(new Map(all.map(({ id, distance }) => [id, distance]))).toEqual(
            plainDistances(fresh, node.index, { direction, kinds: wanted, depth }),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the line around a place", () => {
  it("is cut to what is near, never inside a character, and on one line", () => {
    expect(contextAt("one\ntwo\tthree\u0007\r\nfour", 6)).toBe("two three");
    const long = `${"a".repeat(300)} here ${"b".repeat(300)}`;
    const shown = contextAt(long, 301);
    expect(shown).toMatch(/^…a+ here b+…$/);
    expect(shown.length).toBeLessThan(210);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 250, maxLength: 400 }), fc.nat(399), (text, at) => {
        const line = contextAt(text, Math.min(at, text.length));
        expect(line).not.toMatch(/[\r\n]/);
        expect(line).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
