/** `graphdown diff [FROM [TO]]` */
import { GraphdownError } from "../../../base/errors.ts";
import { showPath } from "../../../base/show-path.ts";
import { type GraphDiff, isNoDifference } from "../../../context/file-context.ts";
import type { FileStore } from "../../../storage/file-store.ts";
import type { Command, CommandSession } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { defined } from "../option-values.ts";
import { printData, printToolResult } from "../print-tool-result.ts";

const formats = ["text", "json", "markdown"] as const;

export const diffCommand: Command = {
  name: "diff",
  summary: "what is different between two revisions, first of all links that broke",
  usage: "[FROM [TO]]",
  positionals: [0, 2],
  options: {
    format: { type: "string", value: "FORMAT", does: "text (default), json, or markdown, which suits a pull request" },
    "from-folder": {
      type: "string",
      value: "FOLDER",
      does: "compare only this folder of FROM, as if it were the whole",
    },
    "to-folder": { type: "string", value: "FOLDER", does: "compare only this folder of TO" },
    triples: { type: "boolean", does: "also list the triples that came and went" },
    "exit-code": { type: "boolean", does: "exit with 1 when something is different, as git has it" },
  },
  examples: [
    { line: "graphdown diff main", does: "from the branch main to the files as they are now" },
    {
      line: "graphdown diff main...HEAD --format markdown",
      does: "what this branch did since it left main, as a comment",
    },
    { line: "graphdown diff v1.0 v2.0 --root docs", does: "from one tag to another" },
    { line: "graphdown diff --from-folder v1 --to-folder v2", does: "two folders of the knowledge base" },
    { line: "graphdown diff ./old ./new", does: "two places: what begins with ./, ../ or / is no revision" },
  ],
  async run({ positionals: [from, to], values }, session) {
    const format = formatOf(values["format"]);
    const options = {
      fromDirectory: values["from-folder"] as string | undefined,
      toDirectory: values["to-folder"] as string | undefined,
      triples: values["triples"] as boolean | undefined,
    };
    const wantsCode = values["exit-code"] === true;
    if (session.json && !wantsCode && !isLocation(from) && !isLocation(to)) {
      return printToolResult(session, "file_context_markdown_graph_diff", defined({ from, to, ...options }));
    }
    const context = await session.open({ tools: false, location: isLocation(to) ? to : undefined });
    const other = isLocation(from) ? await openOther(from, values["prefix"] as string | undefined) : undefined;
    let diff: GraphDiff;
    try {
      const later = isLocation(to) ? undefined : to;
      diff = await context.diff({ from: other ?? from, to: later, ...options, signal: session.signal });
    } finally {
      await other?.close();
    }
    const { nameOfSide } = await import("../diff-words.ts");
    const whole = isLocation(to) ? to : (await session.place()).revision;
    const names = {
      from: nameOfSide(diff.from, isLocation(from) ? from : whole),
      to: nameOfSide(diff.to, whole),
    };
    await print({ diff, names, format }, session);
    return wantsCode && !isNoDifference(diff) ? 1 : 0;
  },
};

/** A folder that is written as one, or another place with a scheme; a revision never looks so. */
function isLocation(text: string | undefined): text is string {
  return text !== undefined && /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[a-z]:[\\/]|[a-z][a-z0-9+.-]+:)/i.test(text);
}

async function openOther(location: string, prefix: string | undefined): Promise<FileStore> {
  const { openLocation } = await import("../../../storage/node-open-location.ts");
  return openLocation({ location, prefix });
}

interface Answer {
  readonly diff: GraphDiff;
  readonly names: { readonly from: string; readonly to: string };
  readonly format: (typeof formats)[number];
}

async function print({ diff, names, format }: Answer, session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { countsOfDiff } = await import("../diff-words.ts");
  const counts = countsOfDiff(diff);
  const summary = counts.length === 0 ? "nothing is different" : counts.join(", ");
  if (session.json) {
    await printData(session, summary, diff);
    return;
  }
  terminal.progress.clear();
  if (format === "json") await terminal.json(diff);
  else if (format === "markdown") {
    const { renderDiffMarkdown } = await import("../render-diff-markdown.ts");
    await terminal.write(renderDiffMarkdown(diff, names));
  } else {
    const { renderDiff } = await import("../render-diff.ts");
    for (const line of renderDiff(diff, terminal)) await terminal.line(line);
  }
  for (const side of [diff.from, diff.to]) noteSkipped(terminal, side.skipped);
  const { added, removed } = diff.triples;
  terminal.note(`${showPath(names.from)} to ${showPath(names.to)}: ${summary}`);
  if (counts.length > 0) terminal.note(`${added} triples added, ${removed} removed`);
}

function formatOf(value: unknown): (typeof formats)[number] {
  const format = formats.find((each) => each === (value ?? "text"));
  if (format !== undefined) return format;
  throw new GraphdownError({
    code: "invalid_input",
    message: `--format must be one of ${formats.join(", ")}, but got "${showPath(String(value))}".`,
    details: { option: "format", known: formats },
    next: "graphdown diff --help shows its options.",
  });
}
