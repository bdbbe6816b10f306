/** Runs one call of a tool. Whatever happens, the answer is a value with the id of the call. */
import { type ErrorInfo, GraphdownError } from "../base/errors.ts";
import { nearestName } from "../base/nearest-name.ts";
import type { ToolCall, ToolContext, ToolDefinition, ToolEvent, ToolResult } from "../context/tool-contract.ts";
import { readArguments } from "./read-arguments.ts";

/**
 * Looks the tool up, checks the arguments, runs the handler and reports it to `context.emit`. Never throws: a failure, an abort included,
 * is a result with `ok: false` and the error as data.
 */
export async function runToolCall(
  tools: readonly ToolDefinition[],
  call: ToolCall,
  context: ToolContext,
): Promise<ToolResult> {
  const started = performance.now();
  const emit = (event: Partial<ToolEvent> & Pick<ToolEvent, "type">) =>
    context.emit?.({
      time: new Date().toISOString(),
      tool: call.name,
      call: call.id,
      actor: context.actor,
      session: context.session,
      trace: context.trace,
      ...event,
    });
  emit({ type: "tool.started" });
  try {
    const tool = findTool(tools, call.name);
    const args = readArguments(tool, call.input);
    context.signal?.throwIfAborted();
    const data = await tool.handler(args, context);
    const summary = tool.summarise(data);
    emit({ type: "tool.done", durationMs: performance.now() - started, summary });
    return { id: call.id, ok: true, status: "done", summary, data };
  } catch (cause) {
    const error = errorInfoOf(cause, context.signal);
    emit({ type: "tool.failed", durationMs: performance.now() - started, error });
    return { id: call.id, ok: false, status: "failed", summary: `${call.name} failed: ${error.message}`, error };
  }
}

/** The tool of a name; an unknown one is `not_found` and the nearest known one is named. */
export function findTool(tools: readonly ToolDefinition[], name: string): ToolDefinition {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  const known = tools.map((candidate) => candidate.name);
  const nearest = nearestName(name, known);
  throw new GraphdownError({
    code: "not_found",
    message: `There is no tool ${JSON.stringify(name)}.`,
    details: { known },
    next: nearest === undefined ? `The tools are: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

/** Any thrown value as error data; what is not our error keeps only its message, since stacks may show paths of the host. */
function errorInfoOf(cause: unknown, signal: AbortSignal | undefined): ErrorInfo {
  if (GraphdownError.isInstance(cause)) return cause.toInfo();
  if (signal?.aborted === true) {
    return {
      code: "cancelled",
      message: "The call was cancelled by its caller.",
      next: "Call again if it is still wanted.",
    };
  }
  const kind = cause instanceof Error ? cause.name : typeof cause;
  return {
    code: "storage_failed",
    message: `The tool failed unexpectedly (${kind}).`,
    details: { reason: "unexpected", kind },
    next: "Try again; if it fails again, report it with the call's arguments.",
  };
}
