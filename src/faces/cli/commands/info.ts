/** `graphdown info PATH` */
import type { Command } from "../command.ts";
import { exitCodeOf } from "../exit-code.ts";
import { printToolResult } from "../print-tool-result.ts";

export const infoCommand: Command = {
  name: "info",
  summary: "size, type, time and version of a file",
  usage: "PATH",
  positionals: [1, 1],
  options: {},
  examples: [
    { line: "graphdown info guides/start.md", does: "what a full read would cost, and the version for edits" },
  ],
  async run({ positionals }, session) {
    const path = positionals[0] as string;
    const context = await session.open();
    if (session.json) {
      const code = await printToolResult(session, "file_context_info", { path });
      // To a tool a missing file is an answer and no failure; the exit code is the same "no" as without JSON.
      return code === 0 && (await context.info(path, { signal: session.signal })) === null
        ? exitCodeOf("not_found")
        : code;
    }
    const info = await context.info(path, { signal: session.signal });
    if (info === null) throw await context.notFound(path, { signal: session.signal });
    const { terminal } = session;
    for (const [name, value] of Object.entries(info)) {
      await terminal.line(`${terminal.style("dim", name.padEnd(13))} ${terminal.safe(String(value))}`);
    }
    return 0;
  },
};
