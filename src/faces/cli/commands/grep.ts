/** `graphdown grep PATTERN [FOLDER | FILE]` */

import { countOf } from "../../../base/count-of.ts";
import type { FileContext } from "../../../context/file-context.ts";
import type { Command, CommandSession } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { defined, wholeNumber } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";

type FileMatch = Awaited<ReturnType<FileContext["grep"]>>["files"][number];

export const grepCommand: Command = {
  name: "grep",
  summary: "find the lines of files that match a pattern",
  usage: "PATTERN [FOLDER | FILE]",
  positionals: [1, 2],
  options: {
    literal: { type: "boolean", short: "F", does: "find the pattern as it is written" },
    glob: { type: "string", multiple: true, value: "GLOB", does: "only files whose name or path matches" },
    context: { type: "string", short: "C", value: "N", does: "lines to show before and after each (at most 20)" },
  },
  examples: [
    { line: "graphdown grep 'time-?out|deadline' docs", does: "a regular expression (RE2), without regard to case" },
    { line: "graphdown grep deadline guides/start.md", does: "in one file" },
    { line: "graphdown grep -F 'a[0]' --glob '*.md'", does: "plain text, in some files" },
    { line: "graphdown grep '(?-i)Heron' -C 2", does: "minding case, with two lines around" },
  ],
  async run({ positionals, values }, session) {
    const [pattern = "", directory] = positionals;
    const options = {
      directory,
      literal: values["literal"] === true ? true : undefined,
      glob: values["glob"] as string[] | undefined,
      context: wholeNumber("context", values["context"]),
    };
    if (session.json) return printToolResult(session, "file_access_grep", { pattern, ...defined(options) });
    const context = await session.open();
    const { terminal } = session;
    const total = { lines: 0, files: 0, cut: 0 };
    for await (const page of context.grepPages(pattern, { ...options, signal: session.signal })) {
      terminal.progress.clear();
      for (const file of page.files) await printFile(session, file);
      total.files += page.files.length;
      total.cut += page.files.filter(({ cut }) => cut !== undefined).length;
      total.lines += page.files.reduce((sum, file) => sum + file.matchingLines.length, 0);
      noteSkipped(terminal, page.skipped);
    }
    if (total.cut > 0) {
      const most = context.limits.maximumMatchesPerFile;
      terminal.note(`further lines match in ${countOf(total.cut, "file")}, of which the first ${most} are shown`);
    }
    terminal.note(`${countOf(total.lines, "line")} in ${countOf(total.files, "file")}`);
    return 0;
  },
};

/** Lines as `path:line:text`, those around them with `-`, as other programs print them. */
async function printFile({ terminal }: CommandSession, { path, matchingLines }: FileMatch): Promise<void> {
  const print = (line: number, mark: string, text: string): Promise<void> =>
    terminal.line(`${terminal.style("cyan", `${terminal.safe(path)}${mark}${line}${mark}`)}${terminal.safe(text)}`);
  for (const { lineNumber, line, before = [], after = [] } of matchingLines) {
    for (const [index, text] of before.entries()) await print(lineNumber - before.length + index, "-", text);
    await print(lineNumber, ":", line);
    for (const [index, text] of after.entries()) await print(lineNumber + 1 + index, "-", text);
  }
}
