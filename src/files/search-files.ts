/** Searches the text of files for a literal. Regular expressions are not part of this function. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { type Cut, type Skipped, type SkippedFile, type SkipReason, summariseSkipped } from "../base/cut.ts";
import { decodeText, isBinary } from "../base/decode-text.ts";
import { GraphdownError } from "../base/errors.ts";
import { compileGlob } from "../base/glob.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { isReserved } from "../base/reserved-folders.ts";
import type { FileEntry } from "../storage/file-store.ts";
import { listVisible } from "../storage/visible-files.ts";
import { checkFolder } from "./access.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "./file-scope.ts";
import { readCursor, writeCursor } from "./list-cursor.ts";
import { literalPattern, type MatchingLine, matchLines } from "./match-lines.ts";
import { readBytes } from "./read-bytes.ts";
import { readSteadily } from "./read-steadily.ts";

/** What to search for, and where. */
export interface SearchFilesOptions {
  /** Found as it is written, ignoring case; no pattern language. One line, at most `maximumPatternCharacters`. */
  readonly text: string;
  /** Only below this folder. Default: everything. */
  readonly directory?: string | undefined;
  /** Only files whose path below the folder matches. */
  readonly glob?: string | readonly string[] | undefined;
  /** Goes on behind an earlier page. */
  readonly cursor?: string | undefined;
}

/** A file in which the text was found. */
export interface FileMatch {
  readonly path: LogicalPath;
  /** At most 200 characters around the first match. */
  readonly snippet: string;
  readonly matchingLines: readonly MatchingLine[];
  /** More of its lines match than are given. */
  readonly cut?: Cut;
}

/** One page of matches, by path in code point order. */
export interface FileMatches {
  readonly files: readonly FileMatch[];
  readonly filesSearched: number;
  /** Files that were not searched. */
  readonly skipped?: Skipped;
  readonly cut?: Cut;
  readonly cursor?: string;
}

/**
 * Searches visible text files below a folder. Bounded by `maximumSearchFiles`, `maximumSearchFileBytes`, `maximumSearchResults`,
 * `maximumMatchesPerFile` and `maximumLineCharacters`; a page that a bound ends has a `cursor`.
 */
export async function searchFiles(options: FileScope & SearchFilesOptions): Promise<FileMatches> {
  const scope = resolveScope(options);
  const pattern = literalPattern(checkNeedle(options.text, scope.limits.maximumPatternCharacters));
  const after = options.cursor === undefined ? undefined : readCursor(options.cursor).after;
  const { entries, skipped } = await listSearchable(scope, options, after);
  const files: FileMatch[] = [];
  let filesSearched = 0;
  let last = after ?? "";
  for (const entry of entries) {
    const isFull =
      files.length >= scope.limits.maximumSearchResults || filesSearched >= scope.limits.maximumSearchFiles;
    if (isFull) return { ...sum(files, filesSearched, skipped), cut: { reason: "count" }, cursor: cursorAfter(last) };
    scope.signal?.throwIfAborted();
    last = entry.path;
    const text = await readText(scope, entry);
    if (typeof text === "object") {
      if (text.skipped !== undefined) skipped.push({ path: entry.path, reason: text.skipped });
      continue;
    }
    filesSearched++;
    const match = matchFile(scope, entry.path, text, pattern);
    if (match !== undefined) files.push(match);
  }
  return sum(files, filesSearched, skipped);
}

function sum(files: readonly FileMatch[], filesSearched: number, skipped: readonly SkippedFile[]): FileMatches {
  const summary = summariseSkipped([...skipped].sort((a, b) => compareCodePoints(a.path, b.path)));
  return { files, filesSearched, ...(summary === undefined ? {} : { skipped: summary }) };
}

function cursorAfter(path: string): string {
  return writeCursor({ kind: "file", after: path });
}

function checkNeedle(text: string, maximum: number): string {
  const problem =
    text === ""
      ? "it is empty"
      : text.length > maximum
        ? `it has more than ${maximum} characters`
        : /[\r\n]/.test(text)
          ? "it holds a line break, and lines are searched one by one"
          : /\p{Cs}/u.test(text)
            ? "it holds half a surrogate pair"
            : undefined;
  if (problem === undefined) return text;
  throw new GraphdownError({
    code: "invalid_pattern",
    message: `The text to search for is not valid: ${problem}.`,
    details: { parameter: "text" },
    next: "Give some characters of one line, as they are written in the file.",
  });
}

async function listSearchable(
  scope: ResolvedFileScope,
  options: SearchFilesOptions,
  after: string | undefined,
): Promise<{ readonly entries: readonly FileEntry[]; readonly skipped: SkippedFile[] }> {
  const { store, access, limits, signal } = scope;
  const directory = checkFolder(options.directory ?? "", access);
  const maximumCharacters = limits.maximumGlobCharacters;
  const matches = options.glob === undefined ? undefined : compileGlob(options.glob, { maximumCharacters });
  const listing = await listVisible({ store, directory, recursive: true, denied: access.denied, signal });
  const below = directory === "" ? 0 : directory.length + 1;
  const entries = listing.entries.filter(
    (entry): entry is FileEntry =>
      entry.kind === "file" &&
      (after === undefined || compareCodePoints(entry.path, after) > 0) &&
      (matches?.(entry.path.slice(below)) ?? true) &&
      !isReserved(entry.path, access.reserved),
  );
  // Said once, on the first page.
  const unlisted = after === undefined ? listing.unlisted : [];
  return { entries, skipped: unlisted.map(({ shown, reason }) => ({ path: shown, reason })) };
}

/** The text of a file, or why it is not searched; neither when it was deleted meanwhile. */
async function readText(
  { store, limits, signal }: ResolvedFileScope,
  listed: FileEntry,
): Promise<string | { readonly skipped: SkipReason | undefined }> {
  if (listed.size > limits.maximumSearchFileBytes) return { skipped: "too_large" };
  try {
    return await readSteadily(async () => {
      const entry = await store.stat(listed.path, { signal });
      if (entry === null) return { skipped: undefined };
      if (entry.size > limits.maximumSearchFileBytes) return { skipped: "too_large" };
      const bytes = await readBytes({ store, entry, signal });
      return isBinary(bytes) ? { skipped: "binary" } : decodeText(bytes);
    });
  } catch (error) {
    // What is no text file any more, is not for us, or keeps changing is left out and said; any other failure would make the answer wrong.
    const reason = GraphdownError.isInstance(error) ? reasonOf(error) : undefined;
    if (reason === undefined) throw error;
    return { skipped: reason };
  }
}

function reasonOf({ code, details }: GraphdownError): SkipReason | undefined {
  if (code === "permission_denied") return "symbolic_link";
  if (code === "invalid_input") return "not_a_file";
  if (code === "version_conflict" || details?.["systemCode"] === "EACCES") return "unreadable";
  return undefined;
}

function matchFile(
  { limits }: ResolvedFileScope,
  path: LogicalPath,
  text: string,
  pattern: RegExp,
): FileMatch | undefined {
  const { maximumMatchesPerFile: maximumLines, maximumLineCharacters } = limits;
  const found = matchLines(text, pattern, { maximumLines, maximumLineCharacters });
  if (found === undefined) return undefined;
  const cut = found.hasMore ? { cut: { reason: "lines" as const } } : {};
  return { path, snippet: found.snippet, matchingLines: found.lines, ...cut };
}
