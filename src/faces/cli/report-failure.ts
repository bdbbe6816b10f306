/** Tells a failure on standard error, or as a `ToolResult` where JSON is printed, and gives the exit code. */
import { type ErrorInfo, GraphdownError } from "../../base/errors.ts";
import { asCommands } from "./command-hint.ts";
import { exitCodeOf } from "./exit-code.ts";
import { printFailedResult } from "./print-tool-result.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface Failure {
  readonly cause: unknown;
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export async function reportFailure({ cause, terminal, json, signal, environment }: Failure): Promise<number> {
  terminal.progress.clear();
  const error = describeFailure(cause, signal);
  if (environment["GRAPHDOWN_DEBUG"] && cause instanceof Error) terminal.note(cause.stack ?? cause.message);
  if (json) return printFailedResult(terminal, error);
  terminal.note(`graphdown: ${error.message} [${error.code}]`);
  if (error.next !== undefined) terminal.note(`  ${asCommands(error.next)}`);
  return exitCodeOf(error.code);
}

/** Of what is not our error only its kind is told: its text may show paths of the host. */
export function describeFailure(cause: unknown, signal?: AbortSignal): ErrorInfo {
  if (signal?.aborted === true) return { code: "cancelled", message: "Stopped before the end." };
  if (GraphdownError.isInstance(cause)) return cause.toInfo();
  const kind = cause instanceof Error ? cause.name : typeof cause;
  return {
    code: "storage_failed",
    message: `Unexpected failure (${kind}).`,
    details: { reason: "unexpected", kind },
    next: "Run it again with GRAPHDOWN_DEBUG=1 to see where, and report that.",
  };
}
