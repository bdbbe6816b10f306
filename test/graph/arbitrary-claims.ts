/** Generated notes whose metadata tries to say more than a note can: of vocabularies, of other notes, of what every graph promises. */
import fc from "fast-check";

const terms = [
  "schema:Article",
  "schema:name",
  "schema:position",
  "skos:Concept",
  "skos:prefLabel",
  "dcterms:references",
  "md:Document",
  "md:Section",
  "md:path",
  "md:sha256",
  "md:unresolved",
  "rdf:type",
  "rdfs:Class",
  "rdfs:subClassOf",
  "rdfs:subPropertyOf",
  "rdfs:domain",
  "rdfs:range",
  "owl:equivalentClass",
  "owl:sameAs",
  "x:Kind",
  "x:Sort",
  "x:says",
  "x:tells",
  "mine:Section",
  "urn:graphdown:vocab:path",
  "urn:graphdown:/b.md",
  "urn:graphdown:/b.md#part",
  "urn:graphdown:/~property/status",
  "urn:graphdown:/~tag/t",
  "urn:graphdown:/~id/Kim",
  "urn:graphdown:/",
];
const iri = fc.constantFrom(...terms);
const name = fc.constantFrom("Kim", "b", "[[b]]", "[[b#Part]]", "b.md", "picture.png", "document", " ");
const either = fc.oneof({ weight: 3, arbitrary: iri }, { weight: 1, arbitrary: name });
const quoted = (text: string): string => JSON.stringify(text);

const meaning = fc.constantFrom("rdfs:subClassOf", "rdfs:subPropertyOf", "rdfs:domain", "rdfs:range", "x:says");
const predicate = fc.oneof(
  { weight: 3, arbitrary: meaning },
  { weight: 1, arbitrary: iri },
  { weight: 1, arbitrary: fc.constantFrom("about", "relatedTo", "sameAs", "memberOf", "author") },
);

const thing = fc.record({ id: either, label: name, type: iri, same_as: iri }, { requiredKeys: ["id"] }).map(
  (entries) =>
    `{${Object.entries(entries)
      .map(([key, text]) => `${key}: ${quoted(text)}`)
      .join(", ")}}`,
);

const edge = fc
  .tuple(fc.option(either), predicate, either)
  .map(
    ([subject, relation, object]) =>
      `{${subject === null ? "" : `subject: ${quoted(subject)}, `}predicate: ${quoted(relation)}, object: ${quoted(object)}}`,
  );

const listOf = (item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => `[${items.join(", ")}]`);

const frontMatterLine = fc.oneof(
  fc.tuple(fc.constant("graph_edges"), listOf(edge)),
  fc.tuple(
    fc.constantFrom("about", "graph_entities", "graph_groups", "graph_related", "graph_next_steps"),
    listOf(fc.oneof(thing, either.map(quoted))),
  ),
  fc.tuple(fc.constant("rdf_types"), listOf(iri.map(quoted))),
  fc.tuple(
    fc.constant("rdf_properties"),
    fc
      .uniqueArray(fc.tuple(predicate, fc.oneof(either.map(quoted), thing, fc.constant("{value: v}"))), {
        minLength: 1,
        maxLength: 3,
        selector: ([key]) => key,
      })
      .map((entries) => `{${entries.map(([key, value]) => `${quoted(key)}: ${value}`).join(", ")}}`),
  ),
  fc.tuple(fc.constantFrom("author", "same_as", "up", "skos:broader", "rdfs:subClassOf"), either.map(quoted)),
);

const expanded: ReadonlyMap<string, string> = new Map([
  ["schema:name", "https://schema.org/name"],
  ["skos:Concept", "http://www.w3.org/2004/02/skos/core#Concept"],
  ["md:Section", "urn:graphdown:vocab:Section"],
  ["rdfs:subClassOf", "http://www.w3.org/2000/01/rdf-schema#subClassOf"],
]);
const bodyLine = fc
  .tuple(
    fc.constantFrom(
      "rdfs:subPropertyOf",
      "rdfs:subClassOf",
      "rdfs:range",
      "schema:name",
      "md:path",
      "rdf:type",
      "note",
    ),
    fc.constantFrom("[[b]]", "[[a#Part]]", ...Array.from(expanded.values(), (target) => `<${target}>`)),
    fc.boolean(),
  )
  .map(([key, target, isItem]) => (isItem ? `- ${key} ${target}` : `${key}:: ${target}`));

const note = fc
  .record({
    lines: fc.uniqueArray(frontMatterLine, { maxLength: 5, selector: ([key]) => key }),
    body: fc.array(bodyLine, { maxLength: 3 }),
  })
  .map(({ lines, body }) =>
    [
      "---",
      "rdf_prefixes: {x: 'https://x.example/', mine: 'urn:graphdown:vocab:'}",
      ...lines.map(([key, value]) => `${key}: ${value}`),
      "---",
      "# Part #t",
      ...body,
    ].join("\n\n"),
  );

/** Texts of notes by path. */
export const claimingNotes: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .uniqueArray(fc.tuple(fc.constantFrom("a.md", "b.md", "d/c.md"), note), {
    minLength: 1,
    maxLength: 3,
    selector: ([path]) => path,
  })
  .map((notes) => Object.fromEntries(notes));
