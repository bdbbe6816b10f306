/** The official MCP client, connected to our server in one process. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import {
  type ClientCapabilities,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { createMcpServer } from "../../../src/faces/mcp/create-mcp-server.ts";
import type { McpCaller, McpHandler } from "../../../src/faces/mcp/mcp-handler.ts";
import { createFileContext, createMemoryStore, type FileContext, type FileContextOptions } from "../../../src/index.ts";
import { createDirectEngine } from "../../query/sparql/direct-engine.ts";

/** What a client can do, and what its person answers. */
export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  /** Tells roots; makes the client say that it can. */
  readonly roots?: () => readonly { readonly uri: string }[];
  /** Answers elicitations; makes the client say that it can. */
  readonly elicit?: (params: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>;
}

export function makeClient({ capabilities = {}, elicit, roots }: ClientOptions = {}): Client {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: {
        ...capabilities,
        ...(elicit === undefined ? {} : { elicitation: { form: {} } }),
        ...(roots === undefined ? {} : { roots: { listChanged: true } }),
      },
    },
  );
  if (elicit !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicit(params));
  if (roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [...roots()] }));
  return client;
}

/** A context over files in memory that may change them. */
export function openContext(
  files: Readonly<Record<string, string>>,
  options: Partial<FileContextOptions> = {},
): Promise<FileContext> {
  return createFileContext({
    store: createMemoryStore({ files }),
    approvals: "none",
    permissions: { write: true, delete: true },
    sparql: async () => createDirectEngine(),
    ...options,
  });
}

/** A client that talks to a server on the context. */
export async function openClient(
  context: FileContext,
  options: ClientOptions & {
    readonly caller?: McpCaller;
    readonly rootsChanged?: (uris: readonly string[]) => Promise<void>;
  } = {},
): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const { caller = {}, rootsChanged } = options;
  const server = createMcpServer({ context, version: "1.2.3", callerOf: () => caller, session: "s1", rootsChanged });
  const client = makeClient(options);
  await server.connect(there);
  await client.connect(here);
  return client;
}

/** A client that talks to a handler by web standard requests, without a socket. */
export async function openHttpClient(
  handler: McpHandler,
  scope: { readonly context: FileContext; readonly caller?: McpCaller },
  options: ClientOptions = {},
): Promise<Client> {
  const client = makeClient(options);
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: (url, init) =>
      handler.answer(new Request(url, init), { context: scope.context, caller: scope.caller ?? {} }),
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

/** The text that a model reads. */
export function textOf(result: unknown): string {
  return (result as { content: readonly { text: string }[] }).content[0]?.text ?? "";
}

/** The error of a failed call. */
export function errorOf(
  result: unknown,
): { code: string; message: string; details?: Record<string, unknown> } | undefined {
  return (result as { _meta?: Record<string, never> })._meta?.["graphdown/error"];
}
