/**
 * Runs the shared threat cases of exports: hostile titles and addresses in every format, contexts elsewhere, and graphs that are too large.
 * The cases also name `html`, which is no format: there is no page of the graph yet.
 */
import { createServer, type Server } from "node:net";
import jsonld from "jsonld";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  type ExportFormat,
  exportFormats,
  type FileContext,
} from "../../src/node-index.ts";
import { readCsv } from "../exports/read-csv.ts";
import { drawDot } from "../exports/read-dot.ts";
import { readMermaid } from "../exports/read-mermaid.ts";
import { denyEverything, readJsonld, readQuads } from "../exports/read-rdf.ts";
import { parseExport } from "./check-output.ts";
import { loadCases } from "./shared-cases.ts";
import type { ThreatCase } from "./threat-case.ts";

const cases = loadCases<ThreatCase>("threats.jsonl");

const casesOf = (area: string, has: (each: ThreatCase) => boolean): (readonly [string, ThreatCase])[] =>
  (cases ?? []).filter((each) => each.area === area && has(each)).map((each) => [each.id, each]);

const openFiles = (files: Readonly<Record<string, string>>): Promise<FileContext> =>
  createFileContext({ store: createMemoryStore({ files }) });

/** A note with the title, one that it is linked with, and a third that links to both. */
const titled = (title: string): Promise<FileContext> =>
  openFiles({
    "a.md": `---\ntitle: ${JSON.stringify(title)}\n---\n[[b]]\n`,
    "b.md": "---\ntitle: plain\n---\n[[a]]\n",
    "c.md": "[[a]] [[b]]\n",
  });

const nameIri = "https://schema.org/name";

/** The labels of notes as a reader of the format sees them. */
async function labelsIn(format: ExportFormat, text: string): Promise<readonly string[]> {
  switch (format) {
    case "mermaid":
      return [...(await readMermaid(text)).labels.values()];
    case "dot":
      return [...(await drawDot(text)).labels.values()];
    case "csv":
      return readCsv(text).flatMap((row) => [row[6] as string, row[7] as string]);
    case "jsonld":
      return namesIn(await readJsonld(text));
    default:
      return readQuads(text, format as "turtle").flatMap(({ predicate, object }) =>
        predicate.value === nameIri ? [object.value] : [],
      );
  }
}

const namesIn = (triples: readonly string[]): string[] =>
  triples
    .map((triple) => JSON.parse(triple) as string[])
    .flatMap(([, predicate, value]) => (predicate === nameIri ? [value as string] : []));

/** Pictures show blanks and lines in their own way, and can't hold controls. */
const shown = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "\ufffd")
    .replace(/\s+/gu, " ")
    .trim();

