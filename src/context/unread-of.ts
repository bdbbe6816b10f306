/** Files that look like Markdown and were not read, as a part of answers. */

import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ContextSelection } from "./context-options.ts";

/** Endings besides `.md` that hold Markdown. */
const markdownEndings: readonly string[] = ["mdx", "markdown", "mdown", "mkd", "qmd", "rmd"];

/** Files that hold Markdown by their ending but are no documents, since `markdownGlob` was left at its default. */
export interface UnreadMarkdown {
  readonly count: number;
  /** How many there are of each ending, most first. */
  readonly endings: readonly { readonly ending: string; readonly count: number }[];
}

/** The field `unread`, absent where there is none, and where the caller has said which files are documents. */
export function unreadOf(
  { otherPaths }: Snapshot,
  { markdownGlob }: ContextSelection,
): { readonly unread?: UnreadMarkdown } {
  if (markdownGlob !== undefined) return {};
  const counts = new Map<string, number>();
  for (const path of otherPaths) {
    const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
    if (markdownEndings.includes(ending)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  if (counts.size === 0) return {};
  const endings = Array.from(counts, ([ending, count]) => ({ ending, count }));
  endings.sort((a, b) => b.count - a.count || (a.ending < b.ending ? -1 : 1));
  return { unread: { count: endings.reduce((sum, { count }) => sum + count, 0), endings } };
}
