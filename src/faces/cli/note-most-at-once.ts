/** Says that more was asked for than one answer holds. */
import type { Terminal } from "./terminal/terminal.ts";

/** For an answer that goes on: nothing is said where it holds as many as were asked for, or no number was named. */
export function noteMostAtOnce(
  terminal: Terminal,
  { asked, given, noun }: { readonly asked: number | undefined; readonly given: number; readonly noun: string },
): void {
  if (asked === undefined || asked <= given) return;
  terminal.note(`${asked} were asked for, and one answer holds at most ${given} ${noun}`);
}
