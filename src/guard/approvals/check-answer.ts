/** A person's answer as it must be: what is no clear answer is none, and neither a yes nor a no. */
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import type { ApprovalAnswer } from "./approval-request.ts";

const known: Readonly<Record<keyof ApprovalAnswer, true>> = { approved: true, by: true, always: true };

/** Returns when an answer is one; else `invalid_input`, and the request stays as it is. */
export function checkAnswer(answer: unknown): asserts answer is ApprovalAnswer {
  if (typeof answer !== "object" || answer === null) {
    throw wrongAnswer("approved", `An answer to an approval request must be an object, but got ${String(answer)}.`);
  }
  const unknown = Object.keys(answer).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, Object.keys(known));
    const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    throw wrongAnswer(unknown, `An answer to an approval request can't have "${showPath(unknown)}".${meant}`);
  }
  const { approved, by, always } = answer as Partial<Record<keyof ApprovalAnswer, unknown>>;
  if (typeof approved !== "boolean") {
    throw wrongAnswer("approved", "An answer to an approval request needs approved: true or approved: false.");
  }
  if (by !== undefined && typeof by !== "string") throw wrongAnswer("by", "by must be the name of who answers.");
  if (always !== undefined && always !== "tool" && always !== "arguments") {
    throw wrongAnswer("always", 'always must be "tool" or "arguments", or left out.');
  }
}

function wrongAnswer(parameter: string, message: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message,
    details: { parameter: showPath(parameter), known: Object.keys(known) },
    next: "Give { approved: true } or { approved: false }, with by for who answers. The request still waits.",
  });
}
