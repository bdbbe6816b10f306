/** The file that `--output` names: written beside its place and moved there at the end, so that a failure leaves an older file whole. */
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { realpath, rename, rm, stat } from "node:fs/promises";
import { GraphdownError } from "../../base/errors.ts";

/** Where a command writes its result. */
export interface ResultOutput {
  readonly sink: { write(text: string): Promise<void> };
  /** Makes what was written the result. */
  close(): Promise<void>;
  /** After a failure: what was written so far is no result and goes away. */
  abandon(): Promise<void>;
}

/** Opens the file; one that can't be made is `storage_failed`. A link is followed, a device or pipe is written straight to. */
export async function openOutputFile(target: string): Promise<ResultOutput> {
  const place = await realpath(target).catch(() => target);
  const existing = await stat(place).catch(() => undefined);
  if (existing?.isDirectory()) throw cannotWrite(target, { code: "EISDIR" });
  const isSpecial = existing !== undefined && !existing.isFile();
  const written = isSpecial ? place : `${place}.part-${process.pid}`;
  const stream = createWriteStream(written, { flags: isSpecial ? "w" : "wx" });
  let failure: NodeJS.ErrnoException | undefined;
  stream.on("error", (error) => {
    failure = error;
  });
  const check = (): void => {
    if (failure !== undefined) throw cannotWrite(target, failure);
  };
  return {
    sink: {
      write: async (text) => {
        check();
        if (!stream.write(text)) await drained(stream);
        check();
      },
    },
    close: async () => {
      stream.end();
      if (!stream.closed) await once(stream, "close").catch(() => {});
      check();
      if (isSpecial) return;
      await rename(written, place).catch((error: NodeJS.ErrnoException) => {
        throw cannotWrite(target, error);
      });
    },
    abandon: async () => {
      stream.destroy();
      if (!stream.closed) await once(stream, "close").catch(() => {});
      // Of a file that could not be made nothing is left.
      if (!isSpecial) await rm(written, { force: true }).catch(() => {});
    },
  };
}

/** Waits until a stream takes more, or has ended by a failure. Takes its listeners away again: a long result waits thousands of times. */
async function drained(stream: WriteStream): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(stream, "drain", { signal }), once(stream, "close", { signal })]).catch(() => {});
  waiting.abort();
}

function cannotWrite(target: string, failure: { readonly code?: string | undefined }): GraphdownError {
  const system = failure.code ?? "unknown";
  return new GraphdownError({
    code: "storage_failed",
    message: `Can't write ${JSON.stringify(target)} (${system}).`,
    details: { systemCode: system },
    next: "Give --output a file in a folder that exists and can be written.",
    cause: failure,
  });
}
