/** The mask: ranges of a text in which none of our own syntax is looked for, sorted and without overlap. */

/** What a masked range is; a sum of these says which kinds a scanner means. */
export const opaque = {
  /** Fenced, indented and inline code. */
  code: 1,
  /** Raw HTML, and tags of JSX in MDX. */
  html: 2,
  /** What is not shown of a link: destination, title, label; whole definitions. */
  destination: 4,
  /** An autolink: destination and text at once. */
  address: 8,
  /** `%% … %%`, and comments of MDX. */
  comment: 16,
  math: 32,
  /** Import and export lines of MDX. */
  script: 64,
  /** A whole wikilink; only in the mask for tags and properties. */
  wikilink: 128,
} as const;

/** Parallel lists, one entry a range. Flat numbers, since there are many and they are short-lived. */
export interface OpaqueRanges {
  /** How many ranges there are; the lists have nothing behind them, though they may have room. */
  count: number;
  readonly starts: number[];
  readonly ends: number[];
  readonly kinds: number[];
}

/**
 * An empty list to append to, with room for some ranges: lists that grow by themselves take room for many at once, and most of these stay
 * short.
 */
export function createRanges(room: number = 0): OpaqueRanges {
  return { count: 0, starts: new Array(room), ends: new Array(room), kinds: new Array(room) };
}

/** The empty list, shared: nothing is ever appended to it. */
export const noRanges: OpaqueRanges = createRanges();

/** Appends a range; it must not start before the last one unless `sortRanges` is called afterwards. Empty ranges are left out. */
export function appendRange(ranges: OpaqueRanges, start: number, end: number, kind: number): void {
  if (end <= start) return;
  const index = ranges.count++;
  ranges.starts[index] = start;
  ranges.ends[index] = end;
  ranges.kinds[index] = kind;
}

/** The same ranges by their start; the list itself when it is in order already. */
export function sortRanges(ranges: OpaqueRanges): OpaqueRanges {
  const { count, starts, ends, kinds } = ranges;
  let sorted = true;
  for (let index = 1; index < count && sorted; index++) {
    sorted = (starts[index - 1] as number) <= (starts[index] as number);
  }
  if (sorted) return ranges;
  const order = Array.from({ length: count }, (_, index) => index);
  order.sort((a, b) => (starts[a] as number) - (starts[b] as number) || a - b);
  return {
    count,
    starts: order.map((index) => starts[index] as number),
    ends: order.map((index) => ends[index] as number),
    kinds: order.map((index) => kinds[index] as number),
  };
}

/**
 * The union of two sorted lists. Where ranges overlap the one that starts first keeps its extent and the other what reaches past it;
 * of two that start together the longer one counts.
 */
export function mergeRanges(first: OpaqueRanges, second: OpaqueRanges): OpaqueRanges {
  if (second.count === 0) return first;
  if (first.count === 0) return second;
  const merged = createRanges(first.count + second.count);
  const walk = new MergedWalk(first, second);
  while (walk.next()) appendRange(merged, walk.start, walk.end, walk.kind);
  return merged;
}

/** Goes over the union of two sorted lists as {@link mergeRanges} gives it, without making a list of it. */
export class MergedWalk {
  /** The range that was reached last. */
  start = 0;
  end = 0;
  kind = 0;
  readonly #first: OpaqueRanges;
  readonly #second: OpaqueRanges;
  #left = 0;
  #right = 0;

  constructor(first: OpaqueRanges, second: OpaqueRanges) {
    this.#first = first;
    this.#second = second;
  }

  /** Goes to the next range; `false` when there is none. */
  next(): boolean {
    const first = this.#first;
    const second = this.#second;
    while (this.#left < first.count || this.#right < second.count) {
      const leftStart = first.starts[this.#left] ?? Number.POSITIVE_INFINITY;
      const rightStart = second.starts[this.#right] ?? Number.POSITIVE_INFINITY;
      const takeLeft =
        leftStart < rightStart ||
        (leftStart === rightStart && (first.ends[this.#left] as number) >= (second.ends[this.#right] as number));
      if (takeLeft ? this.#take(first, this.#left++) : this.#take(second, this.#right++)) return true;
    }
    return false;
  }

  /** Takes what a range has past the last one; `false` when that is nothing. */
  #take(ranges: OpaqueRanges, index: number): boolean {
    const end = ranges.ends[index] as number;
    if (end <= this.end) return false;
    this.start = Math.max(ranges.starts[index] as number, this.end);
    this.end = end;
    this.kind = ranges.kinds[index] as number;
    return true;
  }
}

/** Index of the first range that ends after `offset`: the one that holds it, or the next one. */
export function firstRangeAfter(ranges: OpaqueRanges, offset: number): number {
  let low = 0;
  let high = ranges.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges.ends[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The end of the range that holds `offset`; −1 when none of the kinds does. */
export function opaqueEndAt(ranges: OpaqueRanges, offset: number, kinds = 255): number {
  const index = firstRangeAfter(ranges, offset);
  if (index >= ranges.count || (ranges.starts[index] as number) > offset) return -1;
  return ((ranges.kinds[index] as number) & kinds) === 0 ? -1 : (ranges.ends[index] as number);
}
