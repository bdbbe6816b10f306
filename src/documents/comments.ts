/** Finds `%% comments %%`, within a line or over several. */
import { marksPair, nextUnmasked } from "./mark-pairs.ts";
import { appendRange, createRanges, noRanges, type OpaqueRanges, opaque } from "./opaque-ranges.ts";

/** Ranges of the comments from `from` on, marks included. A mark without a partner is text. */
export function findComments(text: string, from: number, mask: OpaqueRanges): OpaqueRanges {
  if (!text.includes("%%", from)) return noRanges;
  const found = createRanges();
  let open = nextUnmasked(text, "%%", from, mask);
  while (open !== -1) {
    const close = nextUnmasked(text, "%%", open + 2, mask);
    if (close === -1) break;
    if (marksPair({ text, open, close, closesAlone: false })) {
      appendRange(found, open, close + 2, opaque.comment);
      open = nextUnmasked(text, "%%", close + 2, mask);
    } else {
      open = close;
    }
  }
  return found;
}
