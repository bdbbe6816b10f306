/** The shape of a method of the MCP server. */
import type { Result } from "@modelcontextprotocol/sdk/types.js";
import type { FileContext, ToolContext } from "../../context/file-context.ts";
import type { McpCaller } from "./mcp-handler.ts";

/** What a method may use to answer a request. */
export interface McpRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly context: FileContext;
  readonly caller: McpCaller;
  /** What every call of a tool is told. */
  readonly about: Partial<Omit<ToolContext, "files">>;
  /** To be called after a call that may have changed which files there are. */
  readonly filesChanged: () => void;
}

/** Answers a request; a failure is thrown as `RpcError`. */
export type McpMethod = (request: McpRequest) => Promise<Result>;
