/** Whether a difference is none. */
import type { GraphDifference } from "./diff.ts";

/** Whether no document and no link is different; then nothing else is. */
export function isNoDifference({ documents, links }: Pick<GraphDifference, "documents" | "links">): boolean {
  return [...Object.values(documents), ...Object.values(links)].every(({ length }) => length === 0);
}
