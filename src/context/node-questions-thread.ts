/** The program of the thread that answers questions, so that the one which serves others stays free. */
import { parentPort, workerData } from "node:worker_threads";
import { GraphdownError } from "../base/errors.ts";
import type { FileContext } from "./file-context.ts";
import type { NodeFileContextOptions } from "./node-context-options.ts";
import { createNodeFileContext } from "./node-create-file-context.ts";
import type { AnswerMessage, QuestionMessage, ThreadedMethod } from "./questions-protocol.ts";

const say = (message: AnswerMessage): void => parentPort?.postMessage(message);
const context = createNodeFileContext({
  ...(workerData as NodeFileContextOptions),
  onProgress: (phase, done, total) => say({ progress: [phase, done, total] }),
  onCacheFailure: (cause) => say({ notKept: cause instanceof Error ? cause.message : String(cause) }),
});
// Each question tells why there is no context; without one nobody would listen.
context.catch(() => {});
const running = new Map<number, AbortController>();

parentPort?.on("message", async (message: QuestionMessage) => {
  if ("abort" in message) return running.get(message.id)?.abort();
  const { id, method, args } = message;
  const abort = new AbortController();
  running.set(id, abort);
  try {
    say({ id, data: await answer(await context, method, args, abort.signal) });
  } catch (cause) {
    if (GraphdownError.isInstance(cause)) say({ id, error: cause.toInfo() });
    else say({ id, unexpected: cause instanceof Error ? cause.name : typeof cause });
  } finally {
    running.delete(id);
  }
});

/** Options are the last argument of every method. */
function answer(
  files: FileContext,
  method: ThreadedMethod,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const options = { ...(args.at(-1) as object), signal };
  const given = [...args.slice(0, -1), options] as unknown as never[];
  return (files[method] as (...given: never[]) => Promise<unknown>)(...given);
}
