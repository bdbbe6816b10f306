/** Wildcard patterns, parsed and matched in linear time: what globs and ignore rules have in common. */

/** What is wrong with a pattern, and the offset (in UTF-16 units) where. */
export interface PatternFault {
  readonly message: string;
  readonly position: number;
}

/** One place of a pattern. `class` holds code point ranges as flat pairs `[from, to, from, to, …]`. */
export type PatternToken =
  | { readonly kind: "literal"; readonly codePoint: number; readonly position: number }
  | { readonly kind: "one" | "star" | "slash"; readonly position: number }
  | {
      readonly kind: "class";
      readonly negated: boolean;
      readonly ranges: readonly number[];
      readonly position: number;
    };

/** One segment of a compiled pattern. `any` is a `*` alone, `deep` a `**`, `prefix` and `suffix` a literal beside one `*`. */
export type PatternSegment =
  | { readonly kind: "deep" | "any" }
  | { readonly kind: "literal" | "prefix" | "suffix"; readonly text: string; readonly dot: boolean }
  | { readonly kind: "mixed"; readonly tokens: readonly PatternToken[]; readonly dot: boolean };

const dotCode = 0x2e;

/** Reads the token at `position`, and where the next one begins; or what is wrong there. Braces are not known here. */
export function readToken(
  source: string,
  position: number,
): { readonly token: PatternToken; readonly end: number } | { readonly fault: PatternFault } {
  const character = source[position] as string;
  switch (character) {
    case "*": {
      let end = position + 1;
      while (source[end] === "*") end++;
      return { token: { kind: "star", position }, end };
    }
    case "?":
      return { token: { kind: "one", position }, end: position + 1 };
    case "/":
      return { token: { kind: "slash", position }, end: position + 1 };
    case "[":
      return readClass(source, position);
    case "\\":
      if (position + 1 === source.length) return { fault: { message: "it ends in a backslash", position } };
      if (source[position + 1] === "/") return { token: { kind: "slash", position }, end: position + 2 };
      return readLiteral(source, position + 1);
    default:
      return readLiteral(source, position);
  }
}

function readLiteral(source: string, position: number): { readonly token: PatternToken; readonly end: number } {
  const codePoint = source.codePointAt(position) as number;
  return { token: { kind: "literal", codePoint, position }, end: position + (codePoint > 0xffff ? 2 : 1) };
}

/** The named classes, over ASCII as git reads them. */
const namedClasses: ReadonlyMap<string, readonly number[]> = new Map([
  ["alnum", [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]],
  ["alpha", [0x41, 0x5a, 0x61, 0x7a]],
  ["blank", [0x09, 0x09, 0x20, 0x20]],
  ["cntrl", [0x00, 0x1f, 0x7f, 0x7f]],
  ["digit", [0x30, 0x39]],
  ["graph", [0x21, 0x7e]],
  ["lower", [0x61, 0x7a]],
  ["print", [0x20, 0x7e]],
  ["punct", [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e]],
  ["space", [0x09, 0x0d, 0x20, 0x20]],
  ["upper", [0x41, 0x5a]],
  ["xdigit", [0x30, 0x39, 0x41, 0x46, 0x61, 0x66]],
]);

/** A bound, so that a long line of open brackets is read in linear time. */
const longestClassName = 64;

type ClassReading = { readonly token: PatternToken; readonly end: number } | { readonly fault: PatternFault };

/** `[abc]`, `[a-z]`, `[!x]`, `[^x]`, `[[:alpha:]]`; a `]` that comes first stands for itself. */
function readClass(source: string, open: number): ClassReading {
  let index = open + 1;
  const negated = source[index] === "!" || source[index] === "^";
  if (negated) index++;
  const ranges: number[] = [];
  for (let first = true; first || source[index] !== "]"; first = false) {
    const named = /^\[:([^\]]*):\]/.exec(source.slice(index, index + longestClassName))?.[1];
    if (named !== undefined) {
      const known = namedClasses.get(named);
      if (known === undefined) return { fault: { message: `[:${named}:] is no class of characters`, position: index } };
      ranges.push(...known);
      index += named.length + 4;
      continue;
    }
    const from = readClassMember(source, index);
    if (from === undefined) return unclosedBracket(open);
    index = from.end;
    if (source[index] !== "-" || source[index + 1] === "]") {
      ranges.push(from.codePoint, from.codePoint);
      continue;
    }
    const to = readClassMember(source, index + 1);
    if (to === undefined) return unclosedBracket(open);
    ranges.push(from.codePoint, to.codePoint);
    index = to.end;
  }
  return { token: { kind: "class", negated, ranges, position: open }, end: index + 1 };
}

function readClassMember(
  source: string,
  position: number,
): { readonly codePoint: number; readonly end: number } | undefined {
  const at = source[position] === "\\" ? position + 1 : position;
  const codePoint = source.codePointAt(at);
  return codePoint === undefined ? undefined : { codePoint, end: at + (codePoint > 0xffff ? 2 : 1) };
}

function unclosedBracket(position: number): { readonly fault: PatternFault } {
  return { fault: { message: "a bracket is not closed", position } };
}

/** Splits tokens at their slashes and picks the cheapest way to match each segment. `source` tells `**` from `*`. */
export function compileSegments(tokens: readonly PatternToken[], source: string): PatternSegment[] {
  const segments: PatternSegment[] = [];
  let start = 0;
  for (let index = 0; index <= tokens.length; index++) {
    if (index < tokens.length && tokens[index]?.kind !== "slash") continue;
    segments.push(compileSegment(tokens.slice(start, index), source));
    start = index + 1;
  }
  return segments;
}

