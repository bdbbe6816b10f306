/**
 * Facts about documents and links of the Markdown-LD knowledge bank, with the values that are right here. The numbers are those of the
 * list of its thirty facts that the project works from.
 */
import { describe, expect, it } from "vitest";
import { namedIri } from "../../../src/graph/named-iri.ts";
import { quadsOf } from "../../../src/graph/to-quads.ts";
import { countTriples } from "../../../src/graph/triple-count.ts";
import { parse } from "../../documents/parse.ts";
import { graphOfTexts, noteOf, objectsOf, saidOf } from "./graph-of-texts.ts";

describe("documents", () => {
  it("have the IRI of their whole path below the base (1)", () => {
    const path = "content/2026/04/markdown-ld-knowledge-bank.md";
    const graph = graphOfTexts({ [path]: "# Bank\n" }, { baseIri: "https://example.com/" });
    expect(graph.nodes[0]?.iri).toBe(`https://example.com/${path}`);
  });

  it("have the title of their first heading, whatever the file is called (1)", () => {
    const graph = graphOfTexts({ "README.md": "# Welcome\n" });
    expect(objectsOf(graph, "README.md", "schema:name")).toEqual(['"Welcome"']);
  });

  it("never share an IRI: not with another ending, nor by characters of queries and fragments (2)", () => {
    const paths = ["a.md", "a.mdx", "a/index.md", "a?x.md", "a#x.md", "a%23x.md"];
    const graph = graphOfTexts(Object.fromEntries(paths.map((path) => [path, ""])));
    const iris = graph.nodes.filter(({ kind }) => kind === "document").map(({ iri }) => iri);
    expect([new Set(iris).size, iris.filter((iri) => /[?#]/.test(iri))]).toEqual([paths.length, []]);
  });

  it("are in the graph even when they are empty (11)", () => {
    const graph = graphOfTexts({ "a.md": "", "b.md": "# B\n" });
    expect(objectsOf(graph, "a.md", "rdf:type")).toEqual(["md:Document", "schema:Article"]);
    expect(objectsOf(graph, "a.md", "schema:name")).toEqual(['"a"']);
  });

  it("have typed dates, and keep what is none as a property (12)", () => {
    const graph = graphOfTexts({ "a.md": noteOf("datePublished: 2026-04-08", "date_modified: not-a-date") });
    expect(objectsOf(graph, "a.md", "schema:datePublished")).toEqual(['"2026-04-08"^^xsd:date']);
    expect(objectsOf(graph, "a.md", "schema:dateModified")).toEqual([]);
    expect(saidOf(graph, "a.md")).toContain('/~property/date_modified "not-a-date"');
  });
});

describe("links", () => {
  it("lead from the folder of their file to files, sections and pictures (3)", () => {
    const graph = graphOfTexts(
      {
        "content/guides/setup/intro.md":
          "# Intro\n\n[a](../runbooks/cache-restore.md#steps) [b](#local-steps) ![c](../assets/topology.png)\n\n## Local steps\n",
        "content/guides/runbooks/cache-restore.md": "# Cache\n\n## Steps\n",
      },
      { others: ["content/guides/assets/topology.png"], baseIri: "https://links.example/" },
    );
    const intro = "content/guides/setup/intro.md";
    expect(objectsOf(graph, intro, "dcterms:references")).toEqual([
      "/content/guides/runbooks/cache-restore.md#steps",
      "/content/guides/setup/intro.md#local-steps",
    ]);
    expect(objectsOf(graph, intro, "md:embeds")).toEqual(["/content/guides/assets/topology.png"]);
  });

  it("have a target and what they show, and may lead outside (4)", () => {
    const { links } = parse(
      '[[RDF|Resource Description Framework]] [guide](./guide.markdown#part "Guide title") [mail](mailto:desk@example.org)',
    );
    expect(links.map(({ target, text, fragment, external }) => [target, text, fragment, external])).toEqual([
      ["RDF", "Resource Description Framework", undefined, false],
      ["./guide.markdown#part", "guide", "part", false],
      ["mailto:desk@example.org", "mail", undefined, true],
    ]);
  });
});

describe("sections", () => {
  it("are nested by their levels, behind what stands loose before them (5)", () => {
    const { sections } = parse("Loose.\n\n# Top\n\n### Deep\n\n## Sibling\n");
    expect(sections.map(({ level, headingPath }) => [level, headingPath])).toEqual([
      [0, []],
      [1, ["Top"]],
      [3, ["Top", "Deep"]],
      [2, ["Top", "Sibling"]],
    ]);
  });

  it("are no parts of one another where the levels are equal, and none is in code (5)", () => {
    const graph = graphOfTexts({ "a.md": "## A\n\n```sh\n# comment\n```\n\n## B\n" });
    expect(objectsOf(graph, "a.md", "schema:hasPart")).toEqual(["/a.md#a", "/a.md#b"]);
  });
});

describe("front matter", () => {
  it("is read in its odd forms (10)", () => {
    const odd = noteOf(
      "tags: [alpha, null, beta]",
      "authors: [{name: Ada}, null, 123]",
      "about: [{label: X}, 99, null]",
    );
    const graph = graphOfTexts({ "a.md": odd });
    expect(objectsOf(graph, "a.md", "schema:keywords")).toEqual(['"alpha"', '"beta"']);
    expect(objectsOf(graph, "a.md", "schema:author")).toEqual(["/~id/123", "/~id/Ada"]);
    expect(objectsOf(graph, "a.md", "schema:about")).toEqual(["/~id/99", "/~id/X", "/~tag/alpha", "/~tag/beta"]);
    const { titleSource, sections } = parse("---\n---\nBody.\n");
    expect([titleSource, sections.length]).toEqual(["name", 1]);
  });

  it("has tags between commas, in lists too, and aliases as they are (10)", () => {
    const graph = graphOfTexts({ "a.md": noteOf('tags: ["alpha, beta", null, "#gamma,"]', 'aliases: ["Smith, Ada"]') });
    expect(objectsOf(graph, "a.md", "schema:keywords")).toEqual(['"alpha"', '"beta"', '"gamma"']);
    expect(objectsOf(graph, "a.md", "schema:alternateName")).toEqual(['"Smith, Ada"']);
    expect(graph.documents[0]?.tags.map(({ name, line, column }) => [name, line, column])).toEqual([
      ["alpha", 2, 9],
      ["beta", 2, 16],
      ["gamma", 2, 31],
    ]);
    expect(graph.documents[0]?.diagnostics).toEqual([]);
  });

  it("spoils nothing but itself when it is broken (10)", () => {
    const graph = graphOfTexts({
      "broken.md": "---\na: b: c\n---\n",
      "open.md": "---\ntitle: never closed\n",
      "rule.md": "---\n\nAfter a rule.\n",
      "sound.md": noteOf("title: Sound"),
    });
    expect(graph.documents.map(({ title }) => title)).toEqual(["broken", "open", "rule", "Sound"]);
    expect(graph.documents.map(({ diagnostics }) => diagnostics.map(({ kind }) => kind))).toEqual([
      ["invalid-frontmatter"],
      [],
      [],
      [],
    ]);
  });
});

describe("properties", () => {
  it("are one in any case, in front matter and body, and in maps", () => {
    const graph = graphOfTexts({
      "a.md": `${noteOf("Status: open", "MAP: {Inner: 1}")}status:: open\nSTATUS:: late\n`,
      "b.md": `${noteOf("map: {inner: 1}", "Überschrift: x")}überschrift:: x\n`,
    });
    const own = (path: string): string[] => saidOf(graph, path).filter((said) => said.startsWith("/~property"));
    expect(own("a.md")).toEqual([
      '/~property/map/inner "1"^^xsd:integer',
      '/~property/status "late"',
      '/~property/status "open"',
    ]);
    expect(own("b.md")).toEqual(['/~property/map/inner "1"^^xsd:integer', '/~property/überschrift "x"']);
    expect(countTriples(graph)).toBe(Array.from(quadsOf(graph)).length);
    for (const written of ["~property/STATUS", "~property/status"]) {
      expect(namedIri(graph, written)).toBe("urn:graphdown:/~property/status");
    }
    expect(namedIri(graph, "~property/MAP/Inner")).toBe("urn:graphdown:/~property/map/inner");
    expect(namedIri(graph, "~property/%C3%9Cberschrift")).toBe("urn:graphdown:/~property/überschrift");
    expect(namedIri(graph, "~tag/Team/SRE")).toBe("urn:graphdown:/~tag/team/sre");
  });

  it("have moments with an offset, without one, and without seconds, and no moment is shifted", () => {
    const moments = "a: 2026-01-31T10:30:00\nb: 2026-01-31T10:30\nc: 2026-01-31T10:30+02:00\nd: 2026-01-31T23:59:59Z";
    const graph = graphOfTexts({ "a.md": `---\n${moments}\n---\n`, "b.md": moments.replaceAll(": ", ":: ") });
    const expected = [
      '/~property/a "2026-01-31T10:30:00"^^xsd:dateTime',
      '/~property/b "2026-01-31T10:30:00"^^xsd:dateTime',
      '/~property/c "2026-01-31T10:30:00+02:00"^^xsd:dateTime',
      '/~property/d "2026-01-31T23:59:59Z"^^xsd:dateTime',
    ];
    for (const path of ["a.md", "b.md"]) {
      expect(saidOf(graph, path).filter((said) => said.startsWith("/~property"))).toEqual(expected);
    }
  });
});
