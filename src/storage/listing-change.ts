/** What differs between two listings of a store that gives the same object again for a file that it recognises. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { firstNotBefore } from "../base/first-not-before.ts";
import type { ListEntry } from "./file-store.ts";

export interface ListingChange<Entry extends ListEntry = ListEntry> {
  /** Entries that the earlier listing does not have, as these objects, in order. */
  readonly fresh: readonly Entry[];
  /** Entries of the earlier listing that are no longer there, as these objects. */
  readonly gone: ReadonlySet<ListEntry>;
}

/** Both lists are sorted by path. */
export function changeBetween(before: readonly ListEntry[], now: readonly ListEntry[]): ListingChange {
  const fresh: ListEntry[] = [];
  const gone = new Set<ListEntry>();
  let earlier = 0;
  for (const entry of now) {
    while (earlier < before.length && before[earlier] !== entry) {
      const other = before[earlier] as ListEntry;
      if (compareCodePoints(other.path, entry.path) > 0) break;
      gone.add(other);
      earlier++;
    }
    if (before[earlier] === entry) earlier++;
    else fresh.push(entry);
  }
  for (; earlier < before.length; earlier++) gone.add(before[earlier] as ListEntry);
  return { fresh, gone };
}

/** What is chosen of a listing, given what was chosen of the earlier one and what is chosen of the fresh entries; all sorted by path. */
export function moveChosen<Entry extends ListEntry>(
  chosen: readonly Entry[],
  { fresh, gone }: ListingChange<Entry>,
): readonly Entry[] {
  if (fresh.length === 0 && gone.size === 0) return chosen;
  const staying = gone.size === 0 ? chosen : chosen.filter((entry) => !gone.has(entry));
  if (fresh.length === 0) return staying;
  const moved: Entry[] = [];
  let from = 0;
  for (const entry of fresh) {
    const place = firstNotBefore(staying, entry.path, from);
    for (; from < place; from++) moved.push(staying[from] as Entry);
    moved.push(entry);
  }
  for (; from < staying.length; from++) moved.push(staying[from] as Entry);
  return moved;
}
