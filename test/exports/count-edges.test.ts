import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LinkSyntax } from "../../src/documents/markdown-document.ts";
import { countEdges, countNodes } from "../../src/exports/count-edges.ts";
import { graphOf, type NoteLink, note } from "./note.ts";

const syntaxes: readonly LinkSyntax[] = ["wikilink", "markdown", "reference", "embed", "frontmatter", "inline", "html"];

const link: fc.Arbitrary<NoteLink> = fc.record({
  target: fc.constantFrom(
    "0",
    "1",
    "2",
    "0#part-1",
    "gone",
    "lost",
    "a.png",
    "https://example.org/x",
    "https://[bad",
    "../out",
  ),
  syntax: fc.constantFrom(...syntaxes),
  embed: fc.boolean(),
  external: fc.boolean(),
});

const relation = fc.option(fc.constantFrom("up", "UP", "knows"), { nil: undefined });

describe("countNodes and countEdges", () => {
  it("count what the graph makes", () => {
    const document = fc.record({
      folder: fc.constantFrom("", "f/", "f/g/", "h/"),
      links: fc.array(fc.tuple(link, relation), { maxLength: 8 }),
      tags: fc.array(fc.constantFrom("a", "A", "a/b", "a/b/c", "/", "é"), { maxLength: 4 }),
      authors: fc.array(fc.constantFrom({ name: "Ann" }, { name: "ann" }, { name: " " }, { name: "Ann " }), {
        maxLength: 3,
      }),
      headings: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(document, { maxLength: 5 }), (documents) => {
        const notes = documents.map(({ folder, links, headings, ...fields }, index) =>
          note(`${folder}${index}.md`, {
            ...fields,
            links: links.map(([given, name]) => (name === undefined ? given : { ...given, relation: name })),
            headings: Array.from({ length: headings }, () => [1, "x"] as const),
          }),
        );
        const graph = graphOf(notes, { otherPaths: ["a.png"] });
        expect([countNodes(graph), countEdges(graph)]).toEqual([graph.nodes.length, graph.edges.length]);
      }),
      { numRuns: 300 },
    );
  });
});
