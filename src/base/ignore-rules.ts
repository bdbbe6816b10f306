/** Ignore files in the syntax of `.gitignore`, as git reads them, on a matcher that can't be made slow. */
import type { DirectoryPath } from "./logical-path.ts";
import {
  compileSegments,
  matchesPath,
  matchesSegment,
  type PatternSegment,
  type PatternToken,
  readToken,
} from "./wildcard-pattern.ts";

/** One line of an ignore file. */
export interface IgnoreRule {
  /** The folder of the ignore file: the rule says nothing about what is not below it. */
  readonly directory: DirectoryPath;
  /** `!pattern`: what an earlier rule excludes is taken back in. */
  readonly negated: boolean;
  /** `pattern/`: only folders match. */
  readonly foldersOnly: boolean;
  /** A pattern without a slash inside is compared with the name at any depth, any other with the path below `directory`. */
  readonly anchored: boolean;
  readonly segments: readonly PatternSegment[];
}

const mode = { dotsAreHidden: false, folded: false };

/**
 * The rules of one ignore file, in order. Comments, empty lines and malformed lines (an open bracket, a single backslash at the
 * end) give no rule, as in git; nothing throws.
 *
 * @param directory The folder that the file lies in; `""` for the root.
 */
export function parseIgnoreRules(text: string, directory: DirectoryPath): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of text.replace(/^\ufeff/, "").split("\n")) {
    const rule = line.startsWith("#")
      ? undefined
      : parseRule(withoutTrailingBlanks(line.replace(/\r$/, "")), directory);
    if (rule !== undefined) rules.push(rule);
  }
  return rules;
}

function parseRule(line: string, directory: DirectoryPath): IgnoreRule | undefined {
  const negated = line.startsWith("!");
  let pattern = negated ? line.slice(1) : line;
  const foldersOnly = pattern.endsWith("/");
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  const tokens: PatternToken[] = [];
  for (let position = 0; position < pattern.length; ) {
    const reading = readToken(pattern, position);
    if ("fault" in reading) return undefined;
    tokens.push(reading.token);
    position = reading.end;
  }
  if (tokens.length === 0) return undefined;
  return { directory, negated, foldersOnly, anchored, segments: compileSegments(tokens, pattern) };
}

/** Blanks at the end of a line do not count unless a backslash stands before them. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1 && end < line.length ? line.slice(0, end + 1) : line.slice(0, end);
}

/**
 * What a list of rules says about one path, looking at that path alone: the last rule that matches decides. `undefined` when none does.
 * That a folder above is excluded, and nothing below it can be taken back in, is for the caller to see, who walks from the top.
 */
export function ruleVerdict(
  rules: readonly IgnoreRule[],
  path: string,
  kind: "file" | "folder",
): "excluded" | "included" | undefined {
  const nameStart = path.lastIndexOf("/") + 1;
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index] as IgnoreRule;
    if (rule.foldersOnly && kind === "file") continue;
    if (matchesRule(rule, path, nameStart)) return rule.negated ? "included" : "excluded";
  }
  return undefined;
}

function matchesRule({ directory, anchored, segments }: IgnoreRule, path: string, nameStart: number): boolean {
  const below = directory === "" ? 0 : directory.length + 1;
  if (below > 0 && !(path.charCodeAt(below - 1) === 0x2f && path.startsWith(directory))) return false;
  if (!anchored) return matchesSegment(segments[0] as PatternSegment, path, nameStart, path.length, mode);
  return matchesPath(segments, below === 0 ? path : path.slice(below), mode);
}
