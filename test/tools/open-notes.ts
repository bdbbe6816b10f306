/** Contexts with tools for tests of the tools. */
import type { ToolContext } from "../../src/context/file-context.ts";
import type { FileContext, FileContextOptions, ToolResult } from "../../src/index.ts";
import { renderToolResult } from "../../src/index.ts";
import { openNotes } from "../context/notes.ts";

export { notes, openNotes } from "../context/notes.ts";

/** Runs one call on a context. */
export function call(
  context: FileContext,
  name: string,
  input: unknown,
  about: Partial<Omit<ToolContext, "files">> = {},
): Promise<ToolResult> {
  return context.runToolCall({ id: "1", name, input }, about);
}

/** Runs one call over some files and renders its answer for a model. */
export async function rendered(
  files: Readonly<Record<string, string | Uint8Array>>,
  name: string,
  input: unknown,
  options: Partial<FileContextOptions> = {},
): Promise<string> {
  const context = await openNotes(options, files);
  const toolCall = { id: "1", name, input };
  return renderToolResult(context.tools(), toolCall, await context.runToolCall(toolCall));
}
