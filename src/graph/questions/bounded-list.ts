/** Lists of answers that must stay small whatever they are about. */

/** The first entries of a list, and how many there are in all. */
export interface BoundedList<Entry> {
  readonly count: number;
  readonly first: readonly Entry[];
}

/** Most entries of one list. */
export const maximumEntries = 10;

/** The first items, at most 10, whose characters together stay within the bound. */
export function boundList<Entry>(list: {
  readonly items: readonly Entry[];
  readonly maximumCharacters: number;
  readonly lengthOf: (item: Entry) => number;
}): BoundedList<Entry> {
  const first: Entry[] = [];
  let characters = 0;
  for (const item of list.items) {
    characters += list.lengthOf(item);
    if (first.length === maximumEntries || characters > list.maximumCharacters) break;
    first.push(item);
  }
  return { count: list.items.length, first };
}

const clipped = 80;

/** A title for people to recognise: at most 80 characters. */
export function clip(text: string): string {
  const characters = Array.from(text.slice(0, 4 * clipped));
  return characters.length > clipped ? `${characters.slice(0, clipped - 1).join("")}…` : text;
}
