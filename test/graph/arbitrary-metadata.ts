/** Generated metadata about the graph, as front matter says it, with names that notes of generated sets have too. */
import fc from "fast-check";
import type { DocumentMetadata } from "../../src/documents/front-matter/read-metadata.ts";
import { metadataOf } from "../documents/front-matter/reading.ts";
import type { DocumentSketch } from "./make-document.ts";

const thing = fc.constantFrom(
  "a",
  "B",
  "a b",
  "Kim",
  "gone",
  "'C#'",
  "'[[a]]'",
  "'[[a#One]]'",
  "'[[nowhere]]'",
  "a.md",
  "p.png",
  "https://example.org/own",
  "urn:graphdown:/a.md",
  "urn:graphdown:/~id/Kim",
  "{label: Zed, id: 'urn:x:zed'}",
  "{label: Zed two, id: 'urn:x:zed', type: 'skos:Concept', same_as: 'https://example.org/zed'}",
  "{label: a, type: software application}",
  "{label: a, type: 'schema:MediaObject'}",
  "{id: 'urn:x:bare'}",
  "{id: p.png, type: 'schema:MediaObject'}",
  "{label: ' '}",
  "document",
);
const things = fc.array(thing, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(", ")}]`);
const predicate = fc.constantFrom(
  "about",
  "relatedTo",
  "next step",
  "keywords",
  "'rdf:type'",
  "'schema:hasPart'",
  "sameAs",
);

const line = fc.oneof(
  fc.tuple(
    fc.constantFrom("about", "graph_entities", "graph_groups", "graph_related", "graph_next_steps", "entityHints"),
    things,
  ),
  fc.tuple(fc.constant("rdf_types"), fc.constantFrom("[schema:Article, skos:Concept]", "[HowTo]", "md:Section")),
  fc.tuple(fc.constantFrom("author", "authors"), fc.oneof(thing, things)),
  fc.tuple(fc.constant("entry_type"), fc.constantFrom("TechArticle", "note")),
  fc
    .tuple(predicate, thing)
    .map(([name, object]) => [
      "rdf_properties",
      `{${name}: ${object}, keywords: {value: '1', datatype: 'xsd:integer'}}`,
    ]),
  fc
    .tuple(fc.option(thing, { nil: undefined }), predicate, thing)
    .map(([subject, name, object]) => [
      "graph_edges",
      `[{${subject === undefined ? "" : `subject: ${subject}, `}predicate: ${name}, object: ${object}}]`,
    ]),
);

type SketchedMetadata = Pick<DocumentMetadata, "links" | "statements" | "authors">;

/** What front matter says of the graph; mostly nothing. */
export const graphMetadata: fc.Arbitrary<SketchedMetadata> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ links: [], authors: [] }) },
  {
    weight: 1,
    arbitrary: fc
      .uniqueArray(line, { minLength: 1, maxLength: 4, selector: ([key]) => key })
      .map((lines) => metadataOf(lines.map(([key, value]) => `${key}: ${value}`).join("\n"))),
  },
);

/** A document with metadata; the links of metadata come first, as those of front matter do. */
export function withMetadata(sketch: DocumentSketch, { links, statements, authors }: SketchedMetadata): DocumentSketch {
  if (links.length === 0 && statements === undefined && authors.length === 0) return sketch;
  // Whole, since what edits a document must not leave statements or authors about links that are gone.
  return {
    ...sketch,
    links: [...links, ...(sketch.links ?? [])],
    statements: statements ?? [],
    authors: authors.length === 0 ? (sketch.authors ?? []) : authors,
  };
}
