/** Reading one whole file on disk as it is. */
import { closeSync } from "node:fs";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Directories } from "./node-directories.ts";
import { fillFrom, openByPath } from "./node-open-file.ts";

/** The bytes of the regular file at a path; `null` where there is none, it is larger than `maximumBytes`, or it shrinks meanwhile. */
export function readNow(directories: Directories, path: LogicalPath, maximumBytes: number): Uint8Array | null {
  const file = openByPath(directories, path);
  if (file === undefined) return null;
  try {
    const size = Number(file.stats.size);
    if (size > maximumBytes) return null;
    const bytes = new Uint8Array(size);
    return fillFrom(file.descriptor, 0, bytes) ? bytes : null;
  } finally {
    closeSync(file.descriptor);
  }
}
