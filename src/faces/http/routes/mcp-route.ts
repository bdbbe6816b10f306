/** `/mcp`: the way to MCP over streamable HTTP, which is another face's work. */
import { GraphdownError } from "../../../base/errors.ts";
import { permissionsOf } from "../caller.ts";
import type { HttpRoute } from "../http-route.ts";

export const mcpRoute: HttpRoute = {
  methods: ["GET", "POST", "DELETE"],
  path: "/mcp",
  answer({ request, context, caller, trace, requestId, service: { mcp } }) {
    if (mcp === undefined) throw noMcp();
    const { actor, role } = caller;
    const scope = { context, caller: { actor, role, trace, requestId, permissions: permissionsOf(caller) } };
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
