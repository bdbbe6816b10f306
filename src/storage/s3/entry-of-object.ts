/** What a listing, `stat` or a write tells of an object. */
import type { FileEntry } from "../file-store.ts";

/** The entry of an object. One without ETag can't be told from its next version. */
export function entryOfObject<Path extends string>(
  path: Path,
  object: { readonly etag: string | undefined; readonly size: number; readonly modified: number },
): Omit<FileEntry, "path"> & { readonly path: Path } {
  const { etag, size, modified } = object;
  return { kind: "file", path, size, validator: etag ?? `racy-${size}-${modified}`, modified };
}
