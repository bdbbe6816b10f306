/** Globs: the one dialect of `glob`, `markdownGlob` and permissions. */
import { GraphdownError } from "./errors.ts";
import { defaultLimits } from "./limits.ts";
import { showPath } from "./show-path.ts";
import { controlCharacter, reorderingCharacter, unpairedSurrogate } from "./unsafe-characters.ts";
import {
  compileSegments,
  foldAscii,
  hasHiddenSegment,
  matchesPath,
  matchesSegment,
  type PatternFault,
  type PatternSegment,
  type PatternToken,
  readToken,
} from "./wildcard-pattern.ts";

const maximumDeepWildcards = 8;
const maximumAlternatives = 64;
const maximumPatterns = 1_000;

/** How a glob is compiled. */
export interface GlobOptions {
  /** Most characters of one pattern. Default 256. */
  readonly maximumCharacters?: number | undefined;
  /** Compare ASCII letters exactly, as rules that allow something must. Default `false`: `*.md` also takes `README.MD`. */
  readonly exactCase?: boolean | undefined;
}

/**
 * Compiles a glob, or a list of which one must match, to a test of paths.
 *
 * `*` and `?` stay inside a segment, `**` as a whole segment spans any number of them, `[a-z]`, `[!a]` and `[[:digit:]]` take one
 * character, `{a,b}` takes either, `\` makes the next character literal. A pattern without `/` is compared with the last segment at
 * any depth. A name that begins with a dot is matched only where the pattern has a dot too. The time of a match grows with the
 * length of the path and not with the shape of the pattern.
 *
 * A pattern outside this dialect or its bounds is `invalid_pattern`, with `details.position` and `details.reason`.
 */
export function compileGlob(
  patterns: string | readonly string[],
  { maximumCharacters = defaultLimits.maximumGlobCharacters, exactCase = false }: GlobOptions = {},
): (path: string) => boolean {
  const list = typeof patterns === "string" ? [patterns] : patterns;
  if (list.length > maximumPatterns) {
    throw invalidPattern(`a list of ${list.length} patterns`, {
      message: `it has more than ${maximumPatterns} patterns`,
      position: 0,
    });
  }
  const mode = { dotsAreHidden: true, folded: !exactCase };
  const endings: string[] = [];
  const names: PatternSegment[] = [];
  const paths: (readonly PatternSegment[])[] = [];
  for (const pattern of list) {
    for (const tokens of parseGlob(pattern, maximumCharacters)) {
      const segments = compileSegments(exactCase ? tokens : tokens.map(foldToken), pattern);
      const [first, second] = segments;
      if (segments.length === 1) names.push(first as PatternSegment);
      else if (segments.length === 2 && first?.kind === "deep" && second?.kind === "suffix") endings.push(second.text);
      else paths.push(segments);
    }
  }
  return (path) => {
    // What is asked most, `**/*.md` of every file of a listing, needs no look at each segment.
    for (const ending of endings) if (endsIn(path, ending, exactCase) && !hasHiddenSegment(path, 0)) return true;
    if (names.length === 0 && paths.length === 0) return false;
    const text = exactCase ? path : foldAscii(path);
    const nameStart = text.lastIndexOf("/") + 1;
    for (const segment of names) if (matchesSegment(segment, text, nameStart, text.length, mode)) return true;
    for (const segments of paths) if (matchesPath(segments, text, mode)) return true;
    return false;
  };
}

function endsIn(path: string, ending: string, exactCase: boolean): boolean {
  const start = path.length - ending.length;
  if (start < 0) return false;
  return path.endsWith(ending) || (!exactCase && foldAscii(path.slice(start)) === ending);
}

type Sequence = readonly (PatternToken | { readonly alternatives: readonly Sequence[] })[];

/** The alternatives of one pattern, each checked. */
function parseGlob(source: string, maximumCharacters: number): PatternToken[][] {
  const fault = boundsFault(source, maximumCharacters);
  if (fault !== undefined) throw invalidPattern(source, fault);
  const sequence = readSequence({ source, position: 0, depth: 0 });
  if (isFault(sequence)) throw invalidPattern(source, sequence);
  const alternatives = expand(sequence);
  if (isFault(alternatives)) throw invalidPattern(source, alternatives);
  for (const tokens of alternatives) {
    const wrong = segmentsFault(tokens);
    if (wrong !== undefined) throw invalidPattern(source, wrong);
  }
  return alternatives;
}

/** Literals in the form that {@link foldAscii} gives to paths; a class is tried with both cases instead. */
function foldToken(token: PatternToken): PatternToken {
  const isCapital = token.kind === "literal" && token.codePoint >= 0x41 && token.codePoint <= 0x5a;
  return isCapital ? { ...token, codePoint: token.codePoint + 0x20 } : token;
}

