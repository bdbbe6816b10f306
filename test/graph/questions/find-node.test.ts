/** Names of nodes: every node is found by its IRI and what people call it, and nothing else is. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import { kindOfKey } from "../../../src/graph/key-of-node.ts";
import { findNode } from "../../../src/graph/questions/find-node.ts";
import { nodeReference } from "../../../src/graph/questions/shown-node.ts";
import { history } from "../arbitrary-histories.ts";
import { graphOf } from "../graph-of.ts";

const graph = graphOf({
  "a#b.md": { headings: ["# Same", "# Same", "# !!!"] },
  "guides/start here.md": {
    headings: ["# Getting Started"],
    tags: ["release/notes"],
    links: ["[x](https://a.example/?q=ü)"],
  },
  "~odd/100%.md": {},
});

function found(text: string): string {
  const key = findNode(graph, text);
  const { kind, path, label, startLine } = nodeReference(graph, key);
  return `${kind} ${path ?? label}${startLine === undefined ? "" : `:${startLine}`}`;
}

describe("a node is found by", () => {
  it.each([
    ["a#b.md", "document a#b.md"],
    ["a#b.md#same-1", "section a#b.md:5"],
    ["a#b.md#Same", "section a#b.md:3"],
    ["a#b.md#", "document a#b.md"],
    ["urn:graphdown:/a%23b.md#~section-3", "section a#b.md:7"],
    ["guides/start here.md#getting-started", "section guides/start here.md:3"],
    ["urn:graphdown:/guides/start%20here.md", "document guides/start here.md"],
    ["urn:graphdown:/%7Eodd/100%25.md", "document ~odd/100%.md"],
    ["urn:graphdown:/", "folder "],
    ["guides", "folder guides"],
    ["#release", "tag release"],
    ["urn:graphdown:/~tag/release/notes", "tag release/notes"],
    ["https://a.example/?q=ü", "external https://a.example/?q=ü"],
  ])("%s", (text, expected) => {
    expect(found(text)).toBe(expected);
  });

  it("every IRI that an answer or an export names", () => {
    fc.assert(
      fc.property(history, ({ options, states }) => {
        const state = states[0] as (typeof states)[number];
        const made = buildGraph({ ...state, options });
        for (const { iri, kind } of made.nodes) {
          const key = findNode(made, iri);
          expect(kindOfKey(key)).toBe(kind);
          expect(nodeReference(made, key).id).toBe(iri);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("what names nothing", () => {
  it.each([
    ["guides/start hear.md", "guides/start here.md"],
    ["start here", "guides/start here.md"],
    ["guides/start here", "guides/start here.md"],
    ["guides/start here.md#getting-startet", "guides/start here.md#Getting Started"],
    ["#relaese", "#release"],
    ["#release/nots", "#release/notes"],
  ])("%s is not found, and %s is suggested", (text, near) => {
    expect(() => findNode(graph, text)).toThrow(
      expect.objectContaining({ code: "not_found", details: expect.objectContaining({ suggestions: [near] }) }),
    );
  });

  it.each([
    "zebra",
    "#",
    "#zzzzzz",
    "https://b.example/",
    "urn:graphdown:/zebra.md",
    "urn:graphdown:/~tag/x",
    "\ud800",
  ])("%s is not found", (text) => {
    expect(() => findNode(graph, text)).toThrow(expect.objectContaining({ code: "not_found" }));
  });
});
