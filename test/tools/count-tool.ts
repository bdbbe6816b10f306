/** A tool that only tests have: what is added to the registry has to appear everywhere. */
import { z } from "zod";
import type { ToolDefinition } from "../../src/index.ts";
import { createTool } from "../../src/tools/create-tool.ts";

/** Counts the files of a folder, under a name. */
export function makeCountTool(name: string): ToolDefinition {
  return createTool({
    name,
    title: "Count files",
    description: "How many files a folder holds.",
    effect: "read",
    input: { directory: z.string().optional() },
    output: z.object({ count: z.number().int() }),
    handler: async ({ directory }, { files }) => ({
      count: (await files.list(directory, { recursive: true })).entries.length,
    }),
    render: ({ count }) => `${count} files`,
    summarise: ({ count }) => `counted ${count}`,
  });
}
