/** Kinds of characters that make a name mean or look like something else: one definition for paths, globs and messages. */

/** Control characters (C0, DEL, C1). */
export const controlCharacter: RegExp = /\p{Cc}/u;

/** Characters that reorder the text around them, and the line and paragraph separators. */
export const reorderingCharacter: RegExp = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Half of a surrogate pair: it has no UTF-8 form, so it would come back as another name. */
export const unpairedSurrogate: RegExp = /\p{Cs}/u;

/** All characters that show nothing and that some systems drop when they compare names. */
const ignorableCharacters = /\p{Default_Ignorable_Code_Point}+/gu;

/** A text without its ignorable characters. */
export function withoutIgnorable(text: string): string {
  return text.replace(ignorableCharacters, "");
}
