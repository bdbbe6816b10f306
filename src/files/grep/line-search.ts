/** Searches texts for the lines in which a pattern is found, with the engine that fits, within the time of the call. */
import type { CompiledPattern } from "./compile-pattern.ts";
import type { MatchClock } from "./match-clock.ts";
import { maximumWork, type NativePattern } from "./native-pattern.ts";

/** Thrown where the linear engine is needed and not loaded yet: load it and search the text again. */
export class LinearEngineNeeded extends Error {
  override readonly name = "LinearEngineNeeded";
}

/** Characters that are taken for one line when a piece of text is judged, to save looking at each. */
const leapCharacters = 512;

/** Characters that are searched line by line between two looks at the clock; a line counts for some more. */
const charactersPerLook = 32_768;
const charactersForLine = 64;

/** Characters of a piece of a long line. */
const pieceCharacters = 262_144;

/** The runtime's engine has become slow: so much time in all, and so few characters a millisecond. */
const slowMs = 100;
const slowCharactersPerMs = 2_000;

/** One call's search: what it learns of the pattern's speed in one text counts for the next. */
export class LineSearch {
  readonly #pattern: CompiledPattern;
  readonly #clock: MatchClock;
  #nativeMs = 0;
  #nativeCharacters = 0;

  constructor(pattern: CompiledPattern, clock: MatchClock) {
    this.#pattern = pattern;
    this.#clock = clock;
  }

  /**
   * Where the first match at or after `from` begins, `from` being the start of a line; -1 where there is none.
   * @param text Lines end in line feeds only.
   */
  find(text: string, from: number): number {
    this.#clock.check();
    const { native } = this.#pattern;
    const isNative = native !== undefined && !this.#isSlow() && !(native.hasLineEdges && /[\u2028\u2029]/.test(text));
    return isNative ? this.#findNatively(native, text, from) : this.#findLinearly(text, from);
  }

  #isSlow(): boolean {
    return this.#nativeMs > slowMs && this.#nativeCharacters / this.#nativeMs < slowCharactersPerMs;
  }

  #findNatively(native: NativePattern, text: string, from: number): number {
    for (let start = from; start < text.length; ) {
      const end = safeEnd(native, text, start);
      if (end === start) {
        const lineEnd = endOfLine(text, start);
        const found = this.#findInLongLine(native, text, start, lineEnd);
        if (found !== -1) return found;
        start = lineEnd + 1;
      } else {
        const found = this.#timed(native, text, start, end);
        if (found !== -1) return found;
        start = end;
        if (start < text.length && this.#isSlow()) return this.#findLinearly(text, start);
      }
      this.#clock.check();
    }
    return -1;
  }

  #timed(native: NativePattern, text: string, start: number, end: number): number {
    const started = performance.now();
    const found = findIn(native.expression, text, start, end);
    this.#nativeMs += performance.now() - started;
    this.#nativeCharacters += (found === -1 ? end : found) - start;
    return found;
  }

  #findLinearly(text: string, from: number): number {
    let unwatched = 0;
    for (let start = from; start < text.length; ) {
      start = this.#nextCandidate(text, start);
      if (start === -1) return -1;
      const end = endOfLine(text, start);
      const found = this.#findInLine(text, start, end);
      if (found !== -1) return found;
      unwatched += end - start + charactersForLine;
      start = end + 1;
      if (unwatched < charactersPerLook) continue;
      unwatched = 0;
      this.#clock.check();
    }
    return -1;
  }

  /** The start of the next line, from `start` on, that may have a match; -1 where there is none. */
  #nextCandidate(text: string, from: number): number {
    const { candidates } = this.#pattern;
    if (candidates === undefined) return from;
    for (let start = from; start < text.length; ) {
      const end = safeEnd(candidates, text, start);
      const lineEnd = end === start ? endOfLine(text, start) : undefined;
      const found =
        lineEnd === undefined
          ? findIn(candidates.expression, text, start, end)
          : this.#findInLongLine(candidates, text, start, lineEnd);
      if (found !== -1) return found === 0 ? 0 : text.lastIndexOf("\n", found - 1) + 1;
      start = lineEnd === undefined ? end : lineEnd + 1;
      this.#clock.check();
    }
    return -1;
  }

  /** Searches a line that is too long for the runtime's engine: in pieces where matches are short, else by the linear one. */
  #findInLongLine(native: NativePattern, text: string, start: number, end: number): number {
    const { expression, maximumUnits, workOf } = native;
    if (workOf(pieceCharacters + maximumUnits + 2) > maximumWork) return this.#findInLine(text, start, end);
    for (let at = start; at <= end; at += pieceCharacters) {
      // With the character before it, and all that a match which begins in the piece can reach, and the character after that.
      const from = Math.max(start, at - 2);
      const piece = text.slice(from, Math.min(end, at + pieceCharacters + maximumUnits + 2));
      expression.lastIndex = at - from;
      const match = expression.exec(piece);
      // What begins behind the piece may not be whole; the next piece finds it.
      if (match !== null && from + match.index < Math.min(at + pieceCharacters, end + 1)) return from + match.index;
      this.#clock.check();
    }
    return -1;
  }

  #findInLine(text: string, start: number, end: number): number {
    const { linear } = this.#pattern;
    if (linear === undefined) throw new LinearEngineNeeded();
    const found = linear.find(text.slice(start, end), this.#clock);
    return found === -1 ? -1 : start + found;
  }
}

/** The end of the line that begins at `start`, without what ends it. */
export function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

/** Up to where whole lines from `start` on can be searched at once; `start` itself where one line is too much. */
function safeEnd(native: NativePattern, text: string, start: number): number {
  if (native.workOf(text.length - start) <= maximumWork) return text.length;
  let work = 0;
  let end = start;
  while (end < text.length) {
    let next = endOfLeap(text, end);
    if (work + native.workOf(next - end) > maximumWork) next = Math.min(text.length, endOfLine(text, end) + 1);
    work += native.workOf(next - end);
    if (work > maximumWork) break;
    end = next;
  }
  return end;
}

/** The end of the lines that fit into a leap, or of the one line that does not. */
function endOfLeap(text: string, start: number): number {
  const limit = start + leapCharacters;
  if (limit >= text.length) return text.length;
  const end = text.lastIndexOf("\n", limit - 1) + 1;
  return end > start ? end : Math.min(text.length, endOfLine(text, limit) + 1);
}

/** Where an expression first matches between two starts of lines; -1 where it does not. */
function findIn(expression: RegExp, text: string, start: number, end: number): number {
  const isToEnd = end === text.length;
  const subject = isToEnd ? text : text.slice(start, end);
  expression.lastIndex = isToEnd ? start : 0;
  const match = expression.exec(subject);
  if (match === null) return -1;
  // Behind the last terminator there is no further line, so an empty match there is none.
  if (match[0] === "" && match.index === subject.length && (subject === "" || subject.endsWith("\n"))) return -1;
  return isToEnd ? match.index : start + match.index;
}
