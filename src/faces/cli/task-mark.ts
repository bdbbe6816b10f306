/** The mark of a task, as it stands in its brackets. */
import type { DocumentOutline } from "../../context/file-context.ts";

export function taskMark({ done, state }: Partial<Pick<DocumentOutline["tasks"][number], "done" | "state">>): string {
  if (state !== undefined) return state === "cancelled" ? "-" : "/";
  return done === true ? "x" : " ";
}
