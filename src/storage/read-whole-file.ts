/** Reads one of many files whole, so that what is about it alone fails none of the others. */
import { GraphdownError } from "../base/errors.ts";
import { collectBytes } from "./byte-streams.ts";
import type { FileEntry, FileReadResult, OpenFile } from "./file-store.ts";
import { tooLarge } from "./store-errors.ts";

export interface WholeRead {
  readonly open: (entry: FileEntry) => Promise<OpenFile | null>;
  /** A file that is larger is `failed` with `limit_exceeded`. */
  readonly maximumBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The file that a listing told of, as it is now. Only what is no failure of ours is thrown, such as an abort. */
export async function readWholeFile(
  { open, maximumBytes, signal }: WholeRead,
  listed: FileEntry,
): Promise<FileReadResult> {
  const { path } = listed;
  try {
    const opened = await open(listed);
    if (opened === null) return { status: "gone", path };
    const { entry, stream } = opened;
    if (entry.size > maximumBytes) {
      await stream.cancel();
      return { status: "failed", path, error: tooLarge(path, entry.size, maximumBytes) };
    }
    return { status: "read", entry, bytes: await collectBytes(stream, signal) };
  } catch (error) {
    if (GraphdownError.isInstance(error)) return { status: "failed", path, error };
    throw error;
  }
}
