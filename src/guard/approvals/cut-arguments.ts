/** Long arguments of a request, cut to what a list can show of them. */
import type { ApprovalQuestion } from "./approval-request.ts";

/** Arguments of up to so many characters of JSON stay as they are. */
const maximumCharacters = 4_000;

/** What stays of one that is longer than that. */
const keptCharacters = 500;

/**
 * Cuts each long argument where all together are long: a text to its beginning, anything else to the beginning of its JSON. `cut` says which,
 * and how many characters each has. A question that is short, or cut already, is given back as it is. Differences are short where they are made.
 */
export function cutArguments<Question extends Omit<ApprovalQuestion, "identity">>(question: Question): Question {
  if (question.cut !== undefined || JSON.stringify(question.arguments).length <= maximumCharacters) return question;
  const cut: Record<string, number> = {};
  const shown = Object.entries(question.arguments).map(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    if (text.length <= keptCharacters) return [name, value];
    cut[name] = text.length;
    return [name, `${text.slice(0, keptCharacters).replace(/[\uD800-\uDBFF]$/, "")}…`];
  });
  return { ...question, arguments: Object.fromEntries(shown), cut };
}
