/** `graphdown export` */

import { countOf } from "../../../base/count-of.ts";
import { GraphdownError } from "../../../base/errors.ts";
import { type ExportFormat, exportFormats, type FileContext, formatFiles } from "../../../context/file-context.ts";
import type { Command, CommandSession, OptionValues } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnknown } from "../note-unknown.ts";
import { noteUnread } from "../note-unread.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { openOutputFile, type ResultOutput } from "../output-file.ts";
import { printToolResult } from "../print-tool-result.ts";

const formatOfExtension: ReadonlyMap<string, ExportFormat> = new Map(
  exportFormats.flatMap((format) => formatFiles[format].extensions.map((extension) => [`.${extension}`, format])),
);

export const exportCommand: Command = {
  name: "export",
  summary: "write the graph as a diagram, RDF, or a network: Mermaid, SVG, Turtle, GraphML and more",
  usage: "",
  positionals: [0, 0],
  options: {
    format: {
      type: "string",
      short: "f",
      value: "FORMAT",
      does: `${exportFormats.join(", ")} (default mermaid, or by the output's name)`,
    },
    output: { type: "string", short: "o", value: "FILE", does: "write to this file instead of standard output" },
    focus: {
      type: "string",
      value: "NODE",
      does: "only this path, path#heading, folder, #tag or IRI and what is near it",
    },
    depth: { type: "string", value: "N", does: "how many links away from the focus (default 1)" },
    direction: { type: "string", value: "WAY", does: "follow links out, in or both (default both)" },
    directory: { type: "string", short: "d", value: "FOLDER", does: "only documents below this folder" },
    tag: {
      type: "string",
      multiple: true,
      value: "TAG",
      does: "only documents with this tag (more than once: with any of them)",
    },
    kind: {
      type: "string",
      multiple: true,
      value: "KIND",
      does: "only edges of this kind: linksTo, embeds, relation …",
    },
    detail: { type: "string", value: "DETAIL", does: "documents, sections or full" },
    form: { type: "string", value: "FORM", does: "of JSON-LD: compacted, expanded or flattened (default compacted)" },
    spreadsheet: { type: "boolean", does: "of CSV: keep a spreadsheet from running cells as formulas" },
  },
  examples: [
    { line: "graphdown export --focus guides/start.md > start.mmd", does: "a diagram of a note and its neighbours" },
    { line: "graphdown export -o graph.nq", does: "the whole graph as N-Quads; .ttl, .jsonld, .graphml … work alike" },
    { line: "graphdown export -d ops -o ops.svg", does: "one folder as a picture" },
  ],
  async run({ values }, session) {
    const format = formatOf(values);
    const options = {
      focus: values["focus"] as string | undefined,
      depth: wholeNumber("depth", values["depth"]),
      direction: values["direction"] as "both" | undefined,
      directory: values["directory"] as string | undefined,
      tags: values["tag"] as string[] | undefined,
      kinds: values["kind"] as "linksTo"[] | undefined,
      detail: values["detail"] as "documents" | undefined,
      form: values["form"] as "compacted" | undefined,
      spreadsheet: values["spreadsheet"] as boolean | undefined,
    };
    if (session.json)
      return printToolResult(session, "file_context_markdown_graph_export", { format, ...defined(options) });
    const context = await session.open();
    const target = values["output"] as string | undefined;
    const output = target === undefined || target === "-" ? standardOutput(session) : await openOutputFile(target);
    try {
      const report = await context.writeExport(format, { ...options, signal: session.signal, sink: output.sink });
      await output.close();
      noteReport(session, report);
      return 0;
    } catch (cause) {
      await output.abandon();
      throw cause;
    }
  },
};

type WrittenReport = Awaited<ReturnType<FileContext["writeExport"]>>;

function noteReport({ terminal }: CommandSession, report: WrittenReport): void {
  const { format, documentCount, nodeCount, edgeCount, skipped, drawn, warnings = [] } = report;
  const counts = [countOf(documentCount, "document"), countOf(nodeCount, "node"), countOf(edgeCount, "edge")];
  terminal.note(`${format}: ${counts.join(", ")}`);
  if (drawn !== undefined) {
    const boxes = countOf(drawn.foldedCount, "box", "boxes");
    terminal.note(
      `The diagram was folded to stay drawable: it shows ${drawn.nodeCount} of ${countOf(nodeCount, "node")}, the others folded into ${boxes}, ` +
        `and ${countOf(drawn.edgeCount, "arrow")} for ${countOf(edgeCount, "edge")}; narrow it with --focus or --directory.`,
    );
  }
  noteSkipped(terminal, skipped);
  noteUnread(terminal, report.unread);
  noteUnknown(terminal, report.unknownTags, (tag) => `no document has the tag ${tag}`);
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
}

function formatOf(values: OptionValues): ExportFormat {
  const named = values["format"] as string | undefined;
  const output = values["output"] as string | undefined;
  if (named !== undefined) return named as ExportFormat;
  if (output === undefined || output === "-") return "mermaid";
  const extension = /\.[^./\\]*$/.exec(output)?.[0]?.toLowerCase() ?? "";
  const format = formatOfExtension.get(extension);
  if (format !== undefined) return format;
  throw new GraphdownError({
    code: "invalid_input",
    message: `The name ${JSON.stringify(output)} does not tell a format.`,
    details: { extensions: [...formatOfExtension.keys()] },
    next: `Add --format with one of: ${exportFormats.join(", ")}.`,
  });
}

function standardOutput(session: CommandSession): ResultOutput {
  return {
    sink: { write: (text) => session.terminal.write(text) },
    close: async () => {},
    abandon: async () => {},
  };
}
