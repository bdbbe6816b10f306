/** What a context and the thread that answers its questions say to each other. Everything in it can be copied between threads. */
import type { ErrorInfo } from "../base/errors.ts";
import type { ExportStart } from "./context-options.ts";

/** Methods that a thread answers: those that may keep one busy for long, and whose answers are plain data. */
export const threadedMethods = [
  "search",
  "find",
  "outline",
  "overview",
  "neighbors",
  "path",
  "related",
  "context",
  "problems",
  "diff",
  "validate",
  "infer",
  "export",
  "writeExport",
  "sparql",
] as const;

export type ThreadedMethod = (typeof threadedMethods)[number];

/** To the thread: a question with its arguments but the signal; or that nobody waits for its answer any more. */
export type QuestionMessage =
  | { readonly id: number; readonly method: ThreadedMethod; readonly args: readonly unknown[] }
  | { readonly id: number; readonly abort: true }
  /** The part was taken; the next one may come. */
  | { readonly id: number; readonly taken: true };

/** A part of an answer that comes in parts: what is known before the first text, or some text. */
export type AnswerPart = { readonly start: ExportStart } | { readonly text: string };

/** From the thread: the answer, parts of it before, what went wrong, or how far the work has come. */
export type AnswerMessage =
  | { readonly id: number; readonly part: AnswerPart }
  | { readonly id: number; readonly data: unknown }
  | { readonly id: number; readonly error: ErrorInfo }
  /** A failure that is not ours; only its kind is told. */
  | { readonly id: number; readonly unexpected: string }
  | { readonly progress: readonly [phase: string, done: number, total: number] }
  /** Why nothing can be kept for later processes. */
  | { readonly notKept: string };
