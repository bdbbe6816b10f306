/** Finds what somebody probably meant. */

/** The known name closest to `given` by edit distance, ignoring case and separators; `undefined` when none is close. */
export function nearestName(given: string, known: Iterable<string>): string | undefined {
  const wanted = simplified(given);
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(wanted, simplified(name), bestDistance);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, "");
}

/** Levenshtein distance, or `bound` when it is at least that. */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const cost = Math.min(substitution, (previous[column] as number) + 1, (current[column - 1] as number) + 1);
      current.push(cost);
      if (cost < smallest) smallest = cost;
    }
    if (smallest >= bound) return bound;
    previous = current;
  }
  return Math.min(previous[b.length] as number, bound);
}
