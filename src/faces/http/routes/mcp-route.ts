/** `/mcp`: the way to MCP over streamable HTTP, which is another face's work. */
import { GraphdownError } from "../../../base/errors.ts";
import type { McpScope } from "../../mcp/mcp-handler.ts";
import { permissionsOf } from "../caller.ts";
import { countToolCall } from "../count-tool-call.ts";
import type { HttpRoute } from "../http-route.ts";

export const mcpRoute: HttpRoute = {
  methods: ["GET", "POST", "DELETE"],
  path: "/mcp",
  answer(exchange) {
    const { request, context, caller, trace, requestId, service } = exchange;
    const { mcp } = service;
    if (mcp === undefined) throw noMcp();
    const { actor, role } = caller;
    const scope: McpScope = {
      context,
      caller: { actor, role, trace, requestId, permissions: permissionsOf(caller) },
      called: (tool, result) =>
        countToolCall(exchange, context.tools().find(({ name }) => name === tool)?.name, result),
    };
    // It reads bodies itself, within the same bounds, and answers a bad one in the words of JSON-RPC.
    return mcp.answer(request, scope);
  },
};

function noMcp(): GraphdownError {
  return new GraphdownError({
    code: "not_found",
    message: "This server does not offer MCP.",
    next: "Call the tools with POST /v1/tools/{name}.",
  });
}
