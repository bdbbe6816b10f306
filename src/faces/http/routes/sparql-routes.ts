/** The SPARQL 1.1 Protocol (https://www.w3.org/TR/sparql11-protocol/): queries, no updates. */
import { GraphdownError } from "../../../base/errors.ts";
import { showPath } from "../../../base/show-path.ts";
import type { SparqlAnswer } from "../../../context/file-context.ts";
import { type SparqlTextFormat, sparqlMediaTypes, sparqlTextFormats } from "../../../context/sparql-text-formats.ts";
import { dataOf } from "../call-tool.ts";
import { toolFailures } from "../describe-responses.ts";
import { matchesWeakly, parseTags } from "../entity-tags.ts";
import type { Exchange } from "../exchange.ts";
import { graphTag } from "../graph-tag.ts";
import { HttpRefusal } from "../http-refusal.ts";
import type { HttpRoute } from "../http-route.ts";
import { negotiate } from "../negotiate.ts";
import { readText } from "../read-body.ts";

const sparqlTool = "file_context_markdown_graph_sparql";

/** What the tool itself answers. */
const plainJson = "application/json";

const types = (...formats: readonly SparqlTextFormat[]): readonly string[] =>
  formats.map((format) => sparqlMediaTypes[format]);

/** What each kind of answer can be given in, the preferred one first. */
const offered = {
  rows: [...types("json", "xml", "csv", "tsv"), plainJson],
  truth: [...types("json", "xml"), plainJson],
  graph: [...types("turtle", "ntriples"), plainJson],
};

const everything: readonly string[] = [...new Set(Object.values(offered).flat())];

const parameters = [
  { name: "query", in: "query", schema: { type: "string" as const }, description: "The query" },
  {
    name: "default-graph-uri",
    in: "query",
    schema: { type: "string" as const },
    description: "The IRI of a document that is the data, instead of all documents; may be repeated",
  },
  {
    name: "named-graph-uri",
    in: "query",
    schema: { type: "string" as const },
    description: "The IRI of a document that GRAPH sees, instead of all documents; may be repeated",
  },
  { name: "maximumRows", in: "query", schema: { type: "integer" as const }, description: "Most rows or triples" },
  { name: "timeoutMs", in: "query", schema: { type: "integer" as const }, description: "Stop the query after so long" },
] as const;

const responses = {
  200: {
    description:
      "The rows, yes or no, or the triples. Graphdown-Cut says that there is more than a bound let through, Graphdown-Skipped how many files are left out.",
    headers: { "Graphdown-Snapshot": { schema: { type: "string" as const } } },
    content: Object.fromEntries(
      everything.map((type) => [type, { schema: type.includes("json") ? {} : { type: "string" as const } }]),
    ),
  },
  ...toolFailures,
};

const readQuery = (path: string): HttpRoute => ({
  methods: ["GET"],
  path,
  config: {
    method: "get",
    path,
    summary: "Asks the graph in SPARQL, as its protocol says",
    tags: ["graph"],
    parameters: [...parameters],
    responses: { ...responses, 304: { description: "The caller has this very answer" } },
  },
  answer: (exchange) => respond(exchange, exchange.target.pairs),
});

const sendQuery = (path: string): HttpRoute => ({
  methods: ["POST"],
  path,
  config: {
    method: "post",
    path,
    summary: "Asks the graph in SPARQL with the query as the body, or as a field of a form",
    tags: ["graph"],
    parameters: parameters.slice(1),
    request: {
      body: {
        required: true,
        content: {
          "application/sparql-query": { schema: { type: "string" } },
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
          },
        },
      },
    },
    responses,
  },
  answer: async (exchange) => respond(exchange, await sentPairs(exchange)),
});

/** Stands before the questions, of which the same path is one. */
export const sparqlRoutes: readonly HttpRoute[] = ["/v1/sparql", "/v1/graph/sparql"].flatMap((path) => [
  readQuery(path),
  sendQuery(path),
]);

type Pairs = readonly (readonly [name: string, value: string])[];

/** The parameters of a POST, from its body and its address. */
async function sentPairs({ request, context, target }: Exchange): Promise<Pairs> {
  const given = request.headers.get("content-type");
  const type = (given ?? "").toLowerCase().split(";", 1)[0]?.trim();
  if (type === "application/sparql-update") throw updateRefused();
  if (type !== "application/sparql-query" && type !== "application/x-www-form-urlencoded") throw wrongType(given);
  const bound = { limit: "maximumRequestBytes", maximum: context.limits.maximumRequestBytes } as const;
  const text = await readText(request, { ...bound, what: "query" });
  const body: Pairs = type === "application/sparql-query" ? [["query", text]] : [...new URLSearchParams(text)];
  return [...target.pairs, ...body];
}

