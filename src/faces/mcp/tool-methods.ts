/** `tools/list` and `tools/call`: the registry as MCP shows it. */
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { FileContext, ToolDefinition } from "../../context/file-context.ts";
import type { ToolResult } from "../../context/tool-contract.ts";
import { describeTool } from "../../tools/describe-tool.ts";
import { renderToolResult } from "../../tools/render-tool-result.ts";
import type { McpCaller } from "./mcp-handler.ts";
import type { McpMethod, McpRequest } from "./mcp-method.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";

/** Where the error of a failed call is in its `_meta`; structured content has to fit the tool's output schema. */
const errorKey = "graphdown/error";

export const listTools: McpMethod = async ({ params, context, caller }) => {
  if (params["cursor"] !== undefined) throw new RpcError(rpcCodes.invalidParams, "All tools are on the first page.");
  return { tools: visibleTools(context, caller).map(asMcpTool) };
};

export const callTool: McpMethod = async (request) => {
  const { params, context, runTool, filesChanged } = request;
  const { name } = params;
  if (typeof name !== "string") throw new RpcError(rpcCodes.invalidParams, "tools/call needs the name of a tool.");
  const { call, result } = await runTool(name, params["arguments"] ?? {});
  if (mayHaveChangedList(request, result)) filesChanged();
  const text = renderToolResult(context.tools(), call, result);
  return asMcpResult(result, text);
};

/** Tools that the caller may call at all: one that is switched off is in no list. */
function visibleTools(context: FileContext, { permissions = {} }: McpCaller): readonly ToolDefinition[] {
  return context.tools().filter(({ effect }) => effect === "memory" || permissions[effect] !== false);
}

const described = new WeakMap<ToolDefinition, Tool>();

function asMcpTool(tool: ToolDefinition): Tool {
  const known = described.get(tool);
  if (known !== undefined) return known;
  const { name, description, annotations, inputSchema, outputSchema } = describeTool(tool);
  const mcpTool = {
    name,
    title: annotations.title,
    description,
    inputSchema: inputSchema as Tool["inputSchema"],
    outputSchema: outputSchema as NonNullable<Tool["outputSchema"]>,
    annotations: { ...annotations },
  };
  described.set(tool, mcpTool);
  return mcpTool;
}

function asMcpResult({ data, error }: ToolResult, text: string): CallToolResult {
  const content = [{ type: "text" as const, text }];
  if (error !== undefined) return { content, isError: true, _meta: { [errorKey]: error } };
  return { content, structuredContent: data as Record<string, unknown> };
}

/** Whether a call may have made, moved or deleted a file. Tools that make files tell so in `created`, those that delete in `deleted`. */
function mayHaveChangedList({ params, context }: McpRequest, { ok, data }: ToolResult): boolean {
  const tool = context.tools().find(({ name }) => name === params["name"]);
  if (!ok || tool === undefined || (tool.effect !== "write" && tool.effect !== "delete")) return false;
  const { created, deleted, dryRun } = data as { created?: unknown; deleted?: unknown; dryRun?: unknown };
  return created !== false && deleted !== false && dryRun !== true;
}
