/** How far a pair of marks (`%% … %%`, `$$ … $$`) may reach in a text. */
import { isBlank, isLineEnd } from "./character-class.ts";
import { type OpaqueRanges, opaqueEndAt } from "./opaque-ranges.ts";

/**
 * Whether the marks at `open` and `close`, two characters each, belong together: on one line always; over lines of one paragraph when
 * the opening mark is the first on its line; over blank lines when it stands alone there. So a stray mark never swallows a document.
 */
export function marksPair(text: string, open: number, close: number): boolean {
  let lines = false;
  let blankLine = false;
  let content = true;
  for (let index = open + 2; index < close; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) {
      if (unit === 13 && text.charCodeAt(index + 1) === 10) index++;
      if (lines && !content) blankLine = true;
      lines = true;
      content = false;
    } else if (!isBlank(unit) && unit !== 62) {
      content = true;
    }
  }
  if (!lines) return true;
  if (!isFirstOnLine(text, open)) return false;
  return !blankLine || isLastOnLine(text, open + 2);
}

/** Whether only blanks and quote marks stand before `offset` on its line. */
function isFirstOnLine(text: string, offset: number): boolean {
  let index = offset - 1;
  while (index >= 0 && (isBlank(text.charCodeAt(index)) || text.charCodeAt(index) === 62)) index--;
  return index < 0 || isLineEnd(text.charCodeAt(index));
}

function isLastOnLine(text: string, offset: number): boolean {
  let index = offset;
  while (isBlank(text.charCodeAt(index))) index++;
  return isLineEnd(text.charCodeAt(index));
}

/** The next place of `mark` at or after `from` that is not masked; −1 when there is none. */
export function nextUnmasked(text: string, mark: string, from: number, mask: OpaqueRanges): number {
  let at = text.indexOf(mark, from);
  while (at !== -1) {
    const end = opaqueEndAt(mask, at);
    if (end === -1) return at;
    at = text.indexOf(mark, end);
  }
  return -1;
}
