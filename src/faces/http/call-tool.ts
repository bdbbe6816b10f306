/** Calls a tool for a request, and tells its failure in the words of HTTP. */
import type { ErrorInfo } from "../../base/errors.ts";
import type { ToolContext, ToolDefinition } from "../../context/file-context.ts";
import type { ToolResult } from "../../context/tool-contract.ts";
import { runToolCall } from "../../tools/run-tool-call.ts";
import { permissionsOf } from "./caller.ts";
import { countToolCall } from "./count-tool-call.ts";
import { type Exchange, json } from "./exchange.ts";
import { respondWithError } from "./problem.ts";

export interface HttpToolCall {
  /** A tool of the workspace by its name, or one that only this face has. */
  readonly tool: string | ToolDefinition;
  readonly input: unknown;
  /** The answer is never put aside to be read in parts. Default `false`. */
  readonly wholeResults?: boolean;
  /** What a tool of this face gets besides its arguments. */
  readonly parts?: object;
  /** Ends the call. Default: that of the request. */
  readonly signal?: AbortSignal;
}

export async function callTool(
  exchange: Exchange,
  { tool, input, wholeResults = false, parts = {}, signal = exchange.request.signal }: HttpToolCall,
): Promise<ToolResult> {
  const { context, service, caller, requestId, session, trace } = exchange;
  const about: Omit<ToolContext, "files"> = {
    actor: caller.actor,
    role: caller.role,
    session,
    trace,
    requestId,
    permissions: permissionsOf(caller),
    wholeResults,
    signal,
    emit: service.onEvent,
  };
  // Not the caller's to choose: what an answer is kept under must not be guessed by others.
  const id = crypto.randomUUID();
  const result =
    typeof tool === "string"
      ? await context.runToolCall({ id, name: tool, input }, about)
      : await runToolCall([tool], { id, name: tool.name, input }, { ...about, ...parts, files: context });
  const definition = typeof tool === "string" ? context.tools().find(({ name }) => name === tool) : tool;
  countToolCall(exchange, definition?.name, result);
  if (result.ok && definition !== undefined && definition.effect !== "read") service.mcp?.filesChanged(context);
  return result;
}

/** The data of a call that was done; a failure is thrown as {@link ToolFailure}. */
export async function dataOf(exchange: Exchange, call: HttpToolCall): Promise<unknown> {
  const result = await callTool(exchange, call);
  if (result.error !== undefined) throw new ToolFailure(result.error);
  return result.data;
}

/** A failed call on its way to the response. */
export class ToolFailure extends Error {
  readonly error: ErrorInfo;

  constructor(error: ErrorInfo) {
    super(error.message);
    this.error = error;
  }
}

/** A problem; or, for a call that waits for approval, 202 with the request that has to be answered. */
export function respondWithToolError(exchange: Exchange, error: ErrorInfo): Response {
  const approval = error.details?.["approval"] as { readonly id?: string } | undefined;
  if (error.code !== "approval_required" || approval?.id === undefined) return respondWithError(error);
  const headers = { Location: `${exchange.base}/v1/approvals/${approval.id}`, "Cache-Control": "no-store" };
  return json({ ...approval, next: error.next }, { status: 202, headers });
}
