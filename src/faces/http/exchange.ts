/** One request on its way through a route: checked, with its caller and workspace known. */
import type { FileContext } from "../../context/file-context.ts";
import type { ToolEvent } from "../../context/tool-contract.ts";
import type { McpHandler } from "../mcp/mcp-handler.ts";
import type { Caller } from "./caller.ts";
import type { EventStreams } from "./event-streams.ts";
import type { Target } from "./judge-target.ts";
import type { Metrics } from "./metrics.ts";

export interface Exchange {
  readonly request: Request;
  readonly target: Target;
  /** Parameters of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly workspace: string;
  readonly context: FileContext;
  /** What goes before `/v1` in links: empty, or `/w/{name}`. */
  readonly base: string;
  readonly requestId: string;
  /** Told the path of the route that answers. */
  routed(path: string): void;
  /** Bound to the caller: nobody can name the session of another. */
  readonly session: string | undefined;
  readonly trace: string | undefined;
  readonly service: HttpService;
}

/** What all requests of a server share. */
export interface HttpService {
  readonly workspaces: ReadonlyMap<string, FileContext>;
  /** Of the product, for entity tags and the API's description. */
  readonly version: string;
  /** Whatever else the answers depend on, as text. */
  readonly configuration: string;
  readonly onEvent: ((event: ToolEvent) => void) | undefined;
  readonly metrics: Metrics;
  readonly mcp: McpHandler | undefined;
  /** Absent where this runtime can't keep any. */
  readonly eventStreams: EventStreams | undefined;
  /** The authorization server, where tokens are its own. */
  readonly issuer: string | undefined;
}

/** A JSON response. */
export function json(
  data: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {},
): Response {
  const all = new Headers(headers);
  if (!all.has("Content-Type")) all.set("Content-Type", "application/json");
  return new Response(JSON.stringify(data), { status, headers: all });
}
