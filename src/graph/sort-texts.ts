/** Sorts texts by code point, fast where that is the same as by code unit. */
import { compareCodePoints } from "../base/compare-code-points.ts";

const astral = /[\ud800-\udfff]/;

/** The texts in the order of their code points, as a new list. */
export function sortTexts(texts: Iterable<string>): string[] {
  const list = [...texts];
  // Code units order the same as code points unless a text reaches beyond the basic plane.
  return list.some((text) => astral.test(text)) ? list.sort(compareCodePoints) : list.sort();
}
