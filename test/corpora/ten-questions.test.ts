/** Ten questions of a docs team, asked in SPARQL about real files: the figures are those of a plain script over the files. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeFileContext } from "../../src/context/node-create-file-context.ts";
import type { FileContext, SparqlRows } from "../../src/node-index.ts";
import { createDirectEngine } from "../query/sparql/direct-engine.ts";
import { findCorpus, whySkipped } from "./find-corpus.ts";
import { type CorpusQuestions, type Figures, plainAnswers } from "./plain/plain-answers.ts";
import { readPlainCorpus } from "./plain/plain-corpus.ts";

const corpora: Readonly<Record<string, CorpusQuestions>> = {
  eips: {
    property: "status",
    date: { key: "created", form: "published", before: "2018-01-01" },
    host: "https://github.com/",
  },
  "foam-docs": {
    property: "type",
    date: { key: "date", form: "published", before: "2024-01-01" },
    host: "https://github.com/",
  },
  "powershell-docs": {
    property: "ms.date",
    date: { key: "ms.date", form: "month-first", before: "2021-01-01" },
    host: "https://www.iso.org",
  },
};

/** A link to a page may be a relation with a name (`- see [[page]]`). Each query gives `?key`, what is counted for, and `?figure`. */
function queries({ property, date, host }: CorpusQuestions): Readonly<Record<string, string>> {
  const linked = `
    ?source a md:Document ; ?how ?target FILTER(?how = dcterms:references || STRSTARTS(STR(?how), "urn:graphdown:/~property/"))
    { ?target a md:Document . BIND(?target AS ?page) } UNION { ?target a md:Section ; schema:isPartOf+ ?page . ?page a md:Document }
    FILTER(?source != ?page)
    ?page md:path ?key`;
  const old =
    date.form === "published"
      ? `?page schema:datePublished ?date FILTER(?date < "${date.before}"^^xsd:date)`
      : `?page <~property/${date.key}> ?date FILTER(REGEX(?date, "^../../....$") && CONCAT(SUBSTR(?date, 7), "-", REPLACE(SUBSTR(?date, 1, 5), "/", "-")) < "${date.before}")`;
  return {
    "pages without a description": `
      SELECT ?key (1 AS ?figure) { ?page a md:Document ; md:path ?key FILTER NOT EXISTS { ?page schema:description ?text } }`,
    "pages that link to a page": `SELECT ?key (COUNT(DISTINCT ?source) AS ?figure) { ${linked} } GROUP BY ?key`,
    "pages with a tag": `
      SELECT ?key (COUNT(DISTINCT ?page) AS ?figure) {
        ?page a md:Document ; schema:about ?tag . ?tag a skos:Concept ; skos:prefLabel ?label BIND(LCASE(?label) AS ?key)
      } GROUP BY ?key`,
    "links that lead nowhere": `
      SELECT DISTINCT ?key (1 AS ?figure) {
        ?page a md:Document ; md:path ?path ; md:unresolved ?target BIND(CONCAT(?path, " ", ?target) AS ?key)
      }`,
    "pages of an author": `
      SELECT ?key (COUNT(DISTINCT ?page) AS ?figure) { ?page schema:author/schema:name ?key } GROUP BY ?key`,
    "pages of long ago that others link to": `
      SELECT ?key (COUNT(DISTINCT ?source) AS ?figure) {
        ${old} ${linked}
      } GROUP BY ?key`,
    "headings of a page": `
      SELECT ?key (COUNT(?section) AS ?figure) { ?section a md:Section ; schema:isPartOf+ ?page . ?page a md:Document ; md:path ?key } GROUP BY ?key`,
    "tasks of a page": `
      SELECT ?key (COUNT(?task) AS ?figure) {
        ?task a schema:Action ; schema:isPartOf+ ?page . ?page a md:Document ; md:path ?key
      } GROUP BY ?key`,
    "pages with a value of a property": `
      SELECT ?key (COUNT(DISTINCT ?page) AS ?figure) { ?page <~property/${property}> ?value BIND(STR(?value) AS ?key) } GROUP BY ?key`,
    "addresses of a host that a page cites": `
      SELECT ?key (COUNT(DISTINCT ?cited) AS ?figure) {
        ?page a md:Document ; md:path ?key ; schema:citation ?cited FILTER(STRSTARTS(STR(?cited), "${host}"))
      } GROUP BY ?key`,
  };
}

async function ask(context: FileContext, query: string): Promise<Figures> {
  const { rows, cut } = (await context.sparql(query)) as SparqlRows;
  expect(cut).toBeUndefined();
  return new Map(rows.map((row) => [row["key"]!.value, Number(row["figure"]!.value)]));
}

/** Every key whose figures are different, by name. */
function differences(graph: Figures, plain: Figures): Record<string, string> {
  const keys = [...new Set([...graph.keys(), ...plain.keys()])].sort();
  const unequal = keys.filter((key) => graph.get(key) !== plain.get(key));
  const shown = (key: string): string => `${graph.get(key) ?? 0} in the graph, ${plain.get(key) ?? 0} in the files`;
  return Object.fromEntries(unequal.map((key) => [key, shown(key)]));
}

describe.each(Object.keys(corpora))("ten questions about %s", (name) => {
  const folder = findCorpus(name);
  if (folder === undefined) {
    it.skip(whySkipped(name), () => {});
    return;
  }
  const asked = corpora[name]!;
  let context: FileContext;
  let plain: Readonly<Record<string, Figures>>;
  beforeAll(async () => {
    context = await createNodeFileContext({
      location: folder,
      approvals: "none",
      sparql: async () => createDirectEngine(),
      limits: { maximumSparqlRows: 100_000 },
    });
    plain = plainAnswers(readPlainCorpus(folder), asked);
  }, 120_000);
  afterAll(() => context.close());

  it.each(Object.entries(queries(asked)))("%s", async (question, query) => {
    const graph = await ask(context, query);
    expect(differences(graph, plain[question]!)).toEqual({});
  });
});
