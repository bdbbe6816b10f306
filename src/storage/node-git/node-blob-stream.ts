/** Content of a repository as a stream, for files that should not be held in memory. */
import { gitFailure, gitMissing } from "./node-git-failures.ts";
import { collectErrors, type GitProgram, startGit } from "./node-git-program.ts";

/** Bytes from `start` up to, not including, `end`. Git is stopped as soon as the stream has what it wants or is cancelled. */
export function openBlobStream(
  where: GitProgram,
  id: string,
  { start, end, signal }: { readonly start: number; readonly end: number; readonly signal?: AbortSignal | undefined },
): ReadableStream<Uint8Array> {
  const child = startGit(where, ["cat-file", "blob", id]);
  const errors = collectErrors(child);
  child.stdin.on("error", () => {});
  child.stdin.end();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (cause) => reject(gitMissing(cause)));
    child.once("close", resolve);
  });
  // Whoever reads is told; who has cancelled need not be.
  ended.catch(() => {});
  const kill = (): void => {
    signal?.removeEventListener("abort", kill);
    child.stdout.destroy();
    child.kill("SIGKILL");
  };
  signal?.addEventListener("abort", kill, { once: true });
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let at = 0;
  /** The next bytes that are wanted; `undefined` at the end. */
  const next = async (): Promise<Uint8Array | undefined> => {
    while (at < end) {
      const { done, value } = await chunks.next();
      if (done === true) {
        if ((await ended) !== 0) throw gitFailure(errors(), "read the content");
        return undefined;
      }
      const part = value.subarray(Math.max(0, start - at), Math.max(0, Math.min(value.length, end - at)));
      at += value.length;
      if (part.length > 0) return part;
    }
    return undefined;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        try {
          const part = await next();
          if (part !== undefined) return controller.enqueue(part);
          kill();
          controller.close();
        } catch (cause) {
          kill();
          controller.error(signal?.aborted === true ? signal.reason : cause);
        }
      },
      cancel: kill,
    },
    { highWaterMark: 0 },
  );
}
