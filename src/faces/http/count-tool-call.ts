/** Counts a call of a tool, whichever way it came. */
import type { ToolResult } from "../../context/tool-contract.ts";
import type { Exchange } from "./exchange.ts";

/** The name is a label only where it is that of a tool. */
export function countToolCall({ service, workspace }: Exchange, tool: string | undefined, result: ToolResult): void {
  service.metrics.toolCall({ workspace, tool: tool ?? "unknown", outcome: result.error?.code ?? result.status });
}
