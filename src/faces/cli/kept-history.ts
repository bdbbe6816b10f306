/** What the history of a location that the command line opens holds, in words: it opens stores with the default bounds. */
import { defaultHistory, maximumHistoryBytes } from "../../storage/node-disk/node-version-chain.ts";

const { versions, days } = defaultHistory;

/** What stays behind of a file that was deleted or moved away. */
export const keptCopyNote: string = `the history (.graphdown/versions) keeps copies of files of up to ${maximumHistoryBytes / 1024 ** 2} MiB, which can be read for ${days} days; docs/editing.md says how to clear it`;

/** How much of each path is kept. */
export const keptHistory: string = `kept in .graphdown/versions, deleted files too: at most ${versions} of each path, for ${days} days`;
