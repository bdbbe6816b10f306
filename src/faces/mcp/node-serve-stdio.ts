/** Serves MCP on the streams of a process. */
import { Console } from "node:console";
import type { Readable, Writable } from "node:stream";
import type { FileContext } from "../../context/file-context.ts";
import { createLineTransport } from "./create-line-transport.ts";
import { createMcpServer } from "./create-mcp-server.ts";
import type { McpCaller } from "./mcp-handler.ts";

export interface ServeStdioOptions {
  readonly context: FileContext;
  readonly caller: McpCaller;
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  /** Ends the service at once; calls that are running are cancelled. */
  readonly signal: AbortSignal;
  /** See `McpServerOptions`. */
  readonly rootsChanged?: ((uris: readonly string[]) => Promise<void>) | undefined;
}

/** Serves one client until its input ends and all that it asked is answered, or until `signal` aborts. */
export async function serveStdio(options: ServeStdioOptions): Promise<void> {
  const { context, caller, version, input, output, errors, signal, rootsChanged } = options;
  const write = keepForFrames(output, errors);
  const transport = createLineTransport({ input, write }, context.limits);
  const server = createMcpServer({
    context,
    version,
    callerOf: () => caller,
    session: crypto.randomUUID(),
    answeredElsewhere: false,
    rootsChanged,
  });
  const stop = (): void => void server.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await server.connect(transport);
    if (signal.aborted) stop();
    await transport.ended;
  } finally {
    signal.removeEventListener("abort", stop);
    input.destroy();
  }
}

/** Keeps the output for frames: whatever else in the process writes to it or to the console ends up among the errors. */
function keepForFrames(output: Writable, errors: Writable): (text: string) => Promise<void> {
  const write = output.write.bind(output) as (text: string) => boolean;
  globalThis.console = new Console(errors, errors);
  output.write = errors.write.bind(errors) as Writable["write"];
  return async (text) => {
    if (!write(text)) await new Promise<void>((resolve) => output.once("drain", resolve));
  };
}
