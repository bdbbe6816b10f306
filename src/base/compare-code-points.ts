/** The order in which everything of ours is sorted: by code point, the same on every machine. */

/** Compares two texts by their code points: negative, 0 or positive. JavaScript's own order differs above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return orderOf(left) - orderOf(right);
  }
  return a.length - b.length;
}

/** Code units of surrogates stand for code points above all others, so they sort after U+E000–U+FFFF. */
function orderOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
