/** Prints what became of a file: the difference on standard output, one sentence on standard error. */
import type { Terminal } from "./terminal/terminal.ts";

/** The parts of an answer that are shown. */
export interface ShownChange {
  readonly path: string;
  readonly version?: string;
  readonly created?: boolean;
  readonly dryRun?: true;
  readonly diff?: string;
}

/** `what` is the verb in the past: `replaced`, `written`. */
export async function printChange(terminal: Terminal, what: string, change: ShownChange): Promise<void> {
  const { path, version, created, dryRun, diff = "" } = change;
  for (const line of diff.split("\n").slice(0, diff.endsWith("\n") ? -1 : undefined)) {
    if (diff !== "") await terminal.line(styled(terminal, line));
  }
  const verb = created === true ? "created" : what;
  const told = dryRun === true ? `would be ${verb}, but nothing was changed` : verb;
  terminal.note(`${path}: ${told}${version === undefined ? "" : ` (version ${version})`}`);
}

function styled(terminal: Terminal, line: string): string {
  const safe = terminal.safe(line);
  if (line.startsWith("+")) return terminal.style("green", safe);
  if (line.startsWith("-")) return terminal.style("red", safe);
  return line.startsWith("@@") ? terminal.style("cyan", safe) : safe;
}
