/** What goes in and out of a tool call, bound to no agent framework. The tools themselves are in `tools/`. */
import type { ErrorInfo } from "../base/errors.ts";
import type { ApprovalRequest } from "../guard/approvals/approval-request.ts";

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
  /** What the tool's output schema describes; of an answer that was too large to be inline, an {@link ArtifactAnswer}. */
  readonly data?: unknown;
  /** Where an answer that was too large to be inline is kept. */
  readonly artifacts?: readonly Artifact[];
  readonly error?: ErrorInfo;
}

/** An answer that is kept to be read in parts. */
export interface Artifact {
  /** The path to give to `file_context_read_range`; only calls of the same session find it. */
  readonly path: string;
  readonly mediaType: string;
  /** Bytes of UTF-8, and lines. */
  readonly bytes: number;
  readonly lines: number;
}

/** An answer as a file. */
export interface AnswerFile {
  readonly text: string;
  /** Without the dot. */
  readonly extension: string;
  readonly mediaType: string;
}

/** What stands in `data` for an answer that became an artifact. */
export interface ArtifactAnswer {
  readonly artifact: Artifact;
  /** The first lines of the artifact. */
  readonly preview: string;
  /** `next` is the line after the preview. */
  readonly cut: { readonly reason: "bytes"; readonly next: number };
}

/** How the permission of a call was settled. */
export type CallDecision = "allowed" | "approved" | "denied" | "pending";

/** What a call spent on requests to storage that were repeated. */
export interface CallRetries {
  /** Requests that were repeated. */
  readonly count: number;
  /** Milliseconds of waiting before those, of requests side by side added up. */
  readonly waitedMs: number;
}

/** What is known of a call that has ended. */
export interface ToolCallRecord {
  /** When the call began. ISO 8601, UTC. */
  readonly time: string;
  readonly workspace: string;
  readonly tool: string;
  /** The caller's id of the call. */
  readonly call: string;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  readonly session?: string | undefined;
  readonly trace?: string | undefined;
  readonly requestId?: string | undefined;
  /** SHA-256 of the arguments as they were understood; absent where they were not. */
  readonly argumentsHash?: string;
  readonly paths: readonly string[];
  /** Versions by path, of files that a writing call named: before it, and after it where the tool tells. */
  readonly versionsBefore?: Readonly<Record<string, string>>;
  readonly versionsAfter?: Readonly<Record<string, string>>;
  readonly decision: CallDecision;
  /** The id of the approval request that settled the call or waits for an answer. */
  readonly approval?: string;
  readonly durationMs: number;
  /** Absent where no request was repeated. */
  readonly retries?: CallRetries;
  readonly status: ToolResult["status"];
  readonly summary: string;
  readonly error?: ErrorInfo;
}

/**
 * What happened to a call, for logs. `tool.denied`: refused by permissions or by a person; `tool.failed`: anything else, also a call that waits
 * for a person, whose `decision` is `pending`.
 */
export type ToolEvent =
  | ({ readonly type: "tool.started" } & Pick<
      ToolCallRecord,
      "time" | "workspace" | "tool" | "call" | "actor" | "role" | "session" | "trace" | "requestId"
    >)
  | ({ readonly type: "tool.done" | "tool.denied" | "tool.failed" } & ToolCallRecord)
  | {
      readonly type: "approval.asked" | "approval.answered";
      readonly time: string;
      readonly workspace: string;
      readonly approval: ApprovalRequest;
    };
