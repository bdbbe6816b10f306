/** A difference between two looks as the event that a listener gets. */
import { type DirectoryPath, isBelow, type LogicalPath } from "../../base/logical-path.ts";
import { isSame } from "../../snapshot/difference.ts";
import type { SnapshotDifference } from "../../snapshot/snapshot.ts";
import { type DifferenceEvent, maximumEventPaths } from "./change-event.ts";
import type { Look } from "./look.ts";

type ListName = keyof SnapshotDifference;

const names: readonly ListName[] = ["added", "changed", "removed", "otherAdded", "otherRemoved"];

/** The event, cut to its bound; `undefined` when nothing below the folder has changed. */
export function describeChange(
  difference: SnapshotDifference,
  now: Pick<Look, "time" | "digest">,
  directory: DirectoryPath,
): DifferenceEvent | undefined {
  const below = directory === "" ? difference : narrow(difference, directory);
  if (isSame(below)) return undefined;
  const counts = mapLists((name) => below[name].length);
  const shares = shareOut(counts);
  const isCut = names.some((name) => shares[name] < counts[name]);
  const lists = isCut ? mapLists((name) => below[name].slice(0, shares[name])) : below;
  const { time, digest } = now;
  return { type: "change", time, snapshot: digest, counts, ...lists, ...(isCut ? { cut: { reason: "count" } } : {}) };
}

function narrow(difference: SnapshotDifference, directory: DirectoryPath): SnapshotDifference {
  return mapLists((name) => difference[name].filter((path: LogicalPath) => isBelow(path, directory)));
}

/** How many paths of each list are told: short lists whole, so that many files of one kind do not hide the few of another. */
function shareOut(counts: Readonly<Record<ListName, number>>): Readonly<Record<ListName, number>> {
  const shares = { ...counts };
  let room = maximumEventPaths;
  let lists = names.length;
  for (const name of [...names].sort((a, b) => counts[a] - counts[b])) {
    shares[name] = Math.min(counts[name], Math.floor(room / lists));
    room -= shares[name];
    lists--;
  }
  return shares;
}

function mapLists<Value>(of: (name: ListName) => Value): Record<ListName, Value> {
  return {
    added: of("added"),
    changed: of("changed"),
    removed: of("removed"),
    otherAdded: of("otherAdded"),
    otherRemoved: of("otherRemoved"),
  };
}
