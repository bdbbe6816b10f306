/** A small knowledge base for tests of the facade, and contexts over it. */
import type { FileContextOptions } from "../../src/context/context-options.ts";
import type { FileContext } from "../../src/context/file-context.ts";
import { createFileContext, createMemoryStore } from "../../src/index.ts";

export const notes: Readonly<Record<string, string>> = {
  "index.md": "# Start\n\nSee [[Winch]] and [the boat](boats/heron.md#engine). #harbour\n",
  "winch.md":
    "---\ntitle: Winch\ntags: [harbour/deck]\n---\n\nGrease the winch each month.\n\n## Brake\n\nThe brake holds the anchor.\n",
  "boats/heron.md": "# Heron\n\n## Engine\n\nTwo cylinders. [[Nowhere]]\n",
  "boats/plan.png": "not really a picture",
};

/** A context over {@link notes}, or over other files. */
export function openNotes(
  options: Partial<FileContextOptions> = {},
  files: Readonly<Record<string, string | Uint8Array>> = notes,
): Promise<FileContext> {
  return createFileContext({
    store: createMemoryStore({ files, now: () => 1_700_000_000_000 }),
    approvals: "none",
    ...options,
  });
}
