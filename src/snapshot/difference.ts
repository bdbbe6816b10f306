/** What changed from one snapshot to the next. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { Snapshot, SnapshotDifference, SnapshotFile } from "./snapshot.ts";

export type { SnapshotDifference } from "./snapshot.ts";

/** What two snapshots are compared by. */
export interface Comparable extends Pick<Snapshot, "otherPaths"> {
  readonly files: readonly ComparableFile[];
}

type ComparableFile = Pick<SnapshotFile, "path" | "sha256">;

/** The difference by path and hash, each list sorted. A file that moves between documents and other files is in two lists. */
export function differenceOf(before: Comparable, after: Comparable): SnapshotDifference {
  const added: LogicalPath[] = [];
  const changed: LogicalPath[] = [];
  const removed: LogicalPath[] = [];
  const otherAdded: LogicalPath[] = [];
  const otherRemoved: LogicalPath[] = [];
  merge(before.files, after.files, pathOf, (old, now) => {
    if (old === undefined) added.push((now as ComparableFile).path);
    else if (now === undefined) removed.push(old.path);
    else if (old.sha256 !== now.sha256) changed.push(now.path);
  });
  merge(before.otherPaths, after.otherPaths, itself, (old, now) => {
    if (old === undefined) otherAdded.push(now as LogicalPath);
    else if (now === undefined) otherRemoved.push(old);
  });
  return { added, changed, removed, otherAdded, otherRemoved };
}

/** Whether anything changed at all. */
export function isSame(difference: SnapshotDifference): boolean {
  return Object.values(difference).every((paths: readonly LogicalPath[]) => paths.length === 0);
}

function pathOf(file: ComparableFile): string {
  return file.path;
}

function itself(path: LogicalPath): string {
  return path;
}

/** Walks two sorted lists side by side; an item that only one of them has is visited with `undefined` for the other. */
function merge<Item>(
  before: readonly Item[],
  after: readonly Item[],
  key: (item: Item) => string,
  visit: (old: Item | undefined, now: Item | undefined) => void,
): void {
  let left = 0;
  let right = 0;
  while (left < before.length || right < after.length) {
    const old = before[left];
    const now = after[right];
    const order = old === undefined ? 1 : now === undefined ? -1 : compareCodePoints(key(old), key(now));
    visit(order <= 0 ? old : undefined, order >= 0 ? now : undefined);
    if (order <= 0) left++;
    if (order >= 0) right++;
  }
}
