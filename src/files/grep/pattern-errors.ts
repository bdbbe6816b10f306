/** What is wrong with a pattern, in words, and where. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";

/** A pattern that can't be searched for. */
export function invalidPattern(options: {
  readonly problem: string;
  readonly pattern: string;
  /** UTF-16 offset of what is wrong. */
  readonly offset: number;
  readonly next?: string;
  readonly cause?: unknown;
}): GraphdownError {
  const { problem, pattern, offset, cause } = options;
  // Counted in characters from 1, as columns are.
  const position = [...pattern.slice(0, offset)].length + 1;
  return new GraphdownError({
    code: "invalid_pattern",
    message: `The pattern is not valid at character ${position}: ${problem}.`,
    details: { parameter: "pattern", position },
    next: options.next ?? "Correct the pattern (RE2's language), or give literal: true to find it as it is written.",
    cause,
  });
}

/** Refuses what can't be a pattern in any language: empty, too long, or half a character. */
export function checkPatternText(
  pattern: string,
  options: { readonly maximum: number; readonly literal: boolean },
): void {
  const { maximum, literal } = options;
  if (pattern === "")
    throw invalidPattern({ problem: "it is empty", pattern, offset: 0, next: "Give what to look for." });
  const tooLong = offsetAfter(pattern, maximum);
  if (tooLong !== undefined) {
    throw invalidPattern({
      problem: `it has more than ${maximum} characters (maximumPatternCharacters)`,
      pattern: pattern.slice(0, tooLong),
      offset: tooLong,
      next: "Give a shorter pattern; of a long text, a part that is rare.",
    });
  }
  const half = pattern.search(/\p{Cs}/u);
  if (half !== -1) throw invalidPattern({ problem: "it holds half a surrogate pair", pattern, offset: half });
  const lineBreak = literal ? pattern.search(/[\r\n]/) : -1;
  if (lineBreak !== -1) {
    throw invalidPattern({
      problem: "it holds a line break, and lines are searched one by one",
      pattern,
      offset: lineBreak,
      next: "Give some characters of one line, as they are written in the file.",
    });
  }
}

/** The offset behind the first `count` characters, where there are more than that. */
function offsetAfter(text: string, count: number): number | undefined {
  let characters = 0;
  for (let offset = 0; offset < text.length; characters++) {
    if (characters === count) return offset;
    offset += (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
  }
  return undefined;
}

const lookAround = /\(\?<?[=!]/y;
const backReference = /\\[1-9]|\\k[<{']|\(\?P=/y;

/** What the linear engine refuses, as an error of ours. */
export function refusedPattern(options: {
  readonly pattern: string;
  /** The engine's words, and the part of the pattern that it names. */
  readonly problem: string;
  readonly fragment: string | null;
  /** Where our own parser stopped. */
  readonly stoppedAt: number | undefined;
  readonly cause: unknown;
}): GraphdownError {
  const { pattern, fragment, stoppedAt, cause } = options;
  const offset = offsetOf(pattern, fragment, stoppedAt);
  const is = (construct: RegExp): boolean => {
    construct.lastIndex = offset;
    return construct.test(pattern);
  };
  if (is(lookAround)) {
    const problem = `look-around (${pattern.slice(offset, offset + 4).match(/^\(\?<?[=!]/)?.[0]}…) is not part of RE2's language`;
    return invalidPattern({
      problem,
      pattern,
      offset,
      cause,
      next: "Search for the part itself, without look-around.",
    });
  }
  if (is(backReference)) {
    const problem = "back-references are not part of RE2's language";
    return invalidPattern({ problem, pattern, offset, cause, next: "Search without the back-reference." });
  }
  const named =
    fragment === null || fragment === "" || pattern.startsWith("(?", offset)
      ? ""
      : ` (${showPath(fragment.slice(0, 40))})`;
  return invalidPattern({ problem: `${options.problem}${named}`, pattern, offset, cause });
}

/** Where in the pattern the fault is: the fragment that the engine names, as near as possible to where our parser stopped. */
function offsetOf(pattern: string, fragment: string | null, stoppedAt: number | undefined): number {
  const near = stoppedAt ?? 0;
  if (fragment === null || fragment === "") return stoppedAt ?? pattern.length;
  let best: number | undefined;
  for (let at = pattern.indexOf(fragment); at !== -1; at = pattern.indexOf(fragment, at + 1)) {
    if (best === undefined || Math.abs(at - near) < Math.abs(best - near)) best = at;
  }
  return best ?? near;
}
