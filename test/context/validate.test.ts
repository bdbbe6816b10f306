/** `validate` of a context: reports with places, shapes from text and file, and what is refused. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { openNotes } from "./notes.ts";

const files = {
  "index.md": "---\ntitle: Start\nowner: 12\ndate: soon\n---\n\n# Start\n\n- [ ] sweep\n\n## Deck\n\nSee [[winch]].\n",
  "winch.md": "# Winch\n\n#harbour/deck\n",
  "shapes/described.ttl":
    "<urn:s> sh:targetClass md:Document ;\n  sh:property [ sh:path schema:description ; sh:minCount 1 ; sh:severity sh:Warning ] .\n",
};

/** A shape of documents, without the declarations that need not be made. */
const ofDocuments = (property: string): string => `<urn:s> sh:targetClass md:Document ; sh:property [ ${property} ] .`;

describe("validate", () => {
  it("holds every graph to the default shapes", async () => {
    const context = await openNotes({}, files);
    const { snapshot } = await context.overview();
    expect(await context.validate()).toEqual({ snapshot, conforms: true, resultCount: 0, counts: {}, results: [] });
  });

  it("says what does not conform, with severity, value, path and line", async () => {
    const context = await openNotes({}, files);
    const report = await context.validate({ shapes: ofDocuments("sh:path <~property/owner> ; sh:nodeKind sh:IRI") });
    expect(report).toMatchObject({ conforms: false, resultCount: 1, counts: { violation: 1 } });
    expect(report.results).toEqual([
      {
        severity: "violation",
        message: 'urn:graphdown:/~property/owner "12" is no sh:IRI',
        constraint: "sh:NodeKindConstraintComponent",
        focusNode: "urn:graphdown:/index.md",
        path: "index.md",
        line: 3,
        property: "urn:graphdown:/~property/owner",
        value: '"12"',
        shape: "_:b0",
      },
    ]);
  });

  it("knows documents by the letters of their names, in shapes and in rules", async () => {
    const context = await openNotes({}, { "Київ.md": "# Київ\n", "a.md": "---\nвласник: 1\n---\n" });
    const shapes = "<urn:s> sh:targetNode <Київ.md> ; sh:property [ sh:path schema:description ; sh:minCount 1 ] .";
    expect((await context.validate({ shapes })).results).toMatchObject([{ path: "Київ.md" }]);
    const rules = "{ <Київ.md> a md:Document . ?n <~property/власник> ?o } => { ?n <urn:in> <Київ.md> } .";
    const { content } = await context.infer({ rules, format: "ntriples" });
    expect(content).toContain(`<urn:in> <urn:graphdown:/${encodeURIComponent("Київ")}.md>`);
  });

  it("knows the lines of sections, tasks and known keys, and of nodes that are in no file", async () => {
    const context = await openNotes({}, files);
    const shapes = `
      <urn:section> sh:targetClass md:Section ; sh:property [ sh:path schema:name ; sh:maxLength 4 ] .
      <urn:task> sh:targetClass schema:Action ; sh:nodeKind sh:Literal .
      <urn:date> sh:targetClass md:Document ; sh:property [ sh:path schema:name ; sh:pattern "^[a-z]" ] .
      <urn:tag> sh:targetClass skos:Concept ; sh:property [ sh:path skos:broader ; sh:minCount 1 ] .`;
    const { results } = await context.validate({ shapes });
    expect(results.map(({ path, line, focusNode }) => [path, line, focusNode])).toEqual([
      ["index.md", 2, "urn:graphdown:/index.md"],
      ["index.md", 7, "urn:graphdown:/index.md#start"],
      ["index.md", 9, expect.stringMatching(/^urn:graphdown:\/index\.md#~task-/)],
      ["winch.md", 1, "urn:graphdown:/winch.md"],
      ["winch.md", 1, "urn:graphdown:/winch.md#winch"],
      [undefined, undefined, "urn:graphdown:/~tag/harbour"],
    ]);
  });

  it("finds what lacks a published date, with or without a text that is none", async () => {
    const context = await openNotes({}, { ...files, "old.md": "---\ndate: 2024-01-31\n---\n# Old\n" });
    const shapes = ofDocuments("sh:path schema:datePublished ; sh:minCount 1 ; sh:datatype xsd:date");
    const { results } = await context.validate({ shapes });
    expect(results.map(({ focusNode, constraint }) => [focusNode, constraint])).toEqual([
      ["urn:graphdown:/index.md", "sh:MinCountConstraintComponent"],
      ["urn:graphdown:/winch.md", "sh:MinCountConstraintComponent"],
    ]);
  });

  it("reads shapes of a file, narrows results to a folder, and cuts them", async () => {
    const context = await openNotes({}, { ...files, "boats/heron.md": "# Heron\n" });
    const shapes = "shapes/described.ttl";
    const all = await context.validate({ shapes });
    expect(all).toMatchObject({ conforms: false, resultCount: 3, counts: { warning: 3 } });
    const below = await context.validate({ shapes, directory: "boats" });
    expect(below.results.map(({ path }) => path)).toEqual(["boats/heron.md"]);
    const cut = await context.validate({ shapes, count: 2 });
    expect(cut).toMatchObject({ resultCount: 3, cut: { reason: "count" } });
    expect(cut.results).toEqual(all.results.slice(0, 2));
  });

  it("counts classes of schema.org, and with rulesets what follows", async () => {
    const context = await openNotes({}, files);
    const creative = "<urn:s> sh:targetClass schema:CreativeWork ; sh:nodeKind sh:Literal .";
    const found = (await context.validate({ shapes: creative })).results.map(({ focusNode }) => focusNode);
    expect(found).toContain("urn:graphdown:/index.md");
    expect(found).toContain("urn:graphdown:/index.md#deck");
    const about = ofDocuments("sh:path schema:about ; sh:maxCount 1");
    expect((await context.validate({ shapes: about })).conforms).toBe(true);
    expect((await context.validate({ shapes: about, rulesets: ["skos"] })).results).toMatchObject([
      { path: "winch.md" },
    ]);
  });

  it.each([
    ["<urn:s>\n  sh:path", "invalid_input", /line 2/],
    ["<urn:s> sh:mincount 1 .", "invalid_input", /no property sh:mincount/],
    ["<urn:s> sh:targetClass md:Document ; sh:minCount 1 .", "invalid_input", /without an sh:path/],
    [ofDocuments('sh:path schema:name ; sh:minCount "many"'), "invalid_input", /has to be a whole number/],
    [ofDocuments("sh:path ( schema:name ) ; sh:minCount 1"), "invalid_input", /list of 1/],
    [ofDocuments("sh:minCount 1"), "invalid_input", /without an sh:path/],
    [ofDocuments('sh:path schema:name ; sh:pattern "(?=a)"'), "invalid_pattern", /none of RE2/],
    ['<urn:s> sh:targetNode <a.md> ; sh:sparql [ sh:select "SELECT" ] .', "unsupported", /SHACL Core/],
    ["<urn:s> owl:imports <http://example.org/shapes.ttl> .", "unsupported", /owl:imports/],
    ["nothing.ttl", "not_found", /no file/],
    [".env/x.ttl", "permission_denied", /can't be used/],
    ["../x.ttl", "invalid_path", /./],
  ])("refuses %j", async (shapes, code, message) => {
    const context = await openNotes({}, files);
    const failure = await context.validate({ shapes }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, next: expect.any(String) });
    expect((failure as Error).message).toMatch(message);
  });

  it("fetches nothing, whatever shapes name", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const context = await openNotes({}, files);
    const shapes = [
      `<${address}/a> owl:imports <${address}/shapes.ttl> .`,
      `<${address}/a> sh:targetNode <${address}/b> ; sh:class <${address}/c> ; rdfs:seeAlso <${address}/d> .`,
      `<urn:s> sh:shapesGraph <${address}/g> .`,
    ];
    for (const text of shapes) await context.validate({ shapes: text }).catch(() => {});
    await context.infer({ rules: `@prefix e: <${address}/> . { ?a e:p ?b } => { ?b e:p ?a } . e:x owl:imports e:y .` });
    await new Promise((resolve) => server.close(resolve));
    expect(requests).toBe(0);
  });

  it("ends shapes that take too long", async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}.md`, `# N\n\n${links(60)}\n`]));
    const context = await openNotes({ limits: { reasoningTimeoutMs: 1 } }, many);
    const path = "[ sh:zeroOrMorePath dcterms:references ]";
    const nested = `( ${`${path} `.repeat(40)})`;
    await expect(
      context.validate({ shapes: ofDocuments(`sh:path ${nested} ; sh:nodeKind sh:IRI`) }),
    ).rejects.toMatchObject({
      code: "limit_exceeded",
      details: { reason: "time", limit: "reasoningTimeoutMs" },
    });
  });

  it("finds a pattern in time that grows with the text alone", async () => {
    const context = await openNotes({}, { "a.md": `---\ntitle: ${"a".repeat(2_000)}!\n---\n` });
    const report = await context.validate({ shapes: ofDocuments('sh:path schema:name ; sh:pattern "^(a+)+$"') });
    expect(report.resultCount).toBe(1);
  });

  it("ends shapes that stand too deep in one another", async () => {
    const context = await openNotes({}, files);
    const deep = `<urn:s> sh:targetClass md:Document ; ${"sh:not [ ".repeat(500)} sh:nodeKind sh:IRI ${"]".repeat(500)} .`;
    await expect(context.validate({ shapes: deep })).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  it.each(["", "# Notes\n", "<urn:a> <urn:b> 1 .", "<urn:s> a sh:NodeShape ; sh:nodeKind sh:IRI ."])(
    "refuses shapes that check nothing: %j",
    async (shapes) => {
      const context = await openNotes({}, files);
      await expect(context.validate({ shapes })).rejects.toMatchObject({
        code: "invalid_input",
        details: { parameter: "shapes", reason: "no_shapes" },
      });
    },
  );

  it("names the file without a shape", async () => {
    const context = await openNotes({}, { ...files, "shapes/none.ttl": "# later\n" });
    await expect(context.validate({ shapes: "shapes/none.ttl" })).rejects.toThrow('shapes in "shapes/none.ttl"');
  });

  it("checks recursive shapes once at each node", async () => {
    const around = { "a.md": "up:: [[b]]\n", "b.md": "up:: [[c]]\n", "c.md": "up:: [[a]]\n" };
    const context = await openNotes({}, around);
    const shapes =
      "<urn:s> sh:targetClass md:Document ; sh:property [ sh:path skos:broader ; sh:minCount 1 ; sh:node <urn:s> ] .";
    expect((await context.validate({ shapes })).conforms).toBe(true);
    const open = await openNotes({}, { ...around, "c.md": "# C\n" });
    const { results } = await open.validate({ shapes });
    expect(results.map(({ path, constraint }) => `${path} ${constraint}`)).toEqual([
      "a.md sh:NodeConstraintComponent",
      "b.md sh:NodeConstraintComponent",
      "c.md sh:MinCountConstraintComponent",
    ]);
  });
});

function links(count: number): string {
  return Array.from({ length: count }, (_, at) => `[[n${at}]]`).join(" ");
}
