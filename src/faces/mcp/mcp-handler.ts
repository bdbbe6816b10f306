/** How MCP over streamable HTTP is offered to whoever serves HTTP. */
import type { FileContext } from "../../context/file-context.ts";
import type { ToolResult } from "../../context/tool-contract.ts";
import type { Permissions } from "../../guard/permissions/permissions.ts";

/** Who calls, as verified credentials tell it. Nothing of it may come from the request's body. */
export interface McpCaller {
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  readonly trace?: string | undefined;
  /** The id of the HTTP request, for logs. Default: the id of the JSON-RPC request. */
  readonly requestId?: string | undefined;
  /** What this caller may do, of what the context allows. Default: all of it. */
  readonly permissions?: Partial<Permissions> | undefined;
}

/** On what and for whom a request is answered. */
export interface McpScope {
  readonly context: FileContext;
  readonly caller: McpCaller;
  /** Told of each call of a tool that has ended, by the name that the client gave. Default: nobody counts. */
  readonly called?: ((tool: string, result: ToolResult) => void) | undefined;
}

/**
 * Answers requests to an MCP endpoint (POST, GET and DELETE). Host, Origin and credentials have been checked by then.
 *
 * A session belongs to the context and the actor that began it; for anybody else it does not exist (404). A request without a session is
 * answered by a server of its own, which knows nothing of its client.
 */
export interface McpHandler {
  answer(request: Request, scope: McpScope): Promise<Response>;
  /** Tells clients that files of a context were made or deleted by another way than MCP. */
  filesChanged(context: FileContext): void;
  /** Ends every session and the streams of its clients. Calls that are running are cancelled. */
  close(): Promise<void>;
}
