/** What was found in the inline content that is read, as far as the text of a heading, link or image may need it, in order. */
import { giveUp, maximumTokens, setWord, tokenBase, tokenSize, word } from "./memory.ts";

/** Nothing: a mark that is text. */
export const textToken: i32 = 0;
/** What a text leaves out: HTML, the brackets and the destination of a link. */
export const skippedToken: i32 = 1;
/** A run of delimiters: its character and its flags (`opens`, `closes`), how many are left, and how many there were. */
export const delimiterToken: i32 = 2;
/** Code: where its content begins and ends. */
export const codeToken: i32 = 3;
/** A line end with the blanks around it: where the line end begins and whether it is a hard one. */
export const breakToken: i32 = 4;
/** An escape or entity. */
export const encodedToken: i32 = 5;
/** An autolink: the part between the angles. */
export const autolinkToken: i32 = 6;
/** An image: the place of its row. */
export const imageToken: i32 = 7;
/** HTML. */
export const htmlToken: i32 = 8;

export let tokenCount: i32 = 0;

export function setTokenCount(count: i32): void {
  tokenCount = count;
}

export function tokenAt(index: i32): usize {
  return tokenBase + <usize>index * tokenSize;
}

/** Adds one and gives its number. */
export function addToken(kind: i32, start: i32, end: i32, first: i32, second: i32): i32 {
  if (tokenCount === maximumTokens) {
    giveUp(70);
    return 0;
  }
  const at = tokenAt(tokenCount);
  setWord(at, 0, kind);
  setWord(at, 1, start);
  setWord(at, 2, end);
  setWord(at, 3, first);
  setWord(at, 4, second);
  tokenCount += 1;
  return tokenCount - 1;
}

export function kindOf(index: i32): i32 {
  return word(tokenAt(index), 0);
}
