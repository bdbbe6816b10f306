/** Prints what became of a file: the difference on standard output, one sentence on standard error. */
import type { Terminal } from "./terminal/terminal.ts";

/** The parts of an answer that are shown. */
export interface ShownChange {
  readonly path: string;
  readonly version?: string;
  readonly created?: boolean;
  readonly dryRun?: true;
  readonly repeated?: true;
  readonly diff?: string;
}

/** `what` is the verb in the past: `replaced`, `written`. */
export async function printChange(terminal: Terminal, what: string, change: ShownChange): Promise<void> {
  const { path, version, created, dryRun, repeated, diff } = change;
  await printDifference(terminal, diff);
  const verb = created === true ? "created" : what;
  const told = dryRun === true ? `would be ${verb}, but nothing was changed` : verb;
  terminal.note(`${path}: ${told}${version === undefined ? "" : ` (version ${version})`}`);
  noteRepeat(terminal, repeated);
}

/** Says that what was told was done before. */
export function noteRepeat(terminal: Terminal, repeated: true | undefined): void {
  if (repeated) terminal.note("an earlier call with this key has done it; nothing was changed now");
}

/** Prints a unified diff; nothing for none. */
export async function printDifference(terminal: Terminal, diff = ""): Promise<void> {
  if (diff === "") return;
  for (const line of diff.replace(/\n$/, "").split("\n")) await terminal.line(styled(terminal, line));
}

function styled(terminal: Terminal, line: string): string {
  const safe = terminal.safe(line);
  if (line.startsWith("+")) return terminal.style("green", safe);
  if (line.startsWith("-")) return terminal.style("red", safe);
  return line.startsWith("@@") ? terminal.style("cyan", safe) : safe;
}
