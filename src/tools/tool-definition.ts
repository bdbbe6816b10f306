/** The shapes of what a model may call, bound to no agent framework. */
import type { z } from "zod";
import type { ErrorInfo } from "../base/errors.ts";
import type { FileContext } from "../context/file-context.ts";

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
  readonly signal?: AbortSignal | undefined;
}

/** A tool: its contract, its work and how its answer reads. */
// biome-ignore lint/suspicious/noExplicitAny: a list holds tools of every argument type; createTool keeps each one exact.
export interface ToolDefinition<Arguments = any, Data = any> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: z.ZodType<Arguments>;
  readonly outputSchema: z.ZodType<Data>;
  readonly effect: ToolEffect;
  readonly annotations: ToolAnnotations;
  /** Other spellings of parameter names that are accepted, each with the name it stands for. */
  readonly aliases: Readonly<Record<string, string>>;
  handler(args: Arguments, context: ToolContext): Promise<Data>;
  /** The answer as a model reads it. */
  render(data: Data): string;
  /** One sentence on what was done, for logs and summaries. */
  summarise(data: Data): string;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The answer to one call. Never an exception. */
export interface ToolResult {
  readonly id: string;
  readonly ok: boolean;
  readonly status: "done" | "partial" | "failed";
  readonly summary: string;
  readonly data?: unknown;
  readonly artifacts?: readonly { readonly path: string; readonly bytes: number; readonly mediaType: string }[];
  readonly error?: ErrorInfo;
  readonly auditToken?: string;
}
