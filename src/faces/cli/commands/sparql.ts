/** `graphdown sparql QUERY` */
import { readFile } from "node:fs/promises";
import { countOf } from "../../../base/count-of.ts";
import { GraphdownError } from "../../../base/errors.ts";
import type { Limits } from "../../../base/limits.ts";
import type { FileContext, SparqlTerm } from "../../../context/file-context.ts";
import { type SparqlTextFormat, sparqlTextFormats } from "../../../context/sparql-text-formats.ts";
import type { Command, CommandArguments, CommandSession } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";
import { printTable } from "../terminal/print-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const sparqlCommand: Command = {
  name: "sparql",
  summary: "ask the graph in SPARQL",
  usage: "[QUERY | -]",
  positionals: [0, 1],
  options: {
    file: { type: "string", short: "f", value: "FILE", does: "read the query from this file" },
    format: {
      type: "string",
      value: "FORMAT",
      does: `${sparqlTextFormats.join(", ")}; without it rows are shown as a table, triples as Turtle`,
    },
    "maximum-rows": {
      type: "string",
      short: "n",
      value: "N",
      does: "most rows or triples (default and at most 1,000, or the limit maximumSparqlRows)",
    },
    timeout: {
      type: "string",
      value: "MS",
      does: "stop the query after so many milliseconds (at most 10,000, or the limit sparqlTimeoutMs)",
    },
  },
  examples: [
    {
      line: "graphdown sparql 'SELECT ?path { ?note a md:Document ; md:path ?path }'",
      does: "the paths of all notes; the prefixes of our terms are known",
    },
    {
      line: "graphdown sparql --file orphans.rq --format csv > orphans.csv",
      does: "a query from a file, its rows as CSV",
    },
    { line: "echo 'DESCRIBE <guides/start.md>' | graphdown sparql -", does: "all that one note says, as Turtle" },
  ],
  async run(args, session) {
    const query = await queryOf(args, session);
    const format = formatOf(args.values["format"]);
    const options = {
      maximumRows: wholeNumber("maximum-rows", args.values["maximum-rows"]),
      timeoutMs: wholeNumber("timeout", args.values["timeout"]),
      format: format === "ntriples" ? format : undefined,
    };
    if (session.json) {
      return printToolResult(session, "file_context_markdown_graph_sparql", { query, ...defined(options) });
    }
    const context = await session.open();
    const answer = await context.sparql(query, { ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    if (format === undefined) await print(session, answer);
    else {
      const { writeSparqlAnswer } = await import("../../../context/sparql-text.ts");
      await terminal.write(writeSparqlAnswer(answer, format));
      if (format === "json") await terminal.line();
    }
    if ("cut" in answer) terminal.note(hintOnMore(context.limits, options.maximumRows));
    noteBounds(terminal, context.limits, options);
    noteSkipped(terminal, answer.skipped);
    noteUnread(terminal, answer.unread);
    return 0;
  },
};

type Bounds = Pick<Limits, "maximumSparqlRows" | "sparqlTimeoutMs">;

/** What to do about an answer that was cut: the option helps only below the limit, which the configuration sets. */
function hintOnMore({ maximumSparqlRows }: Bounds, maximumRows = maximumSparqlRows): string {
  return maximumRows < maximumSparqlRows
    ? "There is more: raise --maximum-rows, or page with ORDER BY, LIMIT and OFFSET."
    : `There is more: narrow the query, page with ORDER BY, LIMIT and OFFSET, raise limits.maximumSparqlRows (${maximumSparqlRows}) in the configuration, or take the whole graph with graphdown export.`;
}

/** Says where more was asked for than is given: bounds above the limits are the limits. */
function noteBounds(
  terminal: Terminal,
  { maximumSparqlRows, sparqlTimeoutMs }: Bounds,
  {
    maximumRows = 0,
    timeoutMs = 0,
  }: { readonly maximumRows?: number | undefined; readonly timeoutMs?: number | undefined },
): void {
  if (maximumRows > maximumSparqlRows) {
    terminal.note(
      `--maximum-rows ${maximumRows} counts as ${maximumSparqlRows}, the most that one answer holds (limits.maximumSparqlRows)`,
    );
  }
  if (timeoutMs > sparqlTimeoutMs) {
    terminal.note(
      `--timeout ${timeoutMs} counts as ${sparqlTimeoutMs}, the most that a query may take (limits.sparqlTimeoutMs)`,
    );
  }
}

type SparqlAnswer = Awaited<ReturnType<FileContext["sparql"]>>;

async function print({ terminal }: CommandSession, answer: SparqlAnswer): Promise<void> {
  if ("boolean" in answer) return terminal.line(answer.boolean ? "yes" : "no");
  if ("content" in answer) {
    await terminal.write(answer.content);
    return terminal.note(countOf(answer.tripleCount, "triple"));
  }
  const { variables, rows } = answer;
  const { shortTerm } = await import("../../../context/sparql-text.ts");
  await printTable(terminal, {
    heads: variables.map((name) => `?${name}`),
    rows: rows.map((row) =>
      variables.map((name) => (Object.hasOwn(row, name) ? shortTerm(row[name] as SparqlTerm) : "")),
    ),
  });
  terminal.note(countOf(rows.length, "row"));
}

async function queryOf({ positionals, values }: CommandArguments, session: CommandSession): Promise<string> {
  const file = values["file"] as string | undefined;
  const [given] = positionals;
  if ((file === undefined) === (given === undefined)) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `A query is wanted, and there ${file === undefined ? "is none" : "are two"}.`,
      details: { parameter: "query" },
      next: "Give the query itself, - for standard input, or --file.",
    });
  }
  if (file === undefined) return given === "-" ? session.readInput() : (given as string);
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new GraphdownError({
      code: "not_found",
      message: `The query can't be read from ${JSON.stringify(file)} (${(cause as NodeJS.ErrnoException).code}).`,
      details: { option: "file" },
      next: "Name a file that is there and may be read.",
      cause,
    });
  }
}

function formatOf(named: unknown): SparqlTextFormat | undefined {
  const format = sparqlTextFormats.find((each) => each === named);
  if (named === undefined || format !== undefined) return format;
  throw new GraphdownError({
    code: "invalid_input",
    message: `There is no format ${JSON.stringify(named)} for answers.`,
    details: { option: "format", known: sparqlTextFormats },
    next: `Give --format one of: ${sparqlTextFormats.join(", ")}.`,
  });
}
