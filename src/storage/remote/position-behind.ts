/** Where a listing of a bucket goes on to pass over a folder. */
import { compareCodePoints } from "../../base/compare-code-points.ts";

/** The last character there is: behind all names but those that begin with it. */
const lastCharacter = "\u{10ffff}";

/**
 * A key that is behind all below the folder, if `last`, the last key that was listed, lies in it. `undefined` where it does not, and where
 * `last` is behind that key itself: to go on from there would list the same again.
 */
export function positionBehind(folder: string, last: string | undefined): string | undefined {
  const position = `${folder}/${lastCharacter}`;
  return last?.startsWith(`${folder}/`) && compareCodePoints(last, position) < 0 ? position : undefined;
}
