/** The shape of a method of the MCP server. */
import type { Result } from "@modelcontextprotocol/sdk/types.js";
import type { FileContext, ToolContext } from "../../context/file-context.ts";
import type { ToolCall, ToolResult } from "../../context/tool-contract.ts";
import type { McpCaller } from "./mcp-handler.ts";

/** What a method may use to answer a request. */
export interface McpRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly context: FileContext;
  readonly caller: McpCaller;
  /** Runs a tool on behalf of the caller; `wholeResults`: the answer is never put aside to be read in parts. */
  readonly runTool: (
    name: string,
    input: unknown,
    more?: Pick<Partial<ToolContext>, "wholeResults">,
  ) => Promise<{ readonly call: ToolCall; readonly result: ToolResult }>;
  /** To be called after a call that may have changed which files there are. */
  readonly filesChanged: () => void;
}

/** Answers a request; a failure is thrown as `RpcError`. */
export type McpMethod = (request: McpRequest) => Promise<Result>;
