/** The engine that takes every pattern, in time that grows with the text alone. It is loaded when a pattern first needs it. */
import { ClockedText } from "./clocked-text.ts";
import type { MatchClock } from "./match-clock.ts";
import { refusedPattern } from "./pattern-errors.ts";

/** Finds a pattern in one line. */
export interface LineEngine {
  /** Where the first match in a line begins; -1 where there is none. */
  find(line: string, clock: MatchClock): number;
}

export interface LinearEngineOptions {
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  /** Where our own parser stopped, to tell where a fault is. */
  readonly stoppedAt?: number | undefined;
}

/** Lines from which on the clock is looked at while one is searched. */
const longLineCharacters = 2_048;

/** Makes the engine of a pattern; `invalid_pattern` for one that RE2 refuses. */
export async function createLinearEngine(options: LinearEngineOptions): Promise<LineEngine> {
  const { RE2JS, RE2JSSyntaxException } = await import("re2js");
  const { pattern, literal, ignoreCase, stoppedAt } = options;
  const compile = () =>
    RE2JS.compile(literal ? RE2JS.quote(pattern) : pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  let compiled: ReturnType<typeof compile>;
  try {
    compiled = compile();
  } catch (cause) {
    if (!(cause instanceof RE2JSSyntaxException)) throw cause;
    // The engine writes its flags in front of what it names as the whole pattern.
    const fragment = cause.getPattern()?.replace(/^\(\?i\)/, "") ?? null;
    const isWhole = fragment === pattern;
    throw refusedPattern({
      pattern,
      problem: cause.getDescription(),
      fragment: isWhole && stoppedAt !== undefined ? null : fragment,
      stoppedAt,
      cause,
    });
  }
  return {
    find(line, clock) {
      const text = line.length < longLineCharacters ? line : asString(new ClockedText(line, () => clock.check()));
      // Telling whether there is a match is much cheaper than telling where.
      if (!compiled.test(text)) return -1;
      const matcher = compiled.matcher(text);
      return matcher.find() ? matcher.start() : -1;
    },
  };
}

/** The engine takes objects that are strings, which its types do not say. */
function asString(text: ClockedText): string {
  return text as unknown as string;
}
