/** Says on standard error which files an answer is without. */
import type { Skipped } from "../../base/cut.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Names in one line at most; `--json` has more. */
const shown = 3;

/** Notes what was left out, if anything was. */
export function noteSkipped(terminal: Terminal, skipped: Skipped | undefined): void {
  if (skipped === undefined) return;
  const { count, first } = skipped;
  const names = first.slice(0, shown).map(({ path, reason }) => `${path} (${reason.replaceAll("_", " ")})`);
  const more = count - names.length;
  terminal.note(`left out: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
}
