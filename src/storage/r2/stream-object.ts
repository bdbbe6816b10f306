/** Reads the body of an object to its very end, however often it breaks off, and never from another object than it began with. */
import { versionConflict } from "../store-errors.ts";
import type { R2Object } from "./r2-bucket.ts";
import type { R2Calls, R2Operation } from "./r2-calls.ts";
import { mayPass, r2Failure } from "./r2-failure.ts";

export interface R2ObjectStream {
  readonly calls: R2Calls;
  /** In whose name it is read, and with whose patience. */
  readonly operation: R2Operation;
  readonly object: R2Object;
  /** What R2 sends of it. */
  readonly body: ReadableStream<Uint8Array>;
  /** Bytes of the object from which and up to which it is read. */
  readonly start: number;
  readonly end: number;
}

/** A stream of the bytes. It fails with `storage_failed` or `version_conflict` rather than end too soon. */
export function streamR2Object(parts: R2ObjectStream): ReadableStream<Uint8Array> {
  const { operation, end } = parts;
  let reader = parts.body.getReader();
  let at = parts.start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        for (;;) {
          const part = await nextPart(reader);
          if (part.value !== undefined) {
            at += part.value.length;
            controller.enqueue(part.value);
            return;
          }
          if (part.failure === undefined && at === end) return controller.close();
          operation.retries.signal?.throwIfAborted();
          if (!mayPass(part.failure) || !(await operation.retries.again())) throw failureOf(part.failure, operation);
          reader = await reopen(parts, at);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function nextPart(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ readonly value?: Uint8Array | undefined; readonly failure?: unknown }> {
  try {
    const { done, value } = await reader.read();
    return done ? {} : { value };
  } catch (failure) {
    return { failure };
  }
}

/** The rest, if the object still is the one that it was. */
async function reopen(
  { calls, operation, object, end }: R2ObjectStream,
  from: number,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const rest = await calls.get(operation, { offset: from, length: end - from });
  if (rest === null || rest === "beyond") throw versionConflict({ path: operation.path });
  if (rest.version === object.version) return rest.body.getReader();
  await rest.body.cancel();
  throw versionConflict({ path: operation.path });
}

function failureOf(cause: unknown, { path, verb, retries }: R2Operation): Error {
  return r2Failure(cause, { operation: verb, path, retries, isUnclear: false });
}
