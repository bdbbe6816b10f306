/** `graphdown tools` */
import { allowWriteOption } from "../change-options.ts";
import type { Command } from "../command.ts";

export const toolsCommand: Command = {
  name: "tools",
  summary: "list the tools that a model may call",
  usage: "",
  positionals: [0, 0],
  options: { "allow-write": allowWriteOption },
  examples: [
    { line: "graphdown tools", does: "names and what they do" },
    { line: "graphdown tools --json", does: "with input and output schemas (JSON Schema)" },
  ],
  async run(_args, session) {
    const context = await session.open({ tools: true });
    const { terminal } = session;
    if (session.json) {
      const { describeTool } = await import("../../../tools/describe-tool.ts");
      await terminal.json(context.tools().map(describeTool));
      return 0;
    }
    for (const tool of context.tools()) {
      await terminal.line(`${terminal.style("bold", tool.name)}\n    ${tool.description}`);
    }
    return 0;
  },
};
