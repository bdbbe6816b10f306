/** Finds the words of a sorted list that are almost a given one. */

/**
 * The words that at most `distance` letters changed, left out or added make of `word`, with how many it takes. Equal beginnings of neighbours
 * are compared once, so it pays that the words are sorted, whatever by, as long as words with the same beginning stand together.
 */
export function wordsWithin(words: readonly string[], word: string, distance: number): Map<string, number> {
  const found = new Map<string, number>();
  const width = word.length + 1;
  // Row `n` holds the distances of the first `n` letters of the present word to each beginning of the given one.
  const longest = word.length + distance;
  const rows = new Uint16Array(width * (longest + 1));
  for (let column = 0; column < width; column++) rows[column] = column;
  let before = "";
  let filled = 0;
  // The length of the shortest beginning that is too far from everything; words that share it are not looked at.
  let hopeless = Number.POSITIVE_INFINITY;
  for (const candidate of words) {
    let shared = 0;
    const limit = Math.min(before.length, candidate.length, hopeless);
    while (shared < limit && candidate.charCodeAt(shared) === before.charCodeAt(shared)) shared++;
    if (shared === hopeless) continue;
    before = candidate;
    hopeless = Number.POSITIVE_INFINITY;
    if (candidate.length > longest) {
      filled = Math.min(filled, shared);
      continue;
    }
    let row = Math.min(filled, shared);
    for (; row < candidate.length; row++) {
      if (nextRow(rows, row, word, candidate.charCodeAt(row)) <= distance) continue;
      hopeless = row + 1;
      break;
    }
    filled = Math.min(row, candidate.length);
    if (hopeless !== Number.POSITIVE_INFINITY) continue;
    const reached = rows[candidate.length * width + word.length] as number;
    if (reached <= distance) found.set(candidate, reached);
  }
  return found;
}

/** Fills the row behind `row` for one more letter. Gives its smallest number. */
function nextRow(rows: Uint16Array, row: number, word: string, letter: number): number {
  const width = word.length + 1;
  const above = row * width;
  const present = above + width;
  let smallest = row + 1;
  rows[present] = row + 1;
  for (let column = 1; column < width; column++) {
    const changed = (rows[above + column - 1] as number) + (word.charCodeAt(column - 1) === letter ? 0 : 1);
    const added = (rows[present + column - 1] as number) + 1;
    const leftOut = (rows[above + column] as number) + 1;
    const least = Math.min(changed, added, leftOut);
    rows[present + column] = least;
    if (least < smallest) smallest = least;
  }
  return smallest;
}
