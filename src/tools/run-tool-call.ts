/** Runs one call of a tool. Whatever happens, the answer is a value with the id of the call. */
import { createDeadline } from "../base/deadline.ts";
import { type ErrorInfo, GraphdownError } from "../base/errors.ts";
import { meterRetries, type RetryMeter } from "../base/retry-meter.ts";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";
import type {
  CallDecision,
  CallRetries,
  ToolCall,
  ToolCallRecord,
  ToolEvent,
  ToolResult,
} from "../context/tool-contract.ts";
import { checkPaths, pathsOf, targetsOf, versionsOf } from "./call-targets.ts";
import { findTool } from "./find-tool.ts";
import { keepLargeData } from "./keep-large-data.ts";
import { readArguments } from "./read-arguments.ts";
import { requireApproval } from "./require-approval.ts";
import { requirePermission } from "./require-permission.ts";
import { sortedJson } from "./sorted-json.ts";
import { dataWithoutContent, errorWithoutContent } from "./without-content.ts";

/**
 * Looks the tool up, checks the arguments, the caller's permissions and approval, runs the handler and tells `context.emit` of each step. Never
 * throws: a failure, an abort included, is a result with `ok: false` and the error as data.
 */
export async function runToolCall(
  tools: readonly ToolDefinition[],
  call: ToolCall,
  given: ToolContext,
): Promise<ToolResult> {
  // A signal of the call's own, since callers may have one for many calls.
  const { signal, close } = createDeadline({ signal: given.signal });
  const context = { ...given, signal };
  const run = new CallRun(call, context, meterRetries(signal));
  run.tellStart();
  try {
    const result = await run.work(tools);
    run.tellEnd(result);
    return result;
  } catch (cause) {
    const told = errorInfoOf(cause, context.signal);
    const error = mayRead(context) ? told : errorWithoutContent(told);
    const result = {
      id: run.id,
      ok: false,
      status: "failed",
      summary: `${run.name} failed: ${error.message}`,
      error,
    } as const;
    run.tellEnd(result);
    return result;
  } finally {
    close();
  }
}

/** What is found out about a call while it runs. */
class CallRun {
  readonly id: string;
  readonly name: string;
  readonly #call: ToolCall;
  readonly #context: ToolContext;
  readonly #retries: RetryMeter;
  readonly #started = performance.now();
  readonly #time = new Date().toISOString();
  #argumentsHash: string | undefined;
  #paths: readonly string[] = [];
  #versionsBefore: Readonly<Record<string, string>> | undefined;
  #decision: CallDecision = "allowed";
  #approval: string | undefined;

  constructor(call: ToolCall, context: ToolContext, retries: RetryMeter) {
    // What a framework passes on may be anything at all.
    const given: Partial<ToolCall> = typeof call === "object" && call !== null ? call : {};
    this.#call = { id: given.id as string, name: given.name as string, input: given.input };
    this.#context = context;
    this.#retries = retries;
    this.id = this.#call.id;
    this.name = typeof this.#call.name === "string" ? this.#call.name : "a call without a name";
  }

  async work(tools: readonly ToolDefinition[]): Promise<ToolResult> {
    const context = this.#context;
    context.signal?.throwIfAborted();
    const tool = findTool(tools, this.#call.name, context.files.toolHost.permissions);
    const leave = context.files.toolHost.calls.enter(context.actor);
    try {
      return await this.#run(tool);
    } finally {
      leave();
    }
  }

  async #run(tool: ToolDefinition): Promise<ToolResult> {
    const context = this.#context;
    const { files, signal } = context;
    const given = readArguments(tool, this.#call.input);
    const argumentsHash = files.toolHost.sha256(encoder.encode(sortedJson(given)));
    this.#argumentsHash = argumentsHash;
    this.#paths = pathsOf(given);
    // What is no path is said before what may not be done.
    checkPaths(given);
    requirePermission(tool, context);
    if (tool.effect === "write" || tool.effect === "delete") {
      this.#versionsBefore = versionsOf(await targetsOf(files, given, signal));
    }
    const {
      args,
      request,
      data: known,
    } = await requireApproval({ tool, args: given, argumentsHash }, context, (type, approval) =>
      this.#emit({ type, time: new Date().toISOString(), workspace: files.toolHost.workspace, approval }),
    );
    if (request !== undefined) {
      this.#decision = "approved";
      this.#approval = request.id;
    }
    const data = known ?? (await tool.handler(args, context));
    const summary = tool.summarise(data);
    const status = tool.isPartial(data) ? "partial" : "done";
    const shown = mayRead(context) ? data : dataWithoutContent(data);
    const kept = await keepLargeData({ tool, call: this.#call, data: shown }, context);
    return { id: this.id, ok: true, status, summary, ...kept };
  }

  tellStart(): void {
    this.#emit({ type: "tool.started", ...this.#about() });
  }

  tellEnd(result: ToolResult): void {
    const { error } = result;
    const denied = error !== undefined && deniedCodes.has(error.code);
    if (denied) this.#decision = "denied";
    if (error?.code === "approval_required") this.#decision = "pending";
    const record: ToolCallRecord = {
      ...this.#about(),
      paths: this.#paths,
      ...(this.#argumentsHash === undefined ? {} : { argumentsHash: this.#argumentsHash }),
      ...(this.#versionsBefore === undefined ? {} : { versionsBefore: this.#versionsBefore }),
      ...(this.#versionsBefore === undefined ? {} : versionsAfter(result)),
      decision: this.#decision,
      ...(this.#approval === undefined ? {} : { approval: this.#approval }),
      durationMs: performance.now() - this.#started,
      ...(this.#retries.count === 0 ? {} : { retries: retriesOf(this.#retries) }),
      status: result.status,
      summary: result.summary,
      ...(error === undefined ? {} : { error }),
    };
    this.#emit({ type: error === undefined ? "tool.done" : denied ? "tool.denied" : "tool.failed", ...record });
  }

  #about(): Pick<
    ToolCallRecord,
    "time" | "workspace" | "tool" | "call" | "actor" | "role" | "session" | "trace" | "requestId"
  > {
    const { actor, role, session, trace, requestId, files } = this.#context;
    const { workspace } = files.toolHost;
    return {
      time: this.#time,
      workspace,
      tool: this.#call.name,
      call: this.id,
      actor,
      role,
      session,
      trace,
      requestId,
    };
  }

  /** Tells the listener; its own faults must not cost a model its answer. */
  #emit(event: ToolEvent): void {
    try {
      this.#context.emit?.(event);
    } catch {
      // Where a log can't be written, there is no better place to say so.
    }
  }
}

function mayRead({ permissions, files }: ToolContext): boolean {
  return permissions?.read !== false && files.toolHost.permissions.read;
}

const encoder = new TextEncoder();

const deniedCodes: ReadonlySet<string> = new Set(["permission_denied", "approval_denied"]);

function retriesOf({ count, waitedMs }: RetryMeter): CallRetries {
  return { count, waitedMs: Math.round(waitedMs) };
}

/** The version of the file that a call has written, as its answer tells it. */
function versionsAfter({ data }: ToolResult): Pick<ToolCallRecord, "versionsAfter"> {
  if (typeof data !== "object" || data === null) return {};
  const { path, version } = data as { readonly path?: unknown; readonly version?: unknown };
  return typeof path === "string" && typeof version === "string" ? { versionsAfter: { [path]: version } } : {};
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
