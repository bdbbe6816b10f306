/** An MCP server for one client: every method is translated to a question to the file context. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type JSONRPCRequest,
  type Result,
  RootsListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { showPath } from "../../base/show-path.ts";
import type { FileContext, ToolContext } from "../../context/file-context.ts";
import type { ToolResult } from "../../context/tool-contract.ts";
import { askByElicitation, canElicit } from "./ask-by-elicitation.ts";
import { CallProgress } from "./call-progress.ts";
import { instructions } from "./instructions.ts";
import type { McpExtra } from "./mcp-extra.ts";
import type { McpCaller } from "./mcp-handler.ts";
import type { McpMethod, McpRequest } from "./mcp-method.ts";
import { noValidator } from "./no-validator.ts";
import { getPrompt, listPrompts } from "./prompt-methods.ts";
import { listResources, listResourceTemplates, readResource } from "./resource-methods.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";
import { callTool, listTools } from "./tool-methods.ts";

export interface McpServerOptions {
  readonly context: FileContext;
  /** Who makes a request. */
  readonly callerOf: (extra: McpExtra) => McpCaller;
  /** The version of the product. */
  readonly version: string;
  /** The id of the conversation; artifacts, approvals and records are bound to it. */
  readonly session?: string | undefined;
  /** Called after a call that may have changed which files there are. Default: the client is told. */
  readonly filesChanged?: (() => void) | undefined;
  /** Called when a call of a tool has ended, also one that a resource is read with. */
  readonly called?: ((extra: McpExtra, tool: string, result: ToolResult) => void) | undefined;
  /** Whether requests for approval can be answered by another way than the client. Default `true`. */
  readonly answeredElsewhere?: boolean | undefined;
  /** Called when the client has cancelled a request, which then gets no answer. */
  readonly cancelled?: ((extra: McpExtra) => void) | undefined;
  /**
   * Called when a client that has roots is ready, and whenever they change, with what they are; requests wait until it is done. Default: they
   * are not asked for.
   */
  readonly rootsChanged?: ((uris: readonly string[]) => Promise<void>) | undefined;
}

/** A server for one client. */
export interface McpServer {
  connect(transport: Transport): Promise<void>;
  /** Tells the client that the list of resources has changed. */
  tellFilesChanged(): void;
  /** Ends the connection; calls that are running are cancelled. */
  close(): Promise<void>;
}

const listChanged = "notifications/resources/list_changed";

/** A map and no object, so that `__proto__` and `constructor` are names like any other. */
const methods: ReadonlyMap<string, McpMethod> = new Map([
  ["tools/list", listTools],
  ["tools/call", callTool],
  ["resources/list", listResources],
  ["resources/templates/list", listResourceTemplates],
  ["resources/read", readResource],
  ["prompts/list", listPrompts],
  ["prompts/get", getPrompt],
]);

/** Makes a server for one client. It must never be connected to two. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { context, version, session, cancelled, rootsChanged, answeredElsewhere = true } = options;
  const server = new Server(
    { name: "graphdown", title: "Graphdown", version },
    {
      instructions,
      capabilities: { tools: {}, resources: { listChanged: true }, prompts: {} },
      debouncedNotificationMethods: [listChanged],
      jsonSchemaValidator: noValidator,
    },
  );
  const tellFilesChanged = (): void => {
    // Who has gone away needs no news.
    server.sendResourceListChanged().catch(() => {});
  };
  const { filesChanged = tellFilesChanged } = options;
  const roots = rootsChanged === undefined ? undefined : followRoots(server, rootsChanged);
  server.fallbackRequestHandler = async (request, extra): Promise<Result> => {
    const method = methods.get(request.method);
    if (method === undefined) {
      throw new RpcError(rpcCodes.methodNotFound, `There is no method "${showPath(request.method)}".`);
    }
    extra.signal.addEventListener("abort", () => cancelled?.(extra), { once: true });
    const caller = options.callerOf(extra);
    const progress = new CallProgress(extra);
    const about = aboutCall({
      extra,
      caller,
      progress,
      session,
      mayAsk: canElicit(server.getClientCapabilities()),
      answeredElsewhere,
    });
    const unsubscribe = progress.isWanted ? context.toolHost.progress.subscribe(progress.report) : undefined;
    try {
      await roots?.known;
      const runTool: McpRequest["runTool"] = async (name, input, more) => {
        const call = { id: crypto.randomUUID(), name, input };
        const result = await context.runToolCall(call, { ...about, ...more });
        options.called?.(extra, name, result);
        return { call, result };
      };
      return await method({ params: paramsOf(request), context, caller, runTool, filesChanged });
    } finally {
      unsubscribe?.();
    }
  };
  return { connect: (transport) => server.connect(transport), tellFilesChanged, close: () => server.close() };
}

function paramsOf({ params }: JSONRPCRequest): Readonly<Record<string, unknown>> {
  return params ?? {};
}

interface CallFacts {
  readonly extra: McpExtra;
  readonly caller: McpCaller;
  readonly progress: CallProgress;
  readonly session: string | undefined;
  /** Whether the client can ask its person. */
  readonly mayAsk: boolean;
  readonly answeredElsewhere: boolean;
}

function aboutCall({
  extra,
  caller,
  progress,
  session,
  mayAsk,
  answeredElsewhere,
}: CallFacts): Partial<Omit<ToolContext, "files">> {
  const { actor, role, trace, permissions, requestId = String(extra.requestId) } = caller;
  const waiting = (): void => progress.note("waiting for approval");
  return {
    actor,
    role,
    trace,
    permissions,
    requestId,
    session,
    signal: extra.signal,
    ...(mayAsk ? { askApproval: askByElicitation(extra, waiting) } : {}),
    ...(answeredElsewhere ? {} : { approvalAdvice: mayAsk ? askAgain : nobodyToAsk }),
  };
}

const askAgain = "Nobody has answered. Make the same call again to ask once more.";

const nobodyToAsk =
  "This client can't ask its person (it has no elicitation), and nobody else can answer. Have the server started with --approve none, where the client asks before each call itself, or use a client with elicitation.";

/** Milliseconds that a client gets to tell its roots. */
const rootsTimeout = 5_000;

/** Asks a client for its roots when it is ready and whenever it says that they have changed; `known` is settled once it has told them. */
function followRoots(
  server: Server,
  rootsChanged: (uris: readonly string[]) => Promise<void>,
): { readonly known: Promise<void> } {
  const state = { known: Promise.resolve() };
  const ask = async (): Promise<void> => {
    if (server.getClientCapabilities()?.roots === undefined) return;
    const { roots } = await server.listRoots(undefined, { timeout: rootsTimeout });
    await rootsChanged(roots.map(({ uri }) => uri));
  };
  const follow = (): void => {
    // A client that offers roots and then fails to tell them has narrowed nothing.
    state.known = ask().catch(() => {});
  };
  server.oninitialized = follow;
  server.setNotificationHandler(RootsListChangedNotificationSchema, follow);
  return state;
}
