/** The program of the thread that answers questions, so that the one which serves others stays free. */
import { parentPort, workerData } from "node:worker_threads";
import { GraphdownError } from "../base/errors.ts";
import type { ContextExportOptions } from "./context-options.ts";
import type { ExportFormat, FileContext } from "./file-context.ts";
import { GivenParts } from "./given-parts.ts";
import type { NodeFileContextOptions } from "./node-context-options.ts";
import { createNodeFileContext } from "./node-create-file-context.ts";
import type { AnswerMessage, AnswerPart, QuestionMessage } from "./questions-protocol.ts";

type AskedQuestion = Extract<QuestionMessage, { readonly args: readonly unknown[] }>;

const say = (message: AnswerMessage): void => parentPort?.postMessage(message);
const context = createNodeFileContext({
  ...(workerData as NodeFileContextOptions),
  onProgress: (phase, done, total) => say({ progress: [phase, done, total] }),
  onCacheFailure: (cause) => say({ notKept: cause instanceof Error ? cause.message : String(cause) }),
});
// Each question tells why there is no context; without one nobody would listen.
context.catch(() => {});
const running = new Map<number, AbortController>();
const parts = new GivenParts();

parentPort?.on("message", async (message: QuestionMessage) => {
  if ("abort" in message) return running.get(message.id)?.abort();
  if ("taken" in message) return parts.taken(message.id);
  const { id, method } = message;
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const files = await context;
    const data =
      method === "writeExport" ? exportInParts(files, message, abort.signal) : answer(files, message, abort.signal);
    say({ id, data: await data });
  } catch (cause) {
    if (GraphdownError.isInstance(cause)) say({ id, error: cause.toInfo() });
    else say({ id, unexpected: cause instanceof Error ? cause.name : typeof cause });
  } finally {
    running.delete(id);
  }
});

/** Options are the last argument of every method. */
function answer(files: FileContext, { method, args }: AskedQuestion, signal: AbortSignal): Promise<unknown> {
  const options = { ...(args.at(-1) as object), signal };
  const given = [...args.slice(0, -1), options] as unknown as never[];
  return (files[method] as (...given: never[]) => Promise<unknown>)(...given);
}

/** Text goes over as it is made, one part at a time: the next one when the last was taken. */
function exportInParts(files: FileContext, { id, args }: AskedQuestion, signal: AbortSignal): Promise<unknown> {
  const [format, options] = args as [ExportFormat, ContextExportOptions];
  const give = (part: AnswerPart): Promise<void> => {
    say({ id, part });
    return parts.untilTaken(id, signal);
  };
  return files.writeExport(format, {
    ...options,
    signal,
    sink: { write: (text) => give({ text }) },
    onStart: (start) => give({ start }),
  });
}
