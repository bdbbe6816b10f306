/** A store that follows the graph by the difference holds what one that is made from nothing holds. */
import fc from "fast-check";
import { Store } from "oxigraph";
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { quadsOf } from "../../../src/graph/to-quads.ts";
import type { Oxigraph } from "../../../src/query/sparql/oxigraph.ts";
import type { StoreChange } from "../../../src/query/sparql/query-job.ts";
import { StoreFollower } from "../../../src/query/sparql/store-follower.ts";
import { TripleStore } from "../../../src/query/sparql/triple-store.ts";
import { quadSet } from "../../exports/read-rdf.ts";
import { history } from "../../graph/arbitrary-histories.ts";
import { oxigraph } from "./direct-engine.ts";
import { parseAll } from "./parse-all.ts";

/** GRAPHDOWN_HISTORIES for more. */
const histories = Number(process.env["GRAPHDOWN_HISTORIES"] ?? 60);

/** A store, and a way to look into it. */
function openStore(): { readonly store: TripleStore; readonly quads: () => string[] } {
  const made: Store[] = [];
  const watched = {
    ...oxigraph,
    Store: class extends Store {
      constructor() {
        super();
        made.push(this);
      }
    },
  } as unknown as Oxigraph;
  const store = new TripleStore(watched);
  return { store, quads: () => quadSet((made[0] as Store).match() as unknown as Parameters<typeof quadSet>[0]) };
}

const expected = (graph: KnowledgeGraph): string[] => quadSet(quadsOf(graph, { namedGraphs: true }));

async function changesTo(follower: StoreFollower, graph: KnowledgeGraph): Promise<StoreChange[]> {
  const changes: StoreChange[] = [];
  for await (const change of follower.changes(graph)) changes.push(change);
  return changes;
}

describe("a store that follows the graph", () => {
  it("holds what one that is made from nothing holds, whatever happened in between", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(), async ({ options, states }, asked) => {
        const { store, quads } = openStore();
        const follower = new StoreFollower();
        let previous: KnowledgeGraph | undefined;
        for (const [step, files] of states.entries()) {
          const graph: KnowledgeGraph = buildGraph({ ...files, options, previous });
          previous = graph;
          // Not every state is asked.
          if ((asked >> step) % 3 === 0 && step < states.length - 1) continue;
          for await (const change of follower.changes(graph)) store.change(change);
          expect(quads()).toEqual(expected(graph));
        }
      }),
      { numRuns: histories, seed: 1 },
    );
  });

  it("is told nothing where nothing changed, and only of a document that did", async () => {
    const files: Record<string, string> = { "a.md": "# A\n\n[[b]] #tag", "b.md": "# B\n\n[[a]]", "c.md": "# C" };
    const follower = new StoreFollower();
    const first = buildGraph({ documents: parseAll(files), otherPaths: [] });
    expect(await changesTo(follower, first)).toHaveLength(2);
    expect(await changesTo(follower, first)).toEqual([]);
    const documents = parseAll({ ...files, "b.md": "# B\n\n[[a]] more words" }, first.documents);
    const second = buildGraph({ documents, otherPaths: [], previous: first });
    const changes = await changesTo(follower, second);
    expect(changes.flatMap(({ load }) => load.map(({ graph }) => graph))).toEqual(["urn:graphdown:/b.md"]);
    expect(changes.flatMap(({ drop }) => drop)).toEqual(["urn:graphdown:/b.md"]);
  });

  it("is told of documents that link to a section whose address is another, also where the link is as it was", async () => {
    const files = { "a.md": "[[b#A B]]", "b.md": "# B\n\n## A.B\n" };
    const { store, quads } = openStore();
    const follower = new StoreFollower();
    const first = buildGraph({ documents: parseAll(files), otherPaths: [] });
    for await (const change of follower.changes(first)) store.change(change);
    const documents = parseAll({ ...files, "b.md": "# B\n\n## A B\n" }, first.documents);
    const second = buildGraph({ documents, otherPaths: [], previous: first });
    for await (const change of follower.changes(second)) store.change(change);
    expect(quads()).toEqual(expected(second));
    expect(quads().join("\n")).toContain("b.md#a-b");
    expect(quads().join("\n")).not.toContain("b.md#ab");
  });

  it("forgets what a reader never took", async () => {
    const files = { "a.md": "# A #tag", "b.md": "# B" };
    const { store, quads } = openStore();
    const follower = new StoreFollower();
    const first = buildGraph({ documents: parseAll(files), otherPaths: [] });
    // The reader goes away with the first change in its hands, which was not made.
    for await (const _ of follower.changes(first)) break;
    for await (const change of follower.changes(first)) store.change(change);
    expect(quads()).toEqual(expected(first));
  });

  it("has no triple in two graphs, since the union of all would have it twice", () => {
    fc.assert(
      fc.property(history, ({ options, states }) => {
        const graph = buildGraph({ ...(states.at(-1) as (typeof states)[number]), options });
        const triples = Array.from(
          quadsOf(graph, { namedGraphs: true }),
          ({ subject, predicate, object }) =>
            `${subject.value}\n${predicate.value}\n${object.termType}\n${object.value}\n${"language" in object ? `${object.language}\n${object.datatype.value}` : ""}`,
        );
        expect(new Set(triples).size).toBe(triples.length);
      }),
      { numRuns: 60, seed: 2 },
    );
  });
});
