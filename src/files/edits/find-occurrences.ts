/** Finds every place where one text starts in another, overlapping ones too, in time that grows with both lengths and no more. */

/** Calls `visit` with the offset of each occurrence, in order. `needle` is not empty. */
export function findOccurrences(text: string, needle: string, visit: (offset: number) => void): void {
  const first = text.indexOf(needle[0] as string);
  if (first === -1) return;
  // Knuth, Morris and Pratt: what the runtime offers can take the product of both lengths where a text repeats itself.
  const borders = bordersOf(needle);
  let matched = 0;
  for (let index = first; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (needle.charCodeAt(matched) === unit) matched++;
    if (matched < needle.length) continue;
    visit(index - needle.length + 1);
    matched = borders[matched - 1] as number;
  }
}

/** For each start of the needle: the length of its longest proper end that is a start of the needle too. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let matched = 0;
  for (let index = 1; index < needle.length; index++) {
    const unit = needle.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (needle.charCodeAt(matched) === unit) matched++;
    borders[index] = matched;
  }
  return borders;
}
