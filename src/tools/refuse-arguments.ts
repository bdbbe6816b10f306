/** Says in words what is wrong with the arguments of a call. */
import type { z } from "zod";
import { GraphdownError } from "../base/errors.ts";
import { nearestName } from "../base/nearest-name.ts";
import { showPath } from "../base/show-path.ts";
import type { ToolDefinition } from "../context/file-context.ts";

/** One fault of one parameter. */
interface ArgumentFault {
  readonly parameter: string;
  readonly message: string;
  readonly nearest?: string;
}

/** Faults that one error lists at most. */
const maximumFaults = 10;

/** The error for arguments that the schema refuses: the first fault in its message, the others in `details.issues`. */
export function refuseArguments(
  tool: ToolDefinition,
  error: z.ZodError,
  given: ReadonlyMap<string, unknown>,
): GraphdownError {
  const faults = error.issues.slice(0, maximumFaults).map((issue) => faultOf(issue, Object.fromEntries(given)));
  const first = faults[0] as ArgumentFault;
  return new GraphdownError({
    code: "invalid_input",
    message: `${tool.name}: ${first.message}.`,
    details: { parameter: first.parameter, issues: faults },
    next:
      first.nearest === undefined
        ? "Correct the arguments and call again; the tool's input schema says what fits."
        : `Did you mean ${first.nearest}?`,
  });
}

function faultOf(issue: z.core.$ZodIssue, given: unknown): ArgumentFault {
  const parameter = issue.path.map(String).join(".");
  const value = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], given);
  if (value === undefined && issue.path.length === 1) {
    return { parameter, message: `the parameter ${parameter} is missing` };
  }
  if (issue.code === "invalid_value" && typeof value === "string") {
    const known = issue.values.map(String);
    const nearest = nearestName(value, known);
    const message = `the parameter ${parameter} must be one of ${known.join(", ")}, but got ${describeValue(value)}`;
    return nearest === undefined ? { parameter, message } : { parameter, message, nearest };
  }
  return { parameter, message: `the parameter ${parameter} ${expectation(issue)}, but got ${describeValue(value)}` };
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_union":
      return "must be text or a list of texts";
    case "too_small":
      return issue.origin === "array" ? `needs at least ${issue.minimum}` : `must be larger than ${issue.minimum}`;
    case "too_big":
      return issue.origin === "array" ? `takes at most ${issue.maximum}` : `must be at most ${issue.maximum}`;
    default:
      return `does not fit (${issue.message})`;
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const shownCharacters = 40;

/** A value as a message shows it: its kind, and the start of its text. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "string") {
    const cut = value.length > shownCharacters;
    return `the text "${showPath(cut ? value.slice(0, shownCharacters) : value)}${cut ? "…" : ""}"`;
  }
  if (typeof value === "object") return "an object";
  return value === undefined ? "nothing" : `${String(value)}`;
}
