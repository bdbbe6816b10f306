/** The API's description (OpenAPI 3.1): the routes, and a path for each tool and question, made from the registry. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { FileContext, ToolDefinition } from "../../context/file-context.ts";
import { describeTool } from "../../tools/describe-tool.ts";
import { questionsOf } from "./routes/graph-routes.ts";

type JsonObject = Record<string, unknown>;

const about =
  "A knowledge graph from Markdown files, and bounded tools on the files. Paths that begin with /v1 are those of the default workspace; the same stand under /w/{name} for each other one.";

export function describeApi(
  app: Pick<OpenAPIHono, "getOpenAPI31Document">,
  { version, context }: { readonly version: string; readonly context: FileContext },
): object {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Graphdown", version, description: about },
    servers: [
      { url: "/" },
      {
        url: "/w/{workspace}",
        description: "Another workspace",
        variables: { workspace: { default: "default", description: "Its name" } },
      },
    ],
    security: [{}, { bearer: [] }],
  }) as unknown as JsonObject & { paths: JsonObject; components: JsonObject & { schemas: JsonObject } };
  const { schemas } = document.components;
  for (const tool of context.tools()) {
    const { inputSchema, outputSchema } = describeTool(tool);
    addSchema(schemas, `${tool.name}.input`, inputSchema);
    addSchema(schemas, `${tool.name}.output`, outputSchema);
    document.paths[`/v1/tools/${tool.name}`] = { post: describeCall(tool) };
  }
  document.paths["/v1/tools/{name}"] = { post: anyCall };
  for (const [question, tool] of questionsOf(context)) {
    // SPARQL's own protocol is described by its routes.
    document.paths[`/v1/graph/${question}`] ??= { get: describeQuestion(tool, schemas) };
  }
  document.paths["/mcp"] = mcpPath;
  document.components["securitySchemes"] = { bearer: { type: "http", scheme: "bearer" } };
  return document;
}

/** Puts a schema among the components. Its references to its own parts are then references into the document. */
function addSchema(schemas: JsonObject, name: string, schema: object): void {
  const { $schema: _, ...rest } = schema as JsonObject;
  const place = `#/components/schemas/${name}`;
  const text = JSON.stringify(rest).replaceAll(
    /"\$ref":"#(\/[^"]*)?"/g,
    (_match, pointer: string | undefined) => `"$ref":${JSON.stringify(`${place}${pointer ?? ""}`)}`,
  );
  schemas[name] = JSON.parse(text);
}

const jsonContent = (schema: object): object => ({ "application/json": { schema } });
const problem = {
  description: "A failure, as a problem document",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};
const waiting = {
  description: "The call waits for a person's approval; make it again when it is approved",
  headers: { Location: { description: "The approval request", schema: { type: "string" } } },
  content: jsonContent({ $ref: "#/components/schemas/Approval" }),
};

function resultSchema(data: object): object {
  return {
    type: "object",
    properties: {
      id: { type: "string" },
      ok: { const: true },
      status: { enum: ["done", "partial"] },
      summary: { type: "string" },
      data,
      artifacts: { type: "array", items: { type: "object" } },
    },
    required: ["id", "ok", "status", "summary", "data"],
  };
}

function describeCall(tool: ToolDefinition): object {
  return {
    operationId: tool.name,
    summary: tool.annotations.title,
    description: tool.description,
    tags: ["tools"],
    requestBody: { required: true, content: jsonContent({ $ref: `#/components/schemas/${tool.name}.input` }) },
    responses: {
      200: {
        description: "The result",
        content: jsonContent(resultSchema({ $ref: `#/components/schemas/${tool.name}.output` })),
      },
      202: waiting,
      default: problem,
    },
  };
}

const anyCall: object = {
  summary: "Any tool by its name, also of a workspace that has other tools",
  tags: ["tools"],
  parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
  requestBody: { content: jsonContent({ type: "object" }) },
  responses: {
    200: { description: "The result", content: jsonContent(resultSchema({})) },
    202: waiting,
    default: problem,
  },
};

/** What MCP says in its messages is not OpenAPI's to describe. */
const mcpAnswer: object = {
  200: {
    description: "Messages of JSON-RPC",
    content: { "application/json": { schema: {} }, "text/event-stream": { schema: { type: "string" } } },
  },
  default: { description: "A failure: an error of JSON-RPC, or a problem document before it came to MCP" },
};
const mcpSession = { name: "Mcp-Session-Id", in: "header", schema: { type: "string" } };
const mcpPath: object = {
  description: "The Model Context Protocol over streamable HTTP; at /w/{name}/mcp for another workspace",
  get: {
    summary: "Messages of the server to the client of a session",
    tags: ["mcp"],
    parameters: [{ ...mcpSession, required: true }],
    responses: mcpAnswer,
  },
  post: {
    summary: "Messages of a client; the first one begins a session",
    tags: ["mcp"],
    parameters: [mcpSession],
    requestBody: { required: true, content: jsonContent({}) },
    responses: { ...mcpAnswer, 202: { description: "Taken; there is nothing to answer" } },
  },
  delete: {
    summary: "Ends a session",
    tags: ["mcp"],
    parameters: [{ ...mcpSession, required: true }],
    responses: mcpAnswer,
  },
};

/** Parameters of a tool as those of a query. Lists may be written as `a,b`. */
function describeQuestion(tool: ToolDefinition, schemas: JsonObject): object {
  const { properties = {}, required = [] } = schemas[`${tool.name}.input`] as {
    readonly properties?: Record<string, JsonObject>;
    readonly required?: readonly string[];
  };
  return {
    summary: tool.annotations.title,
    description: tool.description,
    tags: ["graph"],
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...(typeof schema["description"] === "string" ? { description: schema["description"] } : {}),
      schema,
      ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
    })),
    responses: {
      200: {
        description: "The answer",
        headers: { ETag: { schema: { type: "string" } } },
        content: jsonContent({ $ref: `#/components/schemas/${tool.name}.output` }),
      },
      304: { description: "The caller has this very answer" },
      202: waiting,
      default: problem,
    },
  };
}
