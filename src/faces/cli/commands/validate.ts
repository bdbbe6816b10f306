/** `graphdown validate [FOLDER]` */
import { countOf } from "../../../base/count-of.ts";
import type { FileContext } from "../../../context/file-context.ts";
import type { Command, CommandSession } from "../command.ts";
import { noteMostAtOnce } from "../note-most-at-once.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";
import { readInputFile } from "../read-input-file.ts";
import { rulesetsOf } from "../rulesets-of.ts";

export const validateCommand: Command = {
  name: "validate",
  summary: "check the graph against SHACL shapes, as path:line",
  usage: "[FOLDER]",
  positionals: [0, 1],
  options: {
    shapes: {
      type: "string",
      short: "s",
      value: "FILE",
      does: "SHACL shapes in Turtle, - for standard input (default: those that every graph holds)",
    },
    rules: {
      type: "string",
      multiple: true,
      value: "RULESETS",
      does: "what follows by rdfs or skos counts as said",
    },
    count: { type: "string", short: "n", value: "N", does: "how many results (default 100)" },
  },
  examples: [
    { line: "graphdown validate --shapes shapes.ttl", does: "exit code 1 where something does not conform" },
    { line: "graphdown validate guides -s shapes.ttl --json", does: "results about one folder, as JSON" },
  ],
  async run({ positionals, values }, session) {
    const file = values["shapes"] as string | undefined;
    const rules = values["rules"] as string[] | undefined;
    const options = {
      directory: positionals[0],
      shapes: file === undefined ? undefined : await readInputFile(session, { option: "shapes", file }),
      rulesets: rules && rulesetsOf(rules),
      count: wholeNumber("count", values["count"]),
    };
    if (session.json) {
      return printToolResult(session, "file_context_markdown_graph_validate", defined(options), (data) =>
        (data as Report).conforms ? 0 : 1,
      );
    }
    const context = await session.open();
    const report = await context.validate({ ...options, signal: session.signal });
    await printReport(session, report, options.count);
    return report.conforms ? 0 : 1;
  },
};

type Report = Awaited<ReturnType<FileContext["validate"]>>;

async function printReport({ terminal }: CommandSession, report: Report, asked: number | undefined): Promise<void> {
  terminal.progress.clear();
  for (const { path, line, focusNode, severity, message } of report.results) {
    const place = path === undefined ? focusNode : line === undefined ? path : `${path}:${line}`;
    const shown = terminal.style("cyan", terminal.safe(place));
    await terminal.line(`${shown}  ${terminal.style("yellow", terminal.safe(severity))}  ${terminal.safe(message)}`);
  }
  noteSkipped(terminal, report.skipped);
  noteUnread(terminal, report.unread);
  const { conforms, resultCount, results, counts } = report;
  if (conforms) return terminal.note("the graph conforms");
  const all = Object.entries(counts).map(([severity, count]) => countOf(count, terminal.safe(severity)));
  const shown = results.length < resultCount ? `; ${results.length} shown, --count shows more` : "";
  terminal.note(`${report.isPartial === undefined ? "" : "more than "}${all.join(", ")}${shown}`);
  if (results.length < resultCount) noteMostAtOnce(terminal, { asked, given: results.length, noun: "results" });
}
