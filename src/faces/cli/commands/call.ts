/** `graphdown call TOOL [JSON]` */
import { GraphdownError } from "../../../base/errors.ts";
import type { Command } from "../command.ts";
import { printToolResult } from "../print-tool-result.ts";

export const callCommand: Command = {
  name: "call",
  summary: "run a tool by its name with JSON arguments, print its result as JSON",
  usage: "TOOL [JSON | -]",
  positionals: [1, 2],
  options: {},
  examples: [
    { line: `graphdown call file_access_ls '{"recursive": true}'`, does: "arguments as JSON" },
    { line: 'echo \'{"path": "a.md"}\' | graphdown call file_access_read -', does: "arguments from standard input" },
  ],
  async run({ positionals }, session) {
    const [name, text] = positionals;
    const source = text === "-" ? await session.readInput() : (text ?? "{}");
    return printToolResult(session, name as string, parseArguments(source));
  },
};

function parseArguments(source: string): unknown {
  try {
    return JSON.parse(source.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `The arguments are not JSON: ${(cause as Error).message}.`,
      next: `Give a JSON object such as '{"path": "notes/a.md"}'.`,
      cause,
    });
  }
}
