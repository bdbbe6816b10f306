/** Puts the failures of a stream in other terms: it can fail while it is read, long after the operation that opened it. */

/** The same bytes. What reading them throws goes through `failureOf`. */
export function streamWithFailures(
  stream: ReadableStream<Uint8Array>,
  failureOf: (cause: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream(
    {
      async pull(controller): Promise<void> {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          throw failureOf(cause);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
