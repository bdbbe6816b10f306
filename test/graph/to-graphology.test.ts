/** A graphology graph holds all that the graph does. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { toGraphology } from "../../src/graph/to-graphology.ts";
import { history } from "./arbitrary-histories.ts";
import { graphOf } from "./graph-of.ts";

it("has every node and edge, with what is known of it", () => {
  fc.assert(
    fc.property(history, ({ options, states }) => {
      const graph = buildGraph({ ...(states[0] as (typeof states)[number]), options });
      const made = toGraphology(graph);
      expect(made.nodes()).toEqual(graph.nodes.map(({ iri }) => iri));
      for (const { iri, kind, label, path } of graph.nodes) {
        expect(made.getNodeAttributes(iri)).toEqual({ kind, label, ...(path === undefined ? {} : { path }) });
      }
      expect(made.size).toBe(graph.edges.length);
      for (const edge of graph.edges) {
        const key = `e${edge.index}`;
        expect(made.extremities(key)).toEqual([graph.nodes[edge.source]?.iri, graph.nodes[edge.target]?.iri]);
        expect(made.getEdgeAttributes(key)).toMatchObject({ kind: edge.kind, places: edge.places });
      }
    }),
    { numRuns: 50 },
  );
});

it("weighs an edge by its places, and keeps parallel ones apart", () => {
  const made = toGraphology(graphOf({ "a.md": { links: ["[[b]]", "[[b]]", "![[b]]", "up:: [[b]]"] }, "b.md": {} }));
  const [a, b] = ["urn:graphdown:/a.md", "urn:graphdown:/b.md"];
  const found = made.mapDirectedEdges(a, b, (_, { kind, relation, syntax, weight }) => [
    kind,
    relation,
    syntax,
    weight,
  ]);
  expect(found.sort((one, other) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ["embeds", undefined, "embed", 1],
    ["linksTo", undefined, "wikilink", 2],
    ["relation", "up", "inline", 1],
  ]);
});
