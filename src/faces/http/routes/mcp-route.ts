/** `/mcp`: the way to MCP over streamable HTTP, which is another face's work. */
import { GraphdownError } from "../../../base/errors.ts";
import { permissionsOf } from "../caller.ts";
import type { HttpRoute } from "../http-route.ts";
import { readJsonBody } from "../read-body.ts";

export const mcpRoute: HttpRoute = {
  methods: ["GET", "POST", "DELETE"],
  path: "/mcp",
  async answer({ request, context, caller, trace, requestId, service: { mcp } }) {
    if (mcp === undefined) throw noMcp();
    const scope = {
      context,
      caller: { actor: caller.actor, role: caller.role, trace, requestId, permissions: permissionsOf(caller) },
    };
    if (request.method !== "POST") return mcp.answer(request, scope);
    // The bounds on JSON hold here too, so the body is read and handed on as what was checked.
    const { text } = await readJsonBody(request, context.limits);
    const { url, headers, signal } = request;
    return mcp.answer(new Request(url, { method: "POST", headers, body: text, signal }), scope);
  },
};

function noMcp(): GraphdownError {
  return new GraphdownError({
    code: "not_found",
    message: "This server does not offer MCP.",
    next: "Call the tools with POST /v1/tools/{name}.",
  });
}
