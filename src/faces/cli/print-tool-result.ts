/** `--json`: runs a command's tool and prints the `ToolResult`. */
import type { ErrorInfo } from "../../base/errors.ts";
import type { ToolResult } from "../../context/tool-contract.ts";
import type { CommandSession } from "./command.ts";
import { exitCodeOf } from "./exit-code.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Calls of one run of the command line need no names of their own. */
const callId = "cli";

/** Calls a tool, prints its result as JSON and gives the exit code that fits: of an answer by `codeOf`, which is 0 by default. */
export async function printToolResult(
  session: CommandSession,
  name: string,
  input: unknown,
  codeOf: (data: unknown) => number = () => 0,
): Promise<number> {
  const context = await session.open({ tools: true });
  const result = await context.runToolCall({ id: callId, name, input }, { signal: session.signal, wholeResults: true });
  const code = await print(session.terminal, result);
  return result.error === undefined ? codeOf(result.data) : code;
}

/** Prints what a command without a tool of its own found, in the same shape. */
export function printData(session: CommandSession, summary: string, data: object): Promise<number> {
  return print(session.terminal, { id: callId, ok: true, status: "done", summary, data });
}

/** Prints a failure from before the call, such as a folder that does not exist, in the same shape. */
export function printFailedResult(terminal: Terminal, error: ErrorInfo): Promise<number> {
  return print(terminal, { id: callId, ok: false, status: "failed", summary: error.message, error });
}

async function print(terminal: Terminal, result: ToolResult): Promise<number> {
  terminal.progress.clear();
  await terminal.json(result);
  return result.error === undefined ? 0 : exitCodeOf(result.error.code);
}
