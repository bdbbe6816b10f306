/** Compares the bytes behind the prefix with those of a snapshot. */
import type { HashFunction } from "../base/hash.ts";
import type { FileStore } from "../storage/file-store.ts";
import { readEntries } from "../storage/read-entries.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Whether every document of a snapshot has the bytes that it was made from; which files there are is not looked at. `false` also where
 * that can't be told: of what is no text nothing is known but that.
 */
export async function holdsBytes(
  { files, binaryFiles }: Pick<Snapshot, "files" | "binaryFiles">,
  {
    store,
    maximumBytes,
    sha256,
    signal,
  }: {
    readonly store: FileStore;
    /** Of one file. */
    readonly maximumBytes: number;
    readonly sha256: HashFunction;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<boolean> {
  if (binaryFiles !== undefined) return false;
  let isSame = true;
  const entries = files.map((file) => ({ kind: "file", ...listed(file) }) as const);
  await readEntries({ store, entries, maximumBytes, signal }, (result, at) => {
    isSame &&= result.status === "read" && sha256(result.bytes) === files[at]?.sha256;
  });
  return isSame;
}

function listed({
  path,
  size,
  validator,
  modified,
}: Snapshot["files"][number]): Omit<Snapshot["files"][number], "sha256"> {
  return { path, size, validator, modified };
}
