/** A server with a tool that writes to the output and the console, as a careless library does. */
import { z } from "zod";
import { createFileContext } from "../../../../src/context/create-file-context.ts";
import { serveStdio } from "../../../../src/faces/mcp/node-serve-stdio.ts";
import { createMemoryStore } from "../../../../src/storage/memory-store.ts";
import { createTool } from "../../../../src/tools/create-tool.ts";
import { runToolCall } from "../../../../src/tools/run-tool-call.ts";

const noisy = createTool({
  name: "noisy",
  title: "Noisy",
  description: "Writes where it should not.",
  effect: "read",
  input: {},
  output: z.object({ done: z.boolean() }),
  handler: async () => {
    console.log("noise: log");
    console.info("noise: info");
    process.stdout.write("noise: write\n");
    return { done: true };
  },
  summarise: () => "made noise",
});

const context = await createFileContext(
  { store: createMemoryStore(), approvals: "none" },
  { toolset: { create: () => [noisy], run: runToolCall } },
);
await serveStdio({
  context,
  caller: {},
  version: "1.2.3",
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  signal: new AbortController().signal,
});
