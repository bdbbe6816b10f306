/** MCP over streamable HTTP, with web standard requests and responses. */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Limits } from "../../base/limits.ts";
import type { FileContext } from "../../context/file-context.ts";
import { createMcpServer, type McpServer } from "./create-mcp-server.ts";
import type { McpExtra } from "./mcp-extra.ts";
import type { McpHandler, McpScope } from "./mcp-handler.ts";
import { type Frames, readFrames, refusedFrame } from "./read-frames.ts";
import { rpcCodes } from "./rpc-error.ts";

export interface McpHandlerOptions {
  /** The version of the product. */
  readonly version: string;
  /**
   * Most sessions of one actor on one context; the one that was not used for longest ends for a new one. `0`: none, every request is
   * answered by itself, without elicitation. Default 256.
   */
  readonly maximumSessions?: number | undefined;
  /** Milliseconds after which a session that is not used ends. Default one day. */
  readonly sessionLifetimeMs?: number | undefined;
  /** Milliseconds since 1970. Default: the runtime's clock. */
  readonly now?: (() => number) | undefined;
}

const oneDay = 86_400_000;

/** One client: a server and a transport that nobody else ever gets. */
interface Session extends McpScope {
  readonly id: string;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  lastUsed: number;
}

export function createMcpHandler(options: McpHandlerOptions): McpHandler {
  const { version, maximumSessions = 256, sessionLifetimeMs = oneDay, now = Date.now } = options;
  /** By id, those that were not used for longest first. */
  const sessions = new Map<string, Session>();

  const filesChanged = (context: FileContext): void => {
    for (const session of sessions.values()) if (session.context === context) session.server.tellFilesChanged();
  };

  function end(session: Session): void {
    sessions.delete(session.id);
    void session.server.close();
  }

  /** Makes room for one more session of a caller. */
  function makeRoom(scope: McpScope): void {
    for (const session of sessions.values()) if (now() - session.lastUsed >= sessionLifetimeMs) end(session);
    const own = [...sessions.values()].filter((session) => isSameClient(session, scope));
    for (const session of own.slice(0, Math.max(0, own.length - maximumSessions + 1))) end(session);
  }

  function find(id: string, scope: McpScope): Session | undefined {
    const session = sessions.get(id);
    if (session === undefined || !isSameClient(session, scope)) return undefined;
    session.lastUsed = now();
    sessions.delete(id);
    sessions.set(id, session);
    return session;
  }

  async function open(
    scope: McpScope,
    id: string | undefined,
  ): Promise<Omit<Session, "id"> & { id: string | undefined }> {
    const transport = new WebStandardStreamableHTTPServerTransport(
      id === undefined ? {} : { sessionIdGenerator: () => id },
    );
    const server = createMcpServer({
      context: scope.context,
      version,
      callerOf: (extra) => passedWith(extra).caller,
      called: (extra, tool, result) => passedWith(extra).called?.(tool, result),
      session: id,
      filesChanged: () => filesChanged(scope.context),
      cancelled: (extra) => {
        // The stream would stay open for an answer that does not come. That of a batch still has to carry the other answers.
        if (!passedWith(extra).isBatch) transport.closeSSEStream(extra.requestId);
      },
    });
    await server.connect(transport);
    return { ...scope, id, server, transport, lastUsed: now() };
  }

  async function begin(request: Request, scope: McpScope, frames: ReadFrames): Promise<Response> {
    makeRoom(scope);
    const id = crypto.randomUUID();
    const session = { ...(await open(scope, id)), id };
    sessions.set(id, session);
    session.transport.onclose = after(session.transport.onclose, () => sessions.delete(id));
    const response = await pass(session.transport, request, scope, frames);
    // What did not become a session, since the request was wrong, is none.
    if (!response.ok) end(session);
    return response;
  }

  async function answerAlone(request: Request, scope: McpScope, frames: ReadFrames): Promise<Response> {
    const { server, transport } = await open(scope, undefined);
    // Without a session nobody can cancel a call but by hanging up.
    request.signal.addEventListener("abort", () => void server.close(), { once: true });
    return pass(transport, request, scope, frames);
  }

  return {
    async answer(request, scope) {
      const frames = request.method === "POST" ? await readBody(request, scope.context.limits) : undefined;
      if (frames instanceof Response) return frames;
      const id = request.headers.get("mcp-session-id");
      if (id !== null) {
        const session = find(id, scope);
        return session === undefined ? noSession() : pass(session.transport, request, scope, frames);
      }
      if (frames === undefined) return needsSession(maximumSessions > 0);
      if (maximumSessions > 0 && isInitialize(frames)) return begin(request, scope, frames);
      return answerAlone(request, scope, frames);
    },
    filesChanged,
    async close() {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all(all.map(({ server }) => server.close()));
    },
  };
}

