/** A server that reads lines until they end, as over standard input and output. */
import { expect } from "vitest";
import { createLineTransport } from "../../../src/faces/mcp/create-line-transport.ts";
import { createMcpServer } from "../../../src/faces/mcp/create-mcp-server.ts";
import type { FileContext } from "../../../src/index.ts";

const encoder = new TextEncoder();

/** Serves chunks of bytes to their end; gives each line of the output. */
export async function serveLines(
  context: FileContext,
  chunks: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
): Promise<unknown[]> {
  const written: string[] = [];
  const input = (async function* () {
    for await (const chunk of chunks) yield typeof chunk === "string" ? encoder.encode(chunk) : chunk;
  })();
  const write = async (text: string): Promise<void> => {
    written.push(text);
  };
  const transport = createLineTransport({ input, write }, context.limits);
  const server = createMcpServer({ context, version: "1", callerOf: () => ({}), session: "s" });
  await server.connect(transport);
  await transport.ended;
  const output = written.join("");
  expect(output === "" || output.endsWith("\n")).toBe(true);
  return output
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
