/** Lists that are kept for long. */

/**
 * A list as short as its items: one that grew item by item keeps room for more, which adds up where there are very many. Empty lists are one
 * and the same. The list that is given may not be changed afterwards.
 */
export function keptList<Item>(items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? emptyList : items.slice();
}

/** The list of nothing. */
export const emptyList: readonly never[] = [];
