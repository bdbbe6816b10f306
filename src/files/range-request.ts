/** Checks and resolves what a range read asks for. */
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";

/** Which lines of a file are wanted. */
export interface ReadRangeOptions {
  /** First line, 1-based; −n is the n-th line from the end. Default 1. */
  readonly startLine?: number | undefined;
  /** How many lines; default 200, at most 1,000 (`defaultRangeLineCount`, `maximumRangeLineCount`). More are cut to the maximum. */
  readonly lineCount?: number | undefined;
  /** Last line, instead of `lineCount`. */
  readonly endLine?: number | undefined;
  /** First column of the first line, 1-based, in code points: goes on in a line that was cut. Default 1. */
  readonly startColumn?: number | undefined;
  /** This version: the present one, or an older one that the store keeps; anything else is `version_conflict`. */
  readonly version?: string | undefined;
  /** Put the number of each line and a tab before it. Then the pieces no longer join to the file. Default `false`. */
  readonly lineNumbers?: boolean | undefined;
}

/** A checked request. A start that counts from the end waits for the number of lines. */
export interface RangeRequest {
  readonly startLine: number;
  readonly startColumn: number;
  /** The first line of the window, once it is known how many lines there are (needed only for a negative `startLine`). */
  firstLine(totalLines: number): number;
  /** Lines of the window, and whether the bound is what holds them down. */
  lineCount(firstLine: number): { readonly count: number; readonly bounded: boolean };
}

/** Refuses numbers that name no line or column (`invalid_input`, with the interval that is allowed). */
export function resolveRangeRequest(options: ReadRangeOptions, limits: Limits): RangeRequest {
  const { startLine = 1, startColumn = 1, lineCount, endLine } = options;
  if (!Number.isSafeInteger(startLine) || startLine === 0) {
    const next = "Give 1 or more to count from the start, or -1 or less to count from the end.";
    throw outside("startLine", startLine, "a whole number other than 0", next);
  }
  requirePositive("startColumn", startColumn);
  if (lineCount !== undefined) requirePositive("lineCount", lineCount);
  if (endLine !== undefined) requirePositive("endLine", endLine);
  if (lineCount !== undefined && endLine !== undefined) {
    throw new GraphdownError({
      code: "invalid_input",
      message: "Both lineCount and endLine were given.",
      details: { parameters: ["lineCount", "endLine"] },
      next: "Give one of them.",
    });
  }
  if (endLine !== undefined && startLine > 0) requireEnd(endLine, startLine);
  const maximum = limits.maximumRangeLineCount;
  return {
    startLine,
    startColumn,
    firstLine: (totalLines) => (startLine > 0 ? startLine : Math.max(1, totalLines + 1 + startLine)),
    lineCount(firstLine) {
      if (endLine !== undefined) requireEnd(endLine, firstLine);
      const wanted = endLine === undefined ? (lineCount ?? limits.defaultRangeLineCount) : endLine - firstLine + 1;
      return { count: Math.min(wanted, maximum), bounded: wanted > maximum };
    },
  };
}

function requirePositive(parameter: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  const interval = `1 to ${Number.MAX_SAFE_INTEGER}`;
  throw outside(parameter, value, `a whole number from ${interval}`, `Give ${parameter} a value from ${interval}.`);
}

function requireEnd(endLine: number, firstLine: number): void {
  if (endLine >= firstLine) return;
  const next = `Give an endLine of at least ${firstLine}, or a lineCount.`;
  throw outside("endLine", endLine, `at least the first line of the range, ${firstLine}`, next);
}

function outside(parameter: string, value: number, allowed: string, next: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `${parameter} must be ${allowed}, but it is ${String(value)}.`,
    details: { parameter, actual: String(value), allowed },
    next,
  });
}
