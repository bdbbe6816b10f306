/** What is done to a text before any engine parses it, so that all read the same; no offset moves. */

/** A string that can say whether it has unpaired surrogates; in every runtime of ours, but not yet in the compiler's library. */
interface WellFormed {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** Replaces what parsers treat differently: unpaired surrogates and NUL by U+FFFD, a byte order mark at the start by a blank. */
export function prepareText(text: string): string {
  let prepared = text;
  if (!(text as unknown as WellFormed).isWellFormed()) prepared = (text as unknown as WellFormed).toWellFormed();
  if (prepared.includes("\0")) prepared = prepared.replaceAll("\0", "\uFFFD");
  if (prepared.startsWith("\uFEFF")) prepared = ` ${prepared.slice(1)}`;
  return prepared;
}
