/** Says on standard error what was asked for by a name that nothing has. */
import type { UnknownName } from "../../base/unknown-name.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Notes each name with what was probably meant; `says` makes the sentence from the name in quotes. */
export function noteUnknown(
  terminal: Terminal,
  unknown: readonly UnknownName[] | undefined,
  says: (name: string) => string,
): void {
  for (const { name, near } of unknown ?? []) {
    const meant = near.length === 0 ? "" : `; did you mean ${near.map((each) => JSON.stringify(each)).join(" or ")}?`;
    terminal.note(`${says(JSON.stringify(name))}${meant}`);
  }
}
