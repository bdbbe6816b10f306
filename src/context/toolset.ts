/** The port through which a context gets its tools, so that the tools can be built on contexts and not the other way round. */
import type { FileContext, ToolContext, ToolDefinition } from "./file-context.ts";
import type { ToolCall, ToolResult } from "./tool-contract.ts";

/** Makes the tools of a context and runs their calls. */
export interface Toolset {
  create(context: FileContext): readonly ToolDefinition[];
  run(tools: readonly ToolDefinition[], call: ToolCall, context: ToolContext): Promise<ToolResult>;
}

/** A context without tools: every call is refused. */
export const noTools: Toolset = {
  create: () => [],
  run: async (_tools, call) => {
    const message = "This context was made without tools.";
    // Even a call that is none gets its answer.
    const summary = `${call?.name ?? "a call without a name"}: ${message}`;
    return { id: call?.id, ok: false, status: "failed", summary, error: { code: "unsupported", message } };
  },
};
