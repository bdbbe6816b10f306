/** `/v1/tools`: what can be called, and calls. */
import type { FileContext, ToolDefinition } from "../../../context/file-context.ts";
import { hasParameter } from "../../../tools/call-targets.ts";
import { describeTool } from "../../../tools/describe-tool.ts";
import { callTool, respondWithToolError } from "../call-tool.ts";
import { permissionsOf } from "../caller.ts";
import { failures } from "../describe-responses.ts";
import { type Exchange, json } from "../exchange.ts";
import type { HttpRoute } from "../http-route.ts";
import { readJsonBody } from "../read-body.ts";
import { toolListSchema } from "../schemas.ts";

const listTools: HttpRoute = {
  methods: ["GET"],
  path: "/v1/tools",
  config: {
    method: "get",
    path: "/v1/tools",
    summary: "The tools that this caller may call, with their schemas",
    responses: {
      200: { description: "The tools", content: { "application/json": { schema: toolListSchema } } },
      ...failures,
    },
  },
  answer: ({ context, caller }) => {
    const permissions = permissionsOf(caller);
    const allowed = context.tools().filter(({ effect }) => effect === "memory" || permissions[effect]);
    return json({ tools: allowed.map(describeTool) });
  },
};

const runTool: HttpRoute = {
  methods: ["POST"],
  path: "/v1/tools/{name}",
  async answer(exchange) {
    const { request, context, params } = exchange;
    const value = await readJsonBody(request, context.limits);
    const name = params["name"] as string;
    const result = await callTool(exchange, { tool: name, input: withKey(exchange, name, value ?? {}) });
    return result.error === undefined ? json(result) : respondWithToolError(exchange, result.error);
  },
};

export const toolRoutes: readonly HttpRoute[] = [listTools, runTool];

/** The header `Idempotency-Key` is the parameter of that name. */
function withKey({ request, context }: Exchange, name: string, input: unknown): unknown {
  const idempotencyKey = request.headers.get("idempotency-key");
  const tool = findTool(context, name);
  if (idempotencyKey === null || tool === undefined || !hasParameter(tool, "idempotencyKey")) return input;
  return typeof input === "object" && input !== null && !Array.isArray(input) ? { idempotencyKey, ...input } : input;
}

function findTool(context: FileContext, name: string): ToolDefinition | undefined {
  return context.tools().find((tool) => tool.name === name);
}
