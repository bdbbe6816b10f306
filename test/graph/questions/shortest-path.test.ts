/** Paths: as short as can be, the same each time, and said not to be there where they are not. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import type { Direction } from "../../../src/graph/questions/edge-words.ts";
import { findNode } from "../../../src/graph/questions/find-node.ts";
import { type PathAnswer, shortestPath } from "../../../src/graph/questions/shortest-path.ts";
import { graphOf } from "../graph-of.ts";

function path(graph: KnowledgeGraph, from: string, to: string, direction: Direction = "both"): PathAnswer {
  return shortestPath({ graph, from: findNode(graph, from), to: findNode(graph, to), direction });
}

const route = ({ steps }: PathAnswer): string[] =>
  steps.map(({ to, edges }) => `${edges.map((edge) => edge.direction).join()} ${to.path ?? to.label}`);

const graph = graphOf({
  "a.md": { headings: ["# One"], links: ["[[c]]", "[[b]]", "[[b]]"], tags: ["start"] },
  "b.md": { links: ["![[d]]"] },
  "c.md": { links: ["[[d]]"] },
  "d.md": { tags: ["end"], authors: [{ name: "Kim" }], links: ["[[gone]]"] },
  "alone.md": {},
});

describe("a path", () => {
  it("takes the first of the shortest ways, with every place of its links", () => {
    const found = path(graph, "a.md", "d.md", "out");
    expect(found).toMatchObject({ found: true, length: 2, direction: "out" });
    expect(route(found)).toEqual(["out b.md", "out d.md"]);
    expect(found.steps[0]?.edges[0]).toMatchObject({ kind: "linksTo", syntax: "wikilink", count: 2 });
    expect(found.steps[0]?.edges[0]?.places.map(({ path: at, line }) => `${at}:${line}`)).toEqual(["a.md:2", "a.md:3"]);
    expect(found.steps[1]?.edges[0]).toMatchObject({ kind: "embeds" });
  });

  it("goes against the links where that is asked for, or either way", () => {
    expect(route(path(graph, "d.md", "a.md", "in"))).toEqual(["in b.md", "in a.md"]);
    expect(route(path(graph, "b.md", "c.md"))).toEqual(["in a.md", "out c.md"]);
  });

  it("says that there is none, and whether there is one the other way", () => {
    expect(path(graph, "d.md", "a.md", "out")).toMatchObject({ found: false, steps: [], lengthEitherWay: 2 });
    const none = path(graph, "a.md", "alone.md", "out");
    expect(none).toMatchObject({ found: false, steps: [] });
    expect(none).not.toHaveProperty("length");
    expect(none).not.toHaveProperty("lengthEitherWay");
    expect(path(graph, "a.md", "alone.md")).toMatchObject({ found: false, steps: [] });
  });

  it("from a node to itself has no step", () => {
    expect(path(graph, "a.md", "a.md")).toMatchObject({ found: true, length: 0, steps: [] });
    expect(path(graph, "a.md#One", "a.md")).toMatchObject({ found: true, length: 0, from: { kind: "section" } });
    expect(path(graph, "#end", "#end")).toMatchObject({ found: true, length: 0 });
  });

  it("begins and ends at tags, people and notes that are not there", () => {
    expect(route(path(graph, "#start", "Kim"))).toEqual(["in a.md", "out b.md", "out d.md", "out Kim"]);
    expect(route(path(graph, "a.md", "gone", "out"))).toEqual(["out b.md", "out d.md", "out gone"]);
    expect(path(graph, "#start", "d.md", "out").found).toBe(false);
  });
});

/** Lengths of all shortest paths, the slow way. */
function floydWarshall(count: number, links: readonly (readonly [number, number])[]): number[][] {
  const lengths = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) => (row === column ? 0 : Number.POSITIVE_INFINITY)),
  );
  const at = (row: number, column: number): number => lengths[row]?.[column] as number;
  for (const [from, to] of links) if (from !== to) (lengths[from] as number[])[to] = 1;
  for (let middle = 0; middle < count; middle++) {
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < count; column++) {
        (lengths[row] as number[])[column] = Math.min(at(row, column), at(row, middle) + at(middle, column));
      }
    }
  }
  return lengths;
}

describe("paths of generated graphs", () => {
  it("are as short as Floyd and Warshall find them, follow links, and are the first of their length", () => {
    const graphs = fc.integer({ min: 1, max: 10 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        links: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 22 }),
        direction: fc.constantFrom<Direction>("out", "in", "both"),
      }),
    );
    fc.assert(
      fc.property(graphs, ({ count, links, direction }) => {
        const made = graphOf(
          new Map(
            Array.from({ length: count }, (_, from) => [
              `${from}.md`,
              { links: links.filter(([source]) => source === from).map(([, to]) => `[[${to}]]`) },
            ]),
          ),
        );
        const turned = links.map(([from, to]) => [to, from] as const);
        const used = { out: links, in: turned, both: [...links, ...turned] }[direction];
        const lengths = floydWarshall(count, used);
        for (let from = 0; from < count; from++) {
          for (let to = 0; to < count; to++) {
            const answer = path(made, `${from}.md`, `${to}.md`, direction);
            expect(answer.length ?? Number.POSITIVE_INFINITY).toBe(lengths[from]?.[to]);
            let at = from;
            for (const { to: next, edges } of answer.steps) {
              const reached = Number.parseInt(next.path as string, 10);
              const left = (lengths[at]?.[to] as number) - 1;
              const onWay = [...lengths.keys()].filter(
                (each) => used.some(([a, b]) => a === at && b === each) && lengths[each]?.[to] === left,
              );
              expect(reached).toBe(Math.min(...onWay));
              expect(used.some(([a, b]) => a === at && b === reached)).toBe(true);
              expect(edges.length).toBeGreaterThan(0);
              at = reached;
            }
            expect(answer.found ? at : to).toBe(to);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it("from a tag to a person begin and end at the first of the nearest documents", () => {
    const marks = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    const links = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 14 });
    fc.assert(
      fc.property(marks, marks, links, (tagged, written, pairs) => {
        const made = graphOf({
          ...Object.fromEntries(
            Array.from({ length: 8 }, (_, at) => [
              `${at}.md`,
              {
                links: pairs.filter(([source]) => source === at).map(([, to]) => `[[${to}]]`),
                tags: tagged[at] ? ["t"] : [],
                authors: written[at] ? [{ name: "Kim" }] : [],
              },
            ]),
          ),
          "ends.md": { tags: ["t"] },
          "wrote.md": { authors: [{ name: "Kim" }] },
        });
        const lengths = floydWarshall(8, [...pairs, ...pairs.map(([from, to]) => [to, from] as const)]);
        const ways = [...lengths.keys()].flatMap((from) =>
          [...lengths.keys()].flatMap((to) =>
            tagged[from] && written[to] ? [{ from, length: lengths[from]?.[to] as number }] : [],
          ),
        );
        const least = Math.min(...ways.map(({ length }) => length));
        const answer = path(made, "#t", "Kim");
        expect(answer.length ?? Number.POSITIVE_INFINITY).toBe(least + 2);
        if (!answer.found) return;
        const first = Math.min(...ways.filter(({ length }) => length === least).map(({ from }) => from));
        expect(answer.steps[0]?.to.path).toBe(`${first}.md`);
      }),
      { numRuns: 120 },
    );
  });
});
