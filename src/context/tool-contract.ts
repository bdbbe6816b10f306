/** The shapes of what a model may call, bound to no agent framework. The tools themselves are in `tools/`. */
import type { z } from "zod";
import type { ErrorInfo } from "../base/errors.ts";
import type { FileContext } from "./file-context.ts";

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

/** What a handler may reach: storage only through `files`. */
export interface ToolContext {
  readonly files: FileContext;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  readonly session?: string | undefined;
  readonly trace?: string | undefined;
  /** Ends the call: the answer is `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Gets every event of the call (see {@link ToolEvent}). */
  readonly emit?: ((event: ToolEvent) => void) | undefined;
}

/** A tool: its contract, its work and how its answer reads. */
export interface ToolDefinition<Arguments extends object = object, Data extends object = object> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: z.ZodType<Arguments>;
  readonly outputSchema: z.ZodType<Data>;
  readonly effect: ToolEffect;
  readonly annotations: ToolAnnotations;
  /** Other spellings of parameter names that are accepted, each with the parameter it stands for. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Does the work; a failure is thrown as our error. */
  handler(args: Arguments, context: ToolContext): Promise<Data>;
  /** The answer as a model reads it. */
  render(data: Data): string;
  /** One sentence on what was done, for logs and summaries. */
  summarise(data: Data): string;
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
  /** `partial`: work on several files of which some is left; what is left is in `data`. */
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
