/** Paths and names as messages may show them. */

const shownCharacters = 200;

/** Everything that could end a line, drive a terminal, reorder the text around it or hide in it. */
const unsafe =
  /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/**
 * A text made safe to echo in a message: control, reordering, invisible and unpaired characters become `\u{…}`, and more than
 * 200 characters are cut with `…`. The result is for people to read; it does not address anything.
 */
export function showPath(text: string): string {
  // Cut before escaping, so that the cost does not grow with what a hostile caller sends.
  const cut = text.length > shownCharacters;
  const head = cut ? text.slice(0, endOfCut(text)) : text;
  return cut ? `${escapeUnsafe(head)}…` : escapeUnsafe(head);
}

/** As {@link showPath}, but whole: for who has to judge by the text. What it costs grows with the text. */
export function escapeUnsafe(text: string): string {
  return text.replace(unsafe, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}

/** Does not cut a surrogate pair in two. */
function endOfCut(text: string): number {
  const last = text.charCodeAt(shownCharacters - 1);
  return last >= 0xd800 && last <= 0xdbff ? shownCharacters - 1 : shownCharacters;
}