describe.skipIf(cases === undefined)("hostile titles", () => {
  it.each(casesOf("output", ({ input }) => input.kind === "title"))("%s", async (_id, { input }) => {
    const given = input["title"] as string;
    // A title is one line: line ends in front matter are blanks in it.
    const title = given.replace(/\s*\n\s*/g, " ");
    const [hostile, plain] = [await titled(given), await titled("Plain")];
    const formats = (input["exports"] as string[]).filter((format) => format !== "html") as ExportFormat[];
    expect(formats.every((format) => exportFormats.includes(format))).toBe(true);
    for (const format of formats) {
      const options = format === "csv" ? ({ detail: "documents" } as const) : {};
      const { content, nodeCount, edgeCount } = await hostile.export(format, options);
      const expected = await plain.export(format, options);
      expect([nodeCount, edgeCount], format).toEqual([expected.nodeCount, expected.edgeCount]);
      const labels = await labelsIn(format, content);
      const isPicture = format === "mermaid" || format === "dot";
      expect(isPicture ? labels.map(shown) : labels, format).toContain(isPicture ? shown(title) : title);
      expect(labels.length, format).toBe((await labelsIn(format, expected.content)).length);
      if (format === "mermaid") {
        expect(content).not.toMatch(/^\s*(?:click|href|%%\{)/m);
        for (const [, id] of content.matchAll(/^\s*(n\w+)[[({>]/gm)) expect(id).toMatch(/^n[0-9a-f]{10}$/);
      }
    }
    const { content } = await hostile.export("csv", { detail: "documents", spreadsheet: true });
    const isFormula = /^[=+\-@\t\r]/.test(title);
    expect(readCsv(content).map((row) => row[6])).toContain(isFormula ? `'${title}` : title);
  });
});

describe.skipIf(cases === undefined)("hostile addresses", () => {
  it.each(casesOf("output", ({ input }) => input.kind === "iri_from_link"))("%s", async (_id, { input }) => {
    const iri = input["iri"] as string;
    const context = await openFiles({ "a.md": `# A\n\n[x](<${iri.replace(/[<>]/g, "\\$&")}>)\n`, "b.md": "# B\n" });
    for (const format of input["exports"] as ("turtle" | "ntriples" | "jsonld")[]) {
      const { content, tripleCount } = await context.export(format);
      const triples =
        format === "jsonld"
          ? (await readJsonld(content)).map((triple) => JSON.parse(triple) as string[])
          : readQuads(content, format).map(({ subject, predicate, object }) => [
              subject.value,
              predicate.value,
              object.termType === "NamedNode" ? "NamedNode" : object.value,
              object.value,
            ]);
      expect(triples).toHaveLength(tripleCount);
      for (const triple of triples) {
        const iris = triple[2] === "NamedNode" ? [triple[0], triple[1], triple[3]] : [triple[0], triple[1]];
        for (const each of iris) {
          expect(each).toMatch(/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`\u0000-\u001f]*$/i);
          expect(each).not.toMatch(/^file:/i);
        }
      }
      const subjects = new Set(triples.map(([subject]) => subject));
      for (const subject of subjects) expect(subject).toMatch(/^urn:graphdown:\//);
    }
  });
});

describe.skipIf(cases === undefined)("names that look like blank nodes", () => {
  it.each(casesOf("output", ({ input }) => input.kind === "blank_nodes"))("%s", async (_id, { input }) => {
    const context = await titled(input["title"] as string);
    for (const format of ["turtle", "ntriples", "nquads", "trig"] as const) {
      const { content } = await context.export(format);
      const quads = readQuads(content, format);
      for (const { object } of quads) expect(object.termType).not.toBe("BlankNode");
      expect(await labelsIn(format, content)).toContain(input["title"]);
    }
  });
});

describe.skipIf(cases === undefined)("an export of far too much", () => {
  it.each(casesOf("output", ({ input }) => input.kind === "export"))("%s", async () => {
    // The case speaks of a million nodes; what cuts is the bound, which a few thousand meet as well.
    const files = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, index) => [
        `${index % 20}/${index}.md`,
        `# N ${index}\n\n[[${index + 1}]] #t${index}\n`,
      ]),
    );
    const context = await openFiles(files);
    for (const format of exportFormats.filter((each) => each !== "svg")) {
      const { content, cut, documentCount } = await context.export(format, {
        detail: "full",
        maximumCharacters: 60_000,
      });
      expect(content.length, format).toBeLessThanOrEqual(60_000);
      expect(cut, format).toMatchObject({ reason: expect.stringMatching(/^(characters|count)$/) });
      expect(documentCount).toBe(1_500);
      await parseExport(format, content);
    }
  });
});

describe.skipIf(cases === undefined)("contexts and addresses elsewhere", () => {
  let trap: Server;
  let port = 0;
  let connections = 0;
  beforeAll(async () => {
    trap = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
    port = (trap.address() as { port: number }).port;
  });
  afterAll(() => new Promise((resolve) => trap.close(resolve)));

  const contexts = casesOf("graph", ({ input }) => "jsonld" in input);

  it.each(contexts)("%s: a reader with the loader of our tests refuses it", async (_id, { input }) => {
    const document = input["jsonld"] as jsonld.JsonLdDocument;
    const options = { documentLoader: denyEverything };
    for (const read of [jsonld.expand, jsonld.toRDF] as ((given: unknown, options: unknown) => Promise<unknown>)[])
      await expect(read(document, options)).rejects.toThrow();
    expect(connections).toBe(0);
  });

  it.each(contexts)("%s: no note makes an export that asks for it", async (_id, { input }) => {
    const text = JSON.stringify(input["jsonld"]).replaceAll(/http:\/\/[^/"]+\//g, `http://127.0.0.1:${port}/`);
    const { "@context": context } = JSON.parse(text) as Record<string, unknown>;
    const files = {
      "a.md": `---\n"@context": ${JSON.stringify(context)}\nnested: ${text}\n---\n# A\n\n\`\`\`json\n${text}\n\`\`\`\n`,
      "b.md": `# B\n\n[x](http://127.0.0.1:${port}/admin) ![y](http://127.0.0.1:${port}/y.png)\n`,
    };
    const base = await openFiles(files);
    for (const format of exportFormats) await base.export(format, { detail: "full" });
    for (const form of ["compacted", "expanded", "flattened"] as const) {
      const { content } = await base.export("jsonld", { form });
      const triples = await readJsonld(content);
      expect(triples.length).toBeGreaterThan(10);
      for (const { "@context": used } of [JSON.parse(content)].flat() as Record<string, unknown>[])
        expect(["object", "undefined"]).toContain(typeof used);
    }
    expect(connections).toBe(0);
  });

  it.each(casesOf("graph", ({ input }) => "links" in input && input["op"] === "graph build"))("%s", async () => {
    const context = await openFiles({ "a.md": `# A\n\n[x](http://127.0.0.1:${port}/admin)\n` });
    const { nodes } = JSON.parse((await context.export("json")).content) as { nodes: { kind: string; id: string }[] };
    expect(nodes).toContainEqual(expect.objectContaining({ kind: "external", id: `http://127.0.0.1:${port}/admin` }));
    expect(connections).toBe(0);
  });
});
