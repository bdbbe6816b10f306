/** Turns a pattern's tree into a regular expression of the runtime that finds the same places. */
import { backtrackingCost } from "./backtracking-cost.ts";
import { type CodePointSet, complementOf, rangesOf, setOf } from "./code-point-set.ts";
import type { PatternNode } from "./pattern-node.ts";

/** A pattern that the runtime's own engine may search for. */
export interface NativePattern {
  /** With flags `g` and `m`. It never matches over a line feed; other terminators must not be in the text. */
  readonly expression: RegExp;
  /** Steps that the search of a line of so many characters takes at worst. */
  workOf(characters: number): number;
  /** Most UTF-16 units of a match; infinite where there is no bound. */
  readonly maximumUnits: number;
  /** Whether it asks for the edges of lines, which the runtime also sees at U+2028 and U+2029. */
  readonly hasLineEdges: boolean;
}

/** Steps that one search may take at worst: some tenths of a second, in which nothing can stop it. */
export const maximumWork = 100_000_000;

/** Lines of this length must be searchable, or the pattern is not worth it. */
const usualLineCharacters = 120;

/** The runtime's form of a pattern; `undefined` for a pattern with which a backtracking engine could come into trouble. */
export function nativePattern(node: PatternNode): NativePattern | undefined {
  const cost = backtrackingCost(node);
  if (cost === undefined) return undefined;
  const workOf = (characters: number): number => cost.steps * (characters + 1) ** (cost.loops + 1);
  if (workOf(usualLineCharacters) > maximumWork) return undefined;
  const flags = isOfSingleUnits(node) ? "gm" : "gmu";
  return {
    expression: new RegExp(sourceOf(node), flags),
    workOf,
    maximumUnits: unitsOf(node),
    hasLineEdges: hasLineEdges(node),
  };
}

/** The source of a node. Written without flags that change what letters mean, since sets hold every letter that counts. */
function sourceOf(node: PatternNode): string {
  switch (node.kind) {
    case "set":
      return sourceOfSet(node.set as CodePointSet);
    case "assertion":
      return { "line-start": "^", "line-end": "$", "word-edge": "\\b", "no-word-edge": "\\B" }[node.at];
    case "sequence":
      return node.parts.map(sourceOf).join("");
    case "choice":
      return `(?:${node.options.map(sourceOf).join("|")})`;
    case "repeat": {
      const { minimum, maximum } = node;
      const count = maximum === minimum ? `${minimum}` : `${minimum},${Number.isFinite(maximum) ? maximum : ""}`;
      const part = sourceOf(node.part);
      return `${node.part.kind === "set" ? part : `(?:${part})`}{${count}}`;
    }
  }
}

const lineFeed = setOf([[0x0a, 0x0a]]);

function sourceOfSet(set: CodePointSet): string {
  const ranges = rangesOf(withoutLineFeed(set));
  if (ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1]) return escapeOf(ranges[0]?.[0] as number);
  const parts = ranges.map(([first, last]) =>
    first === last ? escapeOf(first) : `${escapeOf(first)}-${escapeOf(last)}`,
  );
  return `[${parts.join("")}]`;
}

/** A set without the character that ends lines. */
function withoutLineFeed(set: CodePointSet): CodePointSet {
  const others = rangesOf(complementOf(set));
  return complementOf(setOf([...others, ...rangesOf(lineFeed)]));
}

function escapeOf(codePoint: number): string {
  return codePoint > 0xffff ? `\\u{${codePoint.toString(16)}}` : `\\u${codePoint.toString(16).padStart(4, "0")}`;
}

/** Whether every set holds only characters of one UTF-16 unit; then a search by units finds the same and is faster. */
function isOfSingleUnits(node: PatternNode): boolean {
  switch (node.kind) {
    case "set":
      return rangesOf(node.set as CodePointSet).every(
        ([first, last]) => last < 0xd800 || (first > 0xdfff && last <= 0xffff),
      );
    case "assertion":
      return true;
    case "sequence":
      return node.parts.every(isOfSingleUnits);
    case "choice":
      return node.options.every(isOfSingleUnits);
    case "repeat":
      return isOfSingleUnits(node.part);
  }
}

function unitsOf(node: PatternNode): number {
  switch (node.kind) {
    case "set":
      return 2;
    case "assertion":
      return 0;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + unitsOf(part), 0);
    case "choice":
      return Math.max(...node.options.map(unitsOf));
    case "repeat":
      return unitsOf(node.part) === 0 ? 0 : node.maximum * unitsOf(node.part);
  }
}

function hasLineEdges(node: PatternNode): boolean {
  switch (node.kind) {
    case "set":
      return false;
    case "assertion":
      return node.at === "line-start" || node.at === "line-end";
    case "sequence":
      return node.parts.some(hasLineEdges);
    case "choice":
      return node.options.some(hasLineEdges);
    case "repeat":
      return hasLineEdges(node.part);
  }
}
