/** Kinds of rows: what the lines of a text give, and in the end what JavaScript reads. The first word of a row is its kind. */

/** Four words: kind, start, end, and one of its own. */
export const rowWords: i32 = 4;

export const none: i32 = 0;
export const quote: i32 = 1;
/** The fourth word: 0 for an item without a task mark, 1 for one that is open, 2 for one that is done. */
export const item: i32 = 2;
export const table: i32 = 3;
/** The first paragraph of an item. */
export const firstParagraph: i32 = 4;
/** Inline content of a paragraph or a cell. */
export const content: i32 = 5;
/** The fourth word: depth, and 8 more for one whose content is the row after it. */
export const heading: i32 = 6;
export const code: i32 = 7;
export const htmlBlock: i32 = 8;
/** Nine words: kind, start, end, then start and end of label, destination and title (−1 for none). */
export const definition: i32 = 9;
export const definitionWords: i32 = 9;
export const inlineCode: i32 = 10;
export const inlineHtml: i32 = 11;
/** Three words. */
export const opaqueWords: i32 = 3;
/**
 * Kind, start, end, `linkForms`, start and end of destination and title (−1 for none), the number of the definition, and three words of
 * text: what it is (`textForms`), and two places.
 */
export const link: i32 = 12;
export const linkWords: i32 = 12;
/** Kind, start, end, depth, three words of text. */
export const headingText: i32 = 13;
export const headingWords: i32 = 7;
/** Kind, count of pieces, then three words each: what it is (`textForms`), start, end. */
export const pieces: i32 = 14;

/** Bits of a link's form. */
export const imageBit: i32 = 1;
export const referenceBit: i32 = 2;
export const autolinkBit: i32 = 4;
/** The destination is that of a literal without its protocol. */
export const hostBit: i32 = 8;
/** The destination is an e-mail address. */
export const addressBit: i32 = 16;

/** Texts: a part of the source as it is, a part with entities and escapes, a line feed, the content of code, a row of pieces. */
export const plain: i32 = 0;
export const encoded: i32 = 1;
export const lineBreak: i32 = 2;
export const codeText: i32 = 3;
export const inPieces: i32 = 4;
