/** Conditions on metadata as text: `status=open`, `due<2026-02-01`, `!owner`. */
import { GraphdownError } from "../../../base/errors.ts";
import { showPath } from "../../../base/show-path.ts";

/** How a value is compared. `exists`, `missing`: whether there is one at all. `contains`: as part of its text. */
export type Comparison =
  | "equals"
  | "differs"
  | "contains"
  | "below"
  | "atMost"
  | "above"
  | "atLeast"
  | "exists"
  | "missing";

/** One condition. Comparisons of texts ignore case; numbers compare by value, dates by time. */
export interface Condition {
  /** As written. */
  readonly key: string;
  readonly comparison: Comparison;
  /** `""` for `exists` and `missing`. */
  readonly value: string;
}

const comparisons: Readonly<Record<string, Comparison>> = {
  "=": "equals",
  "==": "equals",
  "!=": "differs",
  "~": "contains",
  "<": "below",
  "<=": "atMost",
  ">": "above",
  ">=": "atLeast",
};

/** Reads a condition. One without a key, or with an operator and no value, is `invalid_query`. */
export function parseCondition(text: string): Condition {
  const match = /^([^=!~<>]*)(!=|==?|~|<=?|>=?)(.*)$/s.exec(text);
  if (match === null) {
    const missing = text.trimStart().startsWith("!");
    const key = (missing ? text.trimStart().slice(1) : text).trim();
    if (key === "" || /[=!~<>]/.test(key)) throw noCondition(text);
    return { key, comparison: missing ? "missing" : "exists", value: "" };
  }
  const [, key = "", operator = "", value = ""] = match;
  if (key.trim() === "" || value.trim() === "") throw noCondition(text);
  return { key: key.trim(), comparison: comparisons[operator] as Comparison, value: value.trim() };
}

function noCondition(text: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_query",
    message: `"${showPath(text)}" is no condition.`,
    details: { parameter: "where" },
    next: "Write a key (it exists), !key (it is missing), or a key, one of = != ~ < <= > >= and a value, such as status=open.",
  });
}
