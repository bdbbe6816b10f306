/** The answer to a call as the text that a model reads. */
import type { ErrorInfo } from "../base/errors.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import type { ArtifactAnswer, ToolCall, ToolResult } from "../context/tool-contract.ts";
import { findTool } from "./find-tool.ts";
import { readArguments } from "./read-arguments.ts";

/** Renders a result of `runToolCall` for the call that it answers: the tool's own rendering, or the error in words. */
export function renderToolResult(tools: readonly ToolDefinition[], call: ToolCall, result: ToolResult): string {
  if (result.error !== undefined) return renderError(result.error);
  if (result.artifacts !== undefined) return renderArtifact(result.data as ArtifactAnswer);
  const tool = findTool(tools, call.name);
  return tool.render(result.data as object, readArguments(tool, call.input));
}

/** An error in words: its code, what was wrong, what to do next. */
export function renderError({ code, message, next }: ErrorInfo): string {
  return next === undefined ? `${code}: ${message}` : `${code}: ${message} ${next}`;
}

/** The beginning of an answer that was too large, and how to read the rest. */
function renderArtifact({ artifact, preview, cut }: ArtifactAnswer): string {
  const { path, bytes, lines } = artifact;
  const call = JSON.stringify({ path, startLine: cut.next });
  return `${preview}\n[The answer has ${bytes} bytes in ${lines} lines and is kept as ${path}. Go on with file_context_read_range ${call}.]`;
}
