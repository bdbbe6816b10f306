/** Streams of bytes: collecting them, and making them from bytes. */
import { joinBytes } from "./join-bytes.ts";

/** All bytes of a stream, or a copy of bytes. The caller sees to it that they fit into memory. */
export async function collectBytes(
  content: Uint8Array | ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content.slice();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(content, signal)) {
    chunks.push(chunk);
    length += chunk.length;
  }
  return joinBytes(chunks, length);
}

/** The chunks of a stream, which is cancelled when the loop is left early. Not every runtime lets streams be iterated. */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      if (value.length > 0) yield value;
    }
  } finally {
    // A stream that has failed repeats its failure here; read() has thrown it already.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/** A stream of one piece. */
export function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller): void {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
