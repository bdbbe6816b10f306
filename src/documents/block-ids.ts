/** Finds `^block-ids`: names that writers put at the end of a paragraph or list item, or on a line of their own below a block. */
import { isBlank, isLineEnd } from "./character-class.ts";
import type { WrittenAnchor } from "./html-links.ts";
import { type OpaqueRanges, opaqueEndAt } from "./opaque-ranges.ts";

/** Every block id from `from` on that stands outside the mask, before the end of a line and after a blank or a line's start. */
export function findBlockIds(text: string, from: number, mask: OpaqueRanges): WrittenAnchor[] {
  const found: WrittenAnchor[] = [];
  for (let at = text.indexOf("^", from); at !== -1; at = text.indexOf("^", at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (at > 0 && !isBlank(before) && !isLineEnd(before)) continue;
    const end = nameEnd(text, at + 1);
    if (end === at + 1) continue;
    let rest = end;
    while (isBlank(text.charCodeAt(rest))) rest++;
    if (!isLineEnd(text.charCodeAt(rest)) || opaqueEndAt(mask, at) !== -1) continue;
    found.push({ name: text.slice(at + 1, end), kind: "block", offset: at });
  }
  return found;
}

/** The end of a run of ASCII letters, digits, `-` and `_`. */
function nameEnd(text: string, start: number): number {
  let index = start;
  for (; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const named =
      (unit >= 97 && unit <= 122) ||
      (unit >= 65 && unit <= 90) ||
      (unit >= 48 && unit <= 57) ||
      unit === 45 ||
      unit === 95;
    if (!named) break;
  }
  return index;
}
