/** Runs one call of a tool. Whatever happens, the answer is a value with the id of the call. */
import { type ErrorInfo, GraphdownError } from "../base/errors.ts";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";
import type { ToolCall, ToolEvent, ToolResult } from "../context/tool-contract.ts";
import { findTool } from "./find-tool.ts";
import { readArguments } from "./read-arguments.ts";

/**
 * Looks the tool up, checks the arguments, runs the handler and tells `context.emit` of it. Never throws: a failure, an abort included,
 * is a result with `ok: false` and the error as data.
 */
export async function runToolCall(
  tools: readonly ToolDefinition[],
  call: ToolCall,
  context: ToolContext,
): Promise<ToolResult> {
  const started = performance.now();
  const emit = createEmitter(call, context);
  emit({ type: "tool.started" });
  try {
    context.signal?.throwIfAborted();
    const tool = findTool(tools, call.name);
    const data = await tool.handler(readArguments(tool, call.input), context);
    const summary = tool.summarise(data);
    const status = tool.isPartial(data) ? "partial" : "done";
    emit({ type: "tool.done", durationMs: performance.now() - started, summary });
    return { id: call.id, ok: true, status, summary, data };
  } catch (cause) {
    const error = errorInfoOf(cause, context.signal);
    emit({ type: "tool.failed", durationMs: performance.now() - started, error });
    return { id: call.id, ok: false, status: "failed", summary: `${call.name} failed: ${error.message}`, error };
  }
}

type EventPart = Partial<ToolEvent> & Pick<ToolEvent, "type">;

/** Tells the listener what happens; its own faults must not cost a model its answer. */
function createEmitter(call: ToolCall, context: ToolContext): (event: EventPart) => void {
  const { actor, session, trace } = context;
  return (event) => {
    try {
      context.emit?.({
        time: new Date().toISOString(),
        tool: call.name,
        call: call.id,
        actor,
        session,
        trace,
        ...event,
      });
    } catch {
      // Where a log can't be written, there is no better place to say so.
    }
  };
}

/** Any thrown value as error data; of what is not our error only its kind is told, since its text may show paths of the host. */
function errorInfoOf(cause: unknown, signal: AbortSignal | undefined): ErrorInfo {
  if (signal?.aborted === true && cause === signal.reason) return cancelled;
  if (GraphdownError.isInstance(cause)) return cause.toInfo();
  if (signal?.aborted === true) return cancelled;
  const kind = cause instanceof Error ? cause.name : typeof cause;
  return {
    code: "storage_failed",
    message: `The tool failed unexpectedly (${kind}).`,
    details: { reason: "unexpected", kind },
    next: "Try again; if it fails again, report it with the call's arguments.",
  };
}

const cancelled: ErrorInfo = {
  code: "cancelled",
  message: "The call was cancelled by its caller.",
  next: "Call again if it is still wanted.",
};
