/** IRIs as people write them: which file each is the IRI of, and how little of the graph has to be looked at for that. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../src/base/compare-code-points.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { heldPath } from "../../src/graph/held-path.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { namedIri } from "../../src/graph/named-iri.ts";
import { findNode } from "../../src/graph/questions/find-node.ts";
import { graphOf } from "./graph-of.ts";
import { makeDocument } from "./make-document.ts";

const base = "urn:graphdown:/";

describe("a whole IRI", () => {
  it.each([
    ["x%20y.md", "x%20y.md"],
    ["x%20y.md#part", "x%20y.md#part"],
    ["d%20e/", "d%20e/"],
    ["d%20e/a.md", "d%20e/a.md"],
    ["50%25.md", "50%25.md"],
    ["a%2Fb.md", "a%2Fb.md"],
  ])("%s stays that of the file it decodes to, which is not there", (below, expected) => {
    const graph = graphOf({ "x%20y.md": {}, "d%20e/a.md": {}, "50%25.md": {}, "a%2Fb.md": {} });
    expect(namedIri(graph, base + below)).toBe(base + expected);
    expect(() => findNode(graph, base + below)).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  it("is found again for every file, however odd its name is", () => {
    const graph = graphOf({
      "x%20y.md": {},
      "x y.md": {},
      "50%25.md": {},
      "50%.md": {},
      "a#b%23.md": {},
      "a#b#.md": {},
    });
    for (const { iri } of graph.nodes) expect(namedIri(graph, iri)).toBe(iri);
  });

  it("in other letters than the graph's may be the name of a file as it is written", () => {
    const graph = graphOf({ "x%20&y.md": {} });
    expect(namedIri(graph, `${base}x%20&y.md`)).toBe(`${base}x%2520%26y.md`);
  });
});

describe("a relative IRI", () => {
  it("is what it decodes to, and else the name of a file as it is written", () => {
    expect(namedIri(graphOf({ "x%20y.md": {} }), "x%20y.md")).toBe(`${base}x%2520y.md`);
    expect(namedIri(graphOf({ "x%20y.md": {}, "x y.md": {} }), "x%20y.md")).toBe(`${base}x%20y.md`);
  });
});

describe("an IRI with hashes", () => {
  it.each([
    ["a#b#c.md#part", "a%23b%23c.md#part"],
    ["a%23b#c.md#part", "a%23b%23c.md#part"],
    ["d#1/e.md#part#more", "d%231/e.md#part%23more"],
    ["d#1/", "d%231/"],
    ["plan#1.png#part", "plan%231.png#part"],
    ["a.md#part#more", "a.md#part%23more"],
    ["none.md#part#more", "none.md#part%23more"],
  ])("%s", (below, expected) => {
    const graph = graphOf({ "a.md": {}, "a#b#c.md": { headings: ["# Part"] }, "d#1/e.md": {} }, ["plan#1.png"]);
    expect(namedIri(graph, below)).toBe(base + expected);
  });
});

describe("the first section with a slug", () => {
  it("is meant by a fragment in either form of Unicode", () => {
    const graph = graphOf({ "a.md": { headings: ["# Fu\u0308r", "# Für", "# !!!"] } });
    expect(namedIri(graph, "a.md#für")).toBe(`${base}a.md#fu%CC%88r`);
    expect(namedIri(graph, "a.md#~section-3")).toBe(`${base}a.md#~section-3`);
  });
});

/** A graph of many files that counts how often it is asked for the path of one. */
function countingGraph(count: number): { readonly graph: KnowledgeGraph; readonly reads: () => number } {
  let reads = 0;
  const documents = Array.from({ length: count }, (_, at) => {
    const path = `n${at}/n${at}.md`;
    const { path: own, ...rest } = makeDocument(path);
    return Object.defineProperty({ ...rest, path: own }, "path", {
      enumerable: true,
      get() {
        reads++;
        return own;
      },
    });
  });
  const graph = buildGraph({ documents, otherPaths: [] });
  return {
    graph,
    reads() {
      const since = reads;
      reads = 0;
      return since;
    },
  };
}

describe("names are looked up without a walk over the files", () => {
  const count = 2_000;
  const { graph, reads } = countingGraph(count);
  /** Looks of one lookup: three searches by halves, twice. */
  const few = 80;

  it.each(["none.md", "n7", "n7/", "none/", "é.md", "n7/n7.md#part"])("%s", (name) => {
    // What is made once for a graph is made.
    for (const once of ["a#b", "é"]) namedIri(graph, once);
    reads();
    namedIri(graph, name);
    expect(reads()).toBeLessThan(few);
    heldPath(graph, name);
    expect(reads()).toBeLessThan(few);
  });

  it("however many hashes stand in one", () => {
    reads();
    expect(namedIri(graph, `a${"#".repeat(16_000)}`)).toBe(`${base}a#${"%23".repeat(15_999)}`);
    expect(reads()).toBeLessThan(count + 2 * few);
    namedIri(graph, `a${"#".repeat(16_000)}`);
    expect(reads()).toBeLessThan(few);
    // An error looks for names that are near, once.
    expect(() => findNode(graph, `a${"#".repeat(16_000)}`)).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(reads()).toBeLessThan(10 * count);
  });
});

it("folders are found among paths of all letters, as a plain look through them finds them", () => {
  const letter = fc.constantFrom("a", "b", "/", " ", "-", "0", "\uffee", "\u{1f600}", "é", "#");
  const path = fc
    .array(letter, { minLength: 1, maxLength: 6 })
    .map((letters) => `${letters.join("").split("/").filter(Boolean).join("/")}.md`);
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), path, (paths, other) => {
      const graph = graphOf(Object.fromEntries(paths.map((each) => [each, {}])));
      const asked = [...paths, other].flatMap((each) => [...each].map((_, end, all) => all.slice(0, end).join("")));
      for (const text of asked) {
        const folder = text.replace(/\/$/, "");
        const isThere = folder === "" ? paths.length > 0 : paths.some((each) => each.startsWith(`${folder}/`));
        const found = heldPath(graph, text);
        if (found?.kind === "document") expect(paths).toContain(text);
        else expect([text, found]).toEqual([text, isThere ? { kind: "folder", path: folder } : undefined]);
      }
      expect(graph.documents.map((each) => each.path)).toEqual(paths.toSorted(compareCodePoints));
    }),
    { numRuns: 200 },
  );
});
