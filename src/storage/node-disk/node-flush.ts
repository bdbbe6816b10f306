/** Making what was written survive a power failure. */
import { closeSync, constants, fsync, openSync } from "node:fs";
import { promisify } from "node:util";
import type { Directory } from "./node-directory.ts";

/** Flushes what a descriptor stands for: a file's bytes and size. */
export const flush: (descriptor: number) => Promise<void> = promisify(fsync);

/** Flushes the names in a folder. Windows can't open a folder for that, and keeps its names safe by itself. */
export async function syncDirectory(directory: Directory): Promise<void> {
  if (directory.descriptor !== undefined) return flush(directory.descriptor);
  if (process.platform === "win32") return;
  const descriptor = openSync(directory.prefix, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
