/** One hash that stands for a whole snapshot. */
import { type HashFunction, portableSha256 } from "../base/hash.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { SnapshotFile } from "./snapshot.ts";

const encoder = new TextEncoder();

/**
 * 64 hexadecimal digits that differ whenever a document's path or bytes differ, or a path among the other files. Both lists must be
 * sorted. Validators and times do not count: the same content gives the same digest in every place.
 */
export function digestOf(
  files: readonly Pick<SnapshotFile, "path" | "sha256">[],
  otherPaths: readonly LogicalPath[],
  sha256: HashFunction = portableSha256,
): string {
  // No path holds a line break, so one line an entry can be read in one way only.
  let text = `${files.length}\n`;
  for (const file of files) text += `${file.sha256} ${file.path}\n`;
  for (const path of otherPaths) text += `${path}\n`;
  return sha256(encoder.encode(text));
}