function compileSegment(tokens: readonly PatternToken[], source: string): PatternSegment {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first?.kind === "star" && tokens.every((token) => token.kind === "star")) {
    // Two stars may also come from the alternatives of braces.
    return { kind: tokens.length > 1 || source[first.position + 1] === "*" ? "deep" : "any" };
  }
  const dot = first?.kind === "literal" && first.codePoint === dotCode;
  const inner = tokens.filter((token) => token.kind === "literal");
  if (inner.length === tokens.length) return { kind: "literal", text: textOf(inner), dot };
  if (inner.length === tokens.length - 1) {
    if (first?.kind === "star") return { kind: "suffix", text: textOf(inner), dot };
    if (last?.kind === "star") return { kind: "prefix", text: textOf(inner), dot };
  }
  return { kind: "mixed", tokens, dot };
}

function textOf(tokens: readonly PatternToken[]): string {
  return tokens.map((token) => (token.kind === "literal" ? String.fromCodePoint(token.codePoint) : "")).join("");
}

/** How patterns are compared with paths. */
export interface MatchMode {
  /** A segment of the path that begins with a dot is matched only by a segment of the pattern that does. */
  readonly dotsAreHidden: boolean;
  /** The path has been through {@link foldAscii}, and so has every literal of the pattern. */
  readonly folded: boolean;
}

/**
 * Whether a whole path matches. Each segment of the path meets each segment of the pattern at most once, because going back to the
 * last `**` (and, inside a segment, to the last `*`) is always enough; so the time is bounded by the product of the two lengths.
 */
export function matchesPath(pattern: readonly PatternSegment[], path: string, mode: MatchMode): boolean {
  let [start, next, retryStart, retryNext] = [0, 0, -1, 0];
  for (;;) {
    const segment = pattern[next];
    const slash = path.indexOf("/", start);
    const end = slash === -1 ? path.length : slash;
    if (segment?.kind === "deep") {
      retryStart = start;
      retryNext = ++next;
      if (next === pattern.length) return !mode.dotsAreHidden || !hasHiddenSegment(path, start);
      continue;
    }
    if (segment !== undefined && matchesSegment(segment, path, start, end, mode)) {
      next++;
      start = end + 1;
      if (slash === -1) {
        if (next === pattern.length) return true;
        // The path is used up, but not the pattern: a later start only makes the path shorter.
        return false;
      }
      continue;
    }
    if (retryStart === -1 || (mode.dotsAreHidden && path.charCodeAt(retryStart) === dotCode)) return false;
    const skipped = path.indexOf("/", retryStart);
    if (skipped === -1) return false;
    start = retryStart = skipped + 1;
    next = retryNext;
  }
}

/** Whether a segment of a path, from the one that begins at `start` on, begins with a dot. */
export function hasHiddenSegment(path: string, start: number): boolean {
  return path.charCodeAt(start) === dotCode || path.indexOf("/.", start) !== -1;
}

/** Whether one segment of a path, given by its offsets, matches one segment of a pattern that is not `**`. */
export function matchesSegment(
  segment: PatternSegment,
  path: string,
  start: number,
  end: number,
  mode: MatchMode,
): boolean {
  const hidden = mode.dotsAreHidden && path.charCodeAt(start) === dotCode;
  switch (segment.kind) {
    case "deep":
    case "any":
      return !hidden;
    case "literal":
      return end - start === segment.text.length && path.startsWith(segment.text, start);
    case "prefix":
      return (!hidden || segment.dot) && end - start >= segment.text.length && path.startsWith(segment.text, start);
    case "suffix":
      return !hidden && end - start >= segment.text.length && path.startsWith(segment.text, end - segment.text.length);
    case "mixed":
      return (!hidden || segment.dot) && matchesTokens(segment.tokens, path, start, end, mode.folded);
  }
}

function matchesTokens(
  tokens: readonly PatternToken[],
  path: string,
  start: number,
  end: number,
  folded: boolean,
): boolean {
  let [at, next, retryAt, retryNext] = [start, 0, -1, 0];
  while (at < end || next < tokens.length) {
    const token = tokens[next];
    if (token?.kind === "star") {
      retryAt = at;
      retryNext = ++next;
      continue;
    }
    if (at < end && token !== undefined) {
      const codePoint = path.codePointAt(at) as number;
      if (matchesToken(token, codePoint, folded)) {
        at += codePoint > 0xffff ? 2 : 1;
        next++;
        continue;
      }
    }
    if (retryAt === -1 || retryAt >= end) return false;
    retryAt += (path.codePointAt(retryAt) as number) > 0xffff ? 2 : 1;
    at = retryAt;
    next = retryNext;
  }
  return true;
}

function matchesToken(token: PatternToken, codePoint: number, folded: boolean): boolean {
  if (token.kind === "literal") return token.codePoint === codePoint;
  if (token.kind !== "class") return token.kind === "one";
  const isLetter = folded && codePoint >= 0x61 && codePoint <= 0x7a;
  return (
    token.negated !== (isInRanges(token.ranges, codePoint) || (isLetter && isInRanges(token.ranges, codePoint - 0x20)))
  );
}

function isInRanges(ranges: readonly number[], codePoint: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (codePoint >= (ranges[index] as number) && codePoint <= (ranges[index + 1] as number)) return true;
  }
  return false;
}

/** A text with its ASCII capitals, and only those, in lower case. */
export function foldAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) : text;
}
