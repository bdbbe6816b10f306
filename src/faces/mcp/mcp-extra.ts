/** What the SDK hands to a method beside the request. */
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

export type McpExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;
