/** A graph that is built on the one before equals one that is built from nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { type FilesNow, history } from "./arbitrary-histories.ts";
import { keptParts, seenOf } from "./seen-of.ts";

/** GRAPHDOWN_HISTORIES for more. */
const histories = Number(process.env["GRAPHDOWN_HISTORIES"] ?? 300);

/** Compared as texts, which is fast; as values only to show what differs. */
function expectEqual(moved: KnowledgeGraph, files: FilesNow, options: object): void {
  const [a, b] = [seenOf(moved), seenOf(buildGraph({ ...files, options }))];
  if (JSON.stringify(a) !== JSON.stringify(b)) expect(a).toEqual(b);
}

describe("a graph that is built on the one before", () => {
  it("equals one that is built from nothing, whatever happened in between", () => {
    fc.assert(
      fc.property(history, fc.nat(), ({ options, states }, asked) => {
        const graphs: KnowledgeGraph[] = [];
        for (const [step, files] of states.entries()) {
          const graph = buildGraph({ ...files, options, previous: graphs.at(-1) });
          graphs.push(graph);
          // What is kept moves on where it was asked for, and is made where it was not.
          if ((asked >> step) % 4 > 0) keptParts(graph);
          if (step > 0 && (asked >> step) % 2 === 1) expectEqual(graph, files, options);
        }
        // What moved on leaves the graphs before it as they were, those among them that nobody has looked at yet.
        for (const [step, files] of states.entries()) {
          if (step === states.length - 1 || (asked >> step) % 2 === 0)
            expectEqual(graphs[step] as KnowledgeGraph, files, options);
        }
      }),
      { numRuns: histories, seed: 1 },
    );
  });
});
