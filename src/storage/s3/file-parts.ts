/** Cuts what is to be written into parts, as they are sent. */
import { chunksOf } from "../byte-streams.ts";
import { joinBytes } from "../join-bytes.ts";
import { bytesOfPart } from "./multipart-upload.ts";

/** A file up to the size of a part, or the beginning of a longer one and the rest. */
export type FileBeginning =
  | { readonly whole: Uint8Array }
  | { readonly first: Uint8Array; readonly rest: AsyncGenerator<Uint8Array, void, undefined> };

/** Reads a stream up to the size of a part. A failure of the sender is thrown as it was given. */
export async function readBeginning(
  stream: ReadableStream<Uint8Array>,
  partBytes: number,
  signal: AbortSignal | undefined,
): Promise<FileBeginning> {
  const chunks = chunksOf(stream, signal);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done === true) return { whole: asOne(pieces, length) };
    pieces.push(value);
    length += value.length;
    if (length > partBytes) return { first: asOne(pieces, length), rest: chunks };
  }
}

/** A file in pieces of the size of a part; only the last may be smaller. */
export async function* partsOfFile(
  beginning: FileBeginning,
  partBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if ("whole" in beginning) {
    let at = 0;
    for (let number = 1; at < beginning.whole.length; number++) {
      const part = beginning.whole.subarray(at, at + bytesOfPart(number, partBytes));
      at += part.length;
      yield part;
    }
    return;
  }
  let number = 1;
  let pieces = [beginning.first];
  let length = beginning.first.length;
  const full = function* (): Generator<Uint8Array, void, undefined> {
    for (let size = bytesOfPart(number, partBytes); length > size; size = bytesOfPart(number, partBytes)) {
      const all = asOne(pieces, length);
      yield all.subarray(0, size);
      number++;
      pieces = [all.subarray(size)];
      length -= size;
    }
  };
  yield* full();
  for await (const chunk of beginning.rest) {
    pieces.push(chunk);
    length += chunk.length;
    yield* full();
  }
  yield asOne(pieces, length);
}

function asOne(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : joinBytes(pieces, length);
}
