/** Reads the body of an object to its very end, however often the connection breaks, and never from another object than it began with. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import type { SilenceLimit } from "../remote/silence-limit.ts";
import { failureOfConnection, type S3Failure } from "./s3-failure.ts";

/** A body that is being sent. */
export interface ObjectBody {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly limit: SilenceLimit;
}

export interface ObjectStreamParts {
  readonly path: LogicalPath;
  readonly body: ObjectBody;
  /** Bytes of the object from which and up to which it is read. */
  readonly start: number;
  readonly end: number;
  /** SHA-256 that the bytes must have, where all of an object is read and it is known. */
  readonly expectedSha256: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Waits after a failure and asks for the rest. Throws where that is of no use, or the object is another one by now. */
  readonly resume: (failure: S3Failure, from: number) => Promise<ObjectBody>;
}

/** A stream of the bytes. It fails with `storage_failed` or `version_conflict` rather than end too soon. */
export function streamObject(parts: ObjectStreamParts): ReadableStream<Uint8Array> {
  const { path, end, expectedSha256, signal, resume } = parts;
  const hash = expectedSha256 === undefined ? undefined : sha256.create();
  let { body } = parts;
  let at = parts.start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        for (;;) {
          const part = await nextPart(body, signal);
          if ("value" in part && at + part.value.length <= end) {
            at += part.value.length;
            hash?.update(part.value);
            controller.enqueue(part.value);
            if (at < end) return;
            // Known to be all: what would come now is only the end.
            body.limit.end();
            await body.reader.cancel().catch(() => undefined);
          }
          if (at === end) {
            body.limit.end();
            if (hash !== undefined && bytesToHex(hash.digest()) !== expectedSha256) throw damaged(path);
            controller.close();
            return;
          }
          // It broke, ended too soon, or sends more than it announced.
          body.limit.end();
          await body.reader.cancel().catch(() => undefined);
          body = await resume("failure" in part ? part.failure : cutOff, at);
        }
      },
      async cancel(reason): Promise<void> {
        body.limit.end();
        await body.reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

const cutOff: S3Failure = { reason: "cut_off", mayPass: true, mayBeApplied: false };
const silent: S3Failure = { reason: "timeout", mayPass: true, mayBeApplied: false };

async function nextPart(
  { reader, limit }: ObjectBody,
  signal: AbortSignal | undefined,
): Promise<{ readonly value: Uint8Array } | { readonly failure: S3Failure } | { readonly done: true }> {
  try {
    for (;;) {
      // A slow reader is not a silent server: the time runs only while it is asked.
      limit.heard();
      const { done, value } = await reader.read();
      if (done) return { done };
      if (value.length > 0) {
        limit.pause();
        return { value };
      }
    }
  } catch (cause) {
    signal?.throwIfAborted();
    return { failure: limit.isExpired ? silent : failureOfConnection(cause) };
  }
}

function damaged(path: string): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: `"${showPath(path)}" came with other bytes than were written.`,
    path,
    details: { operation: "read", reason: "damaged" },
    next: "Read it again; if it stays so, restore the object in the bucket.",
  });
}
