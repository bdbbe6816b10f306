/** Answers what one document is, and why a file that is there is none. */
import type { SkippedFile } from "../base/cut.ts";
import { GraphdownError } from "../base/errors.ts";
import { type DocumentOutline, outlineOf } from "../graph/questions/outline.ts";
import type { KnowledgeState } from "./knowledge-state.ts";

/** The outline of a document; `not_found` for any other path, with the reason where the file was left out of the knowledge base. */
export function answerOutline({ graph, snapshot }: KnowledgeState, path: string): DocumentOutline {
  try {
    return outlineOf({ graph, path });
  } catch (cause) {
    const left = snapshot.skipped?.first.find((file) => file.path === path);
    throw left !== undefined && GraphdownError.isInstance(cause) ? leftOut(cause, left) : cause;
  }
}

function leftOut(error: GraphdownError, { path, reason }: SkippedFile): GraphdownError {
  return new GraphdownError({
    code: error.code,
    message: `"${path}" is there, but was left out of the knowledge base (${reason}).`,
    path,
    details: { reason },
    next: "Ask for its size and type with file_context_info; file_context_read_range reads text files of any size.",
  });
}
