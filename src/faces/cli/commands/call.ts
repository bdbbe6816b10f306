/** `graphdown call TOOL [JSON]` */
import { parseJson } from "../../../base/parse-json.ts";
import { allowWriteOption } from "../change-options.ts";
import type { Command } from "../command.ts";
import { printToolResult } from "../print-tool-result.ts";

export const callCommand: Command = {
  name: "call",
  summary: "run a tool by its name with JSON arguments, print its result as JSON",
  usage: "TOOL [JSON | -]",
  positionals: [1, 2],
  options: { "allow-write": allowWriteOption },
  printsResult: true,
  examples: [
    { line: `graphdown call file_access_ls '{"recursive": true}'`, does: "arguments as JSON" },
    { line: 'echo \'{"path": "a.md"}\' | graphdown call file_access_read -', does: "arguments from standard input" },
  ],
  async run({ positionals }, session) {
    const [name, text] = positionals;
    const input = text === "-" ? await session.readInput() : (text ?? "{}");
    return printToolResult(session, name as string, parseJson(input));
  },
};
