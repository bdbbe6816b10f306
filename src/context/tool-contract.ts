/** What goes in and out of a tool call, bound to no agent framework. The tools themselves are in `tools/`. */
import type { ErrorInfo } from "../base/errors.ts";

/** What a tool may change: nothing, files, their existence, or the agent's memory. */
export type ToolEffect = "read" | "write" | "delete" | "memory";

/** Hints for clients, named as MCP names them. */
export interface ToolAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

/** A call as a model makes it. `id` is the caller's and comes back in the result. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The answer to one call. Every failure is a value here, never an exception. */
export interface ToolResult {
  readonly id: string;
  readonly ok: boolean;
  /** `partial`: work on several files of which some is left undone; what and why is in `data`. */
  readonly status: "done" | "partial" | "failed";
  readonly summary: string;
  readonly data?: unknown;
  readonly error?: ErrorInfo;
}

/** What happened to a call, for logs. */
export interface ToolEvent {
  readonly type: "tool.started" | "tool.done" | "tool.failed";
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly tool: string;
  readonly call: string;
  readonly actor?: string | undefined;
  readonly session?: string | undefined;
  readonly trace?: string | undefined;
  readonly durationMs?: number;
  readonly summary?: string;
  readonly error?: ErrorInfo;
}