const lists: Readonly<Record<string, string>> = {
  "default-graph-uri": "defaultGraphs",
  "named-graph-uri": "namedGraphs",
};

/** The arguments of the tool. Names that it does not know it refuses itself. */
function inputOf(pairs: Pairs): Record<string, unknown> {
  const input = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    if (name === "update" || name.startsWith("using-")) throw updateRefused();
    const list = lists[name];
    if (list !== undefined) input.set(list, [...(input.get(list) ?? []), value]);
    else if (input.has(name)) throw repeated(name);
    else input.set(name, value);
  }
  return Object.fromEntries(input);
}

async function respond(exchange: Exchange, pairs: Pairs): Promise<Response> {
  const accept = exchange.request.headers.get("accept");
  const input = inputOf(pairs);
  const graphType = negotiate(accept, offered.graph);
  if (negotiate(accept, everything) === undefined) throw notAcceptable(accept, everything);
  const format = graphType === sparqlMediaTypes.ntriples ? "ntriples" : "turtle";
  const data = (await dataOf(exchange, {
    tool: sparqlTool,
    input: { format, ...input },
    wholeResults: true,
  })) as SparqlAnswer;
  const offer = "content" in data ? offered.graph : "boolean" in data ? offered.truth : offered.rows;
  const type = negotiate(accept, offer);
  if (type === undefined) throw notAcceptable(accept, offer);
  const headers = {
    "Graphdown-Snapshot": data.snapshot,
    ...("cut" in data && data.cut !== undefined ? { "Graphdown-Cut": data.cut.reason } : {}),
    ...(data.skipped === undefined ? {} : { "Graphdown-Skipped": String(data.skipped.count) }),
    Vary: "Accept, Authorization",
  };
  if (exchange.request.method === "POST") {
    return new Response(await textOf(data, type), {
      headers: { ...headers, "Content-Type": withCharset(type), "Cache-Control": "no-store" },
    });
  }
  const body = await textOf(data, type);
  // The answer itself, since queries may ask for the time or for chance.
  const tag = graphTag(exchange, { state: `${data.snapshot}\n${body}`, mediaType: type });
  const about = { ...headers, ETag: `"${tag}"`, "Cache-Control": "private, no-cache" };
  const condition = parseTags("If-None-Match", exchange.request.headers.get("if-none-match"));
  if (condition !== undefined && matchesWeakly(condition, tag))
    return new Response(null, { status: 304, headers: about });
  return new Response(body, { headers: { ...about, "Content-Type": withCharset(type) } });
}

async function textOf(data: SparqlAnswer, type: string): Promise<string> {
  const format = sparqlTextFormats.find((each) => sparqlMediaTypes[each] === type);
  if (format === undefined) return JSON.stringify(data);
  return (await import("../../../context/sparql-text.ts")).writeSparqlAnswer(data, format);
}

function withCharset(type: string): string {
  if (type === sparqlMediaTypes.csv) return `${type}; charset=utf-8; header=present`;
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

function updateRefused(): GraphdownError {
  return new GraphdownError({
    code: "invalid_query",
    message: "Updates are not taken: the graph is made from the files, and only read.",
    details: { reason: "update" },
    next: "Send a query, and change the files themselves.",
  });
}

function repeated(name: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The parameter "${showPath(name)}" is given more than once.`,
    details: { parameter: showPath(name) },
    next: "Give it once.",
  });
}

function wrongType(type: string | null): HttpRefusal {
  const wanted = "application/sparql-query, application/x-www-form-urlencoded";
  return new HttpRefusal({
    status: 415,
    headers: { Accept: wanted },
    code: "invalid_input",
    message: `A query comes as ${wanted}, but the type of the body is "${showPath(type ?? "none")}".`,
    details: { reason: "content_type" },
    next: "Send the query itself with Content-Type: application/sparql-query.",
  });
}

function notAcceptable(accept: string | null, offer: readonly string[]): GraphdownError {
  return new GraphdownError({
    code: "not_acceptable",
    message: `This can't be answered in any of ${showPath(accept ?? "")}.`,
    details: { offered: offer },
    next: `Ask for one of: ${offer.join(", ")}.`,
  });
}
