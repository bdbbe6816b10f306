/** Changes of a text as data: which characters go and what comes in their place. */

/** Replaces the characters from `start` up to, not including, `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes all changes at once. They refer to the text as it is, in the order of their places, and do not overlap. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of edits) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}
