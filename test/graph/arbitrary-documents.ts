/** Generated sets of documents in which everything that a graph is made of comes up, often in ways that meet. */
import fc from "fast-check";
import type { PropertyValue } from "../../src/documents/markdown-document.ts";
import { graphMetadata, withMetadata } from "./arbitrary-metadata.ts";
import { type DocumentSketch, makeAnchor } from "./make-document.ts";

const awkward = fc.constantFrom(
  "a",
  "B",
  "a b",
  '"x"',
  "<y>",
  "\u77e5\u8b58",
  "e\u0301",
  "__proto__",
  "@id",
  "#",
  "\\",
  "\n",
  "\u0000",
  "schema:name",
);
const text = fc
  .oneof({ weight: 4, arbitrary: awkward }, { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) })
  .map((value) => value.replace(/\p{Surrogate}/gu, "?"));

const path = fc.constantFrom("a.md", "b.md", "a b.md", "d/a.md", "d/e/\u77e5.md", "~x.md", "d/index.md", "%.md");

const link = fc.constantFrom(
  "[[a]]",
  "[[a|b]]",
  "[[B]]",
  "[[nowhere]]",
  "[[a#One]]",
  "[[#One]]",
  "[[a#gone]]",
  "![[a]]",
  "![[p.png]]",
  "[x](a.md)",
  "[x](d/a.md#one)",
  "[x](d/)",
  "[x](p.png)",
  "![x](p.png)",
  "[x](../../out.md)",
  "[x](gone.md)",
  "[x](urn:graphdown:/a.md)",
  "[x](urn:graphdown:/a.md#one)",
  "[x](https://example.org/a b)",
  "[x](https://example.org/a%20b)",
  "[x](http://h:port/)",
  "[x](data:text/plain,x)",
  "up:: [[a]]",
  "parent:: [[a]]",
  "part_of:: [[d/index]]",
  "part_of:: [x](#one)",
  "schema:hasPart:: [x](#one)",
  "schema:citation:: [x](https://example.org/a%20b)",
  "schema:name:: [[a]]",
  "md:path:: [[a]]",
  "my relation:: [[a]]",
  "my relation:: [[nowhere]]",
  "See Also:: ![[p.png]]",
);

const scalar: fc.Arbitrary<PropertyValue> = fc.oneof(
  text.map((value): PropertyValue => ({ type: "text", value, text: value })),
  fc.constantFrom<PropertyValue>(
    { type: "integer", value: 12, text: "12" },
    { type: "integer", value: 2 ** 53, text: "9007199254740993" },
    { type: "integer", value: 12, text: "0xC" },
    { type: "decimal", value: 1.1, text: "1.10" },
    { type: "double", value: 1000, text: "1e3" },
    { type: "float", value: Number.POSITIVE_INFINITY, text: ".inf" },
    { type: "float", value: Number.NaN, text: ".nan" },
    { type: "boolean", value: true, text: "true" },
    { type: "date", value: "2024-03-05", text: "2024-03-05" },
    { type: "dateTime", value: "2024-03-05T10:30:00+02:00", text: "2024-03-05T10:30:00+02:00" },
    { type: "null", value: null, text: "" },
  ),
);

const value: fc.Arbitrary<PropertyValue> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  {
    weight: 1,
    arbitrary: fc.array(scalar, { maxLength: 3 }).map((items): PropertyValue => ({ type: "list", items, text: "" })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(text, scalar), { maxLength: 3 })
      .map((entries): PropertyValue => ({ type: "map", entries: new Map(entries), text: "" })),
  },
);

const section = fc.nat({ max: 2 });
const heading = fc.constantFrom("# One", "## Two", "# One", "### !!!", "## \u77e5\u8b58", "#");
const tag = fc.constantFrom("a", "A", "a/b", "a/b/c", "lock gate", "\u6c34", "//", "..");

const sketch: fc.Arbitrary<DocumentSketch> = fc
  .record({
    title: text,
    description: fc.option(text, { nil: undefined }),
    language: fc.constantFrom("pt-BR", "en", undefined, "not a tag"),
    aliases: fc.array(text, { maxLength: 3 }),
    addresses: fc.array(fc.constantFrom("/x/", "https://example.org/own", "https://example.org/own", "id1"), {
      maxLength: 3,
    }),
    authors: fc.array(
      fc.record({
        name: fc.constantFrom("Kim", "Kim ", "\u041a\u0456\u043c", " "),
        url: fc.constantFrom("https://kim.example/", "not a url", "https://kim.example/a b"),
      }),
      { maxLength: 3 },
    ),
    metadata: graphMetadata,
    published: fc.constantFrom(undefined, { type: "date", value: "2024-03-05", text: "2024-03-05" } as const),
    headings: fc.array(heading, { maxLength: 4 }),
    links: fc.array(link, { maxLength: 8 }),
    linksIn: section,
    tags: fc.array(tag, { maxLength: 4 }),
    anchors: fc.array(
      fc.tuple(fc.constantFrom("x", "One"), section).map(([name, within]) => makeAnchor(name, "custom", within)),
      { maxLength: 3 },
    ),
    properties: fc.array(
      fc
        .tuple(text, value)
        .map(([key, content]) => ({ key, value: content, source: "frontmatter" as const, line: 2, section: 0 })),
      { maxLength: 4 },
    ),
    observations: fc.array(
      fc.record({
        category: fc.constantFrom("fact", "idea"),
        text: fc.constantFrom("x", "y"),
        tags: fc.array(tag, { maxLength: 3 }),
        context: fc.constantFrom("why", undefined),
        line: fc.nat(),
        section,
      }),
      { maxLength: 4 },
    ),
    tasks: fc.array(
      fc.record({
        text: fc.constantFrom("x", "y"),
        done: fc.boolean(),
        state: fc.constantFrom(undefined, "in-progress" as const, "cancelled" as const),
        line: fc.nat(),
        section,
        due: fc.constantFrom(undefined, "2026-01-31", "2028-02-29"),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ metadata, ...record }) => {
    const within = <Part extends { readonly section: number }>(part: Part): Part => ({
      ...part,
      section: Math.min(part.section, record.headings.length),
    });
    const sketched = withoutUndefined({
      ...record,
      anchors: record.anchors.map(within),
      observations: record.observations.map(within),
      tasks: record.tasks.map(within),
    }) as DocumentSketch;
    return withMetadata(sketched, metadata);
  });

/** Optional fields are absent, never `undefined`. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || value instanceof Map) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field === undefined ? [] : [[key, withoutUndefined(field)]])),
  );
}

/** A set of documents by path. */
export const documentSet: fc.Arbitrary<ReadonlyMap<string, DocumentSketch>> = fc
  .uniqueArray(fc.tuple(path, sketch), { maxLength: 6, selector: ([key]) => key })
  .map((entries) => new Map(entries));