function boundsFault(source: string, maximumCharacters: number): PatternFault | undefined {
  if (source === "") return { message: "it is empty", position: 0 };
  if (source.length > 2 * maximumCharacters || [...source].length > maximumCharacters) {
    return { message: `it is longer than ${maximumCharacters} characters`, position: maximumCharacters };
  }
  for (const [characters, message] of forbiddenCharacters) {
    const position = source.search(characters);
    if (position !== -1) return { message, position };
  }
  if (source.startsWith("/") || source.startsWith("\\\\") || /^[A-Za-z]:(?! )/.test(source)) {
    return { message: "it is rooted, and patterns are relative to the folder that is searched", position: 0 };
  }
  const deep = [...source.matchAll(/\*{2,}/g)][maximumDeepWildcards];
  return deep && { message: `it has more than ${maximumDeepWildcards} **`, position: deep.index };
}

const forbiddenCharacters = [
  [controlCharacter, "it holds a control character"],
  [reorderingCharacter, "it holds a bidirectional control character or a line separator"],
  [unpairedSurrogate, "it holds half of a surrogate pair"],
] as const;

interface Parser {
  readonly source: string;
  position: number;
  /** How many braces are open. */
  depth: number;
}

/** Reads up to the end, or to the `,` or `}` that belongs to the brace that is open. */
function readSequence(parser: Parser): Sequence | PatternFault {
  const items: (PatternToken | { readonly alternatives: readonly Sequence[] })[] = [];
  while (parser.position < parser.source.length) {
    const character = parser.source[parser.position];
    if (parser.depth > 0 && (character === "," || character === "}")) return items;
    if (character === "{") {
      const alternatives = readAlternatives(parser);
      if (isFault(alternatives)) return alternatives;
      items.push({ alternatives });
      continue;
    }
    const reading = readToken(parser.source, parser.position);
    if ("fault" in reading) return reading.fault;
    const fault = classFault(reading.token, parser.source.slice(parser.position, reading.end));
    if (fault !== undefined) return fault;
    items.push(reading.token);
    parser.position = reading.end;
  }
  return items;
}

function readAlternatives(parser: Parser): readonly Sequence[] | PatternFault {
  const open = parser.position;
  const alternatives: Sequence[] = [];
  parser.depth++;
  do {
    parser.position++;
    const sequence = readSequence(parser);
    if (isFault(sequence)) return sequence;
    alternatives.push(sequence);
    if (parser.position >= parser.source.length) return { message: "a brace is not closed", position: open };
  } while (parser.source[parser.position] === ",");
  parser.position++;
  parser.depth--;
  if (alternatives.length === 1 && parser.source.slice(open, parser.position).includes("..")) {
    return { message: "ranges in braces are not part of the dialect", position: open };
  }
  return alternatives;
}

function classFault(token: PatternToken, text: string): PatternFault | undefined {
  if (token.kind !== "class") return undefined;
  // A bracket stays inside its segment, so a slash before its end means that it is not closed there.
  if (text.includes("/")) return { message: "a bracket is not closed before the /", position: token.position };
  const reversed = token.ranges.some((to, index) => index % 2 === 1 && to < (token.ranges[index - 1] as number));
  return reversed ? { message: "a range in brackets runs backwards", position: token.position } : undefined;
}

function expand(sequence: Sequence): PatternToken[][] | PatternFault {
  let lists: PatternToken[][] = [[]];
  for (const item of sequence) {
    if (!("alternatives" in item)) {
      for (const list of lists) list.push(item);
      continue;
    }
    const choices: PatternToken[][] = [];
    for (const alternative of item.alternatives) {
      const expanded = expand(alternative);
      if (isFault(expanded)) return expanded;
      choices.push(...expanded);
    }
    if (lists.length * choices.length > maximumAlternatives) {
      return { message: `its braces give more than ${maximumAlternatives} alternatives`, position: 0 };
    }
    lists = lists.flatMap((list) => choices.map((choice) => [...list, ...choice]));
  }
  return lists;
}

function segmentsFault(tokens: readonly PatternToken[]): PatternFault | undefined {
  let start = 0;
  for (let index = 0; index <= tokens.length; index++) {
    if (index < tokens.length && tokens[index]?.kind !== "slash") continue;
    const position = (tokens[start] ?? tokens.at(-1))?.position ?? 0;
    if (index === start) return { message: "it has an empty segment", position };
    const onlyDots = tokens.slice(start, index).every((token) => token.kind === "literal" && token.codePoint === 0x2e);
    if (onlyDots && index - start <= 2) return { message: "it has a . or .. segment", position };
    start = index + 1;
  }
  return undefined;
}

function isFault(value: object): value is PatternFault {
  return "message" in value;
}

function invalidPattern(pattern: string, { message, position }: PatternFault): GraphdownError {
  return new GraphdownError({
    code: "invalid_pattern",
    message: `The glob "${showPath(pattern)}" is not valid at character ${position + 1}: ${message}.`,
    details: { pattern: showPath(pattern), position, reason: message },
    next: "Use *, ?, [abc], {a,b} and ** relative to the folder, such as notes/**/*.md; a name at any depth needs no /.",
  });
}
