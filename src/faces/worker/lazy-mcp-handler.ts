/** MCP that is loaded with its first request: its schemas take a Worker longer to set up than all the rest. */
import type { McpHandler } from "../mcp/mcp-handler.ts";

/** Makes a handler that equals the one of `load`, and costs nothing until it is asked. */
export function createLazyMcpHandler(load: () => Promise<McpHandler>): McpHandler {
  let handler: McpHandler | undefined;
  return {
    async answer(request, scope) {
      if (handler === undefined) {
        const loaded = await load();
        // Another request may have been faster.
        handler ??= loaded;
      }
      return handler.answer(request, scope);
    },
    filesChanged: (context) => handler?.filesChanged(context),
    close: async () => handler?.close(),
  };
}
