/** Opens a file of any kind and size, for whoever hands on its bytes. */
import { checkFile } from "./access.ts";
import { type FileScope, resolveScope } from "./file-scope.ts";
import { describeEntry, type FileInfo } from "./info-of.ts";
import { readChunks } from "./read-bytes.ts";
import { readSteadily } from "./read-steadily.ts";
import { versionOf } from "./version-of.ts";

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file that is there, and its bytes on demand. Nothing is held open until they are asked for. */
export interface OpenedFile {
  readonly info: FileInfo;
  /**
   * The bytes that `info` describes, or some of them; read the stream to its end or cancel it. A file that has changed since is
   * `version_conflict`, also in the middle of the stream: bytes of two states are never joined.
   */
  read(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

/** Opens a file; `null` when there is none. */
export async function openFile(options: FileScope & { readonly path: string }): Promise<OpenedFile | null> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  return readSteadily(async () => {
    const { store, signal } = scope;
    const entry = await store.stat(path, { signal });
    if (entry === null) return null;
    return {
      info: describeEntry(entry, await versionOf(scope, entry)),
      read: ({ start, end } = { start: 0, end: entry.size }) =>
        streamOf(readChunks({ store, entry, start, end, signal })),
    };
  });
}

/** Waits for the first chunk, so that a file that can't be read fails before anything is promised. */
async function streamOf(chunks: AsyncGenerator<Uint8Array, void, undefined>): Promise<ReadableStream<Uint8Array>> {
  const next = async (): Promise<Uint8Array | undefined> => {
    const { value } = await chunks.next();
    // The memory of a chunk is used again for the next one.
    return value?.slice();
  };
  let first = await next();
  return new ReadableStream(
    {
      async pull(controller): Promise<void> {
        const chunk = first ?? (await next());
        first = undefined;
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: async () => {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