type ReadFrames = Exclude<Frames, { readonly kind: "refused" }>;

function isSameClient(session: McpScope, { context, caller }: McpScope): boolean {
  return session.context === context && session.caller.actor === caller.actor;
}

function isInitialize(frames: ReadFrames): boolean {
  return frames.kind === "single" && "method" in frames.message && frames.message.method === "initialize";
}

function after(first: (() => void) | undefined, second: () => void): () => void {
  return () => {
    first?.();
    second();
  };
}

/** Hands a request to the transport of its client, with its caller: a later request of a session may have fewer permissions. */
function pass(
  transport: WebStandardStreamableHTTPServerTransport,
  request: Request,
  { caller, called }: McpScope,
  frames: ReadFrames | undefined,
): Promise<Response> {
  const passed: Passed = { caller, called, isBatch: frames?.kind === "batch" };
  const authInfo = { token: "", clientId: "", scopes: [], extra: { ...passed } };
  if (frames === undefined) return transport.handleRequest(request, { authInfo });
  const parsedBody = frames.kind === "single" ? frames.message : frames.messages;
  return transport.handleRequest(request, { authInfo, parsedBody });
}

/** What {@link pass} has handed over beside the messages. */
interface Passed extends Pick<McpScope, "caller" | "called"> {
  readonly isBatch: boolean;
}

function passedWith({ authInfo }: McpExtra): Passed {
  return authInfo!.extra as unknown as Passed;
}

async function readBody(request: Request, limits: Limits): Promise<ReadFrames | Response> {
  const text = await readText(request, limits.maximumRequestBytes);
  if (text === undefined) {
    const message = `A request has at most ${limits.maximumRequestBytes} bytes (maximumRequestBytes).`;
    return refuse(413, refusedFrame(rpcCodes.serverError, message));
  }
  const frames = readFrames(text, limits);
  if (frames.kind !== "refused") return frames;
  return refuse(400, frames.answer ?? refusedFrame(rpcCodes.invalidRequest, "The notification is not valid."));
}

/** The body as text; `undefined` when it has more bytes. What is no UTF-8 becomes empty, which is no JSON. */
async function readText(request: Request, maximumBytes: number): Promise<string | undefined> {
  if (Number(request.headers.get("content-length")) > maximumBytes) return undefined;
  if (request.body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > maximumBytes) return undefined;
    try {
      text += decoder.decode(chunk, { stream: true });
    } catch {
      return "";
    }
  }
  return text;
}

function refuse(status: number, answer: object, headers: Record<string, string> = {}): Response {
  return Response.json(answer, { status, headers });
}

function noSession(): Response {
  return refuse(404, refusedFrame(rpcCodes.sessionNotFound, "There is no such session. Initialize a new one."));
}

function needsSession(hasSessions: boolean): Response {
  if (!hasSessions) {
    return refuse(405, refusedFrame(rpcCodes.serverError, "This endpoint has no sessions; only POST is answered."), {
      allow: "POST",
    });
  }
  return refuse(400, refusedFrame(rpcCodes.serverError, "The header Mcp-Session-Id is missing."));
}
