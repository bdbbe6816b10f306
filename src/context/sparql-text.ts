/** Answers to SPARQL queries as texts in the formats that other programs read. */
import { GraphdownError } from "../base/errors.ts";
import { writeResultsCsv } from "../query/sparql/results/write-results-csv.ts";
import { writeResultsJson } from "../query/sparql/results/write-results-json.ts";
import { writeResultsTsv } from "../query/sparql/results/write-results-tsv.ts";
import { writeResultsXml } from "../query/sparql/results/write-results-xml.ts";
import type { SparqlAnswer } from "./file-context.ts";
import { type SparqlTextFormat, sparqlTextFormats } from "./sparql-text-formats.ts";

export { shortTerm } from "../query/sparql/results/short-term.ts";

/**
 * An answer in a format of {@link sparqlTextFormats}. That an answer was cut has no place in them: look at `cut`. `not_acceptable` for a
 * format that can't hold such an answer: triples go only into the one that they were asked in, yes and no not into CSV and TSV.
 */
export function writeSparqlAnswer(answer: SparqlAnswer, format: SparqlTextFormat): string {
  const fits = formatsFor(answer);
  if (!fits.includes(format)) {
    throw new GraphdownError({
      code: "not_acceptable",
      message: `The answer to ${answer.form.toUpperCase()} can't be written as ${format}.`,
      details: { offered: fits },
      next: `Ask for one of: ${fits.join(", ")}.`,
    });
  }
  if ("content" in answer) return answer.content;
  if (format === "json") return writeResultsJson(answer);
  if (format === "xml" || "boolean" in answer) return writeResultsXml(answer);
  return format === "csv" ? writeResultsCsv(answer) : writeResultsTsv(answer);
}

function formatsFor(answer: SparqlAnswer): readonly SparqlTextFormat[] {
  if ("content" in answer) return [answer.format];
  return sparqlTextFormats.filter((each) => !isGraphFormat(each) && (answer.form === "select" || !isTable(each)));
}

function isGraphFormat(format: SparqlTextFormat): boolean {
  return format === "turtle" || format === "ntriples";
}

function isTable(format: SparqlTextFormat): boolean {
  return format === "csv" || format === "tsv";
}
