/** `--json`: runs a command's tool and prints the `ToolResult`. */
import { GraphdownError } from "../../base/errors.ts";
import type { CommandSession } from "./command.ts";
import { exitCodeOf } from "./exit-code.ts";

/** Calls a tool, prints its result as JSON and gives the exit code that fits. */
export async function printToolResult(session: CommandSession, name: string, input: unknown): Promise<number> {
  const context = await session.open({ tools: true });
  const result = await context.runToolCall({ id: "cli", name, input }, { signal: session.signal });
  session.terminal.progress.clear();
  await session.terminal.line(
    session.terminal.safe(JSON.stringify(result, null, session.terminal.interactive ? 2 : 0)),
  );
  return result.error === undefined ? 0 : exitCodeOf(result.error.code);
}

/** An option that must be a whole number. */
export function wholeNumber(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new GraphdownError({
    code: "invalid_input",
    message: `--${name} must be a whole number, but got ${JSON.stringify(text)}.`,
    details: { option: name },
    next: `Give --${name} a number such as 20.`,
  });
}

/** Only what was given, so that a tool's schema sees no empty parameters. */
export function defined(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
