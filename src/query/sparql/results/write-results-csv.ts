/** SPARQL 1.1 Query Results in CSV (https://www.w3.org/TR/sparql11-results-csv-tsv/): values only, without their kinds. */
import { type Solutions, valueIn } from "./solutions.ts";

export function writeResultsCsv({ variables, rows }: Solutions): string {
  const lines = rows.map((row) =>
    variables.map((name) => {
      const term = valueIn(row, name);
      if (term === undefined) return "";
      return cell(term.type === "bnode" ? `_:${term.value}` : term.value);
    }),
  );
  return [variables.map(cell), ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** As RFC 4180 quotes. */
function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
