/** Searches the lines of many files for a pattern. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { type Cut, type Skipped, type SkippedFile, type SkipReason, summariseSkipped } from "../base/cut.ts";
import { decodeText, isBinary } from "../base/decode-text.ts";
import { GraphdownError } from "../base/errors.ts";
import { compileGlob } from "../base/glob.ts";
import type { Limits } from "../base/limits.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { isReserved } from "../base/reserved-folders.ts";
import type { FileEntry, FileReadResult } from "../storage/file-store.ts";
import { readEntries } from "../storage/read-entries.ts";
import { listVisible } from "../storage/visible-files.ts";
import { checkFolder } from "./access.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "./file-scope.ts";
import { type CompiledPattern, compilePattern } from "./grep/compile-pattern.ts";
import { LinearEngineNeeded, LineSearch } from "./grep/line-search.ts";
import { MatchClock } from "./grep/match-clock.ts";
import { type ListQuestion, readCursor, writeCursor } from "./list-cursor.ts";
import { type MatchingLine, matchLines, type TextMatches } from "./match-lines.ts";
import { versionOfBytes } from "./version-of.ts";

/** What to search for, and where. */
export interface SearchFilesOptions {
  /** In RE2's language, one line at a time, ignoring case; see docs/patterns.md. At most `maximumPatternCharacters`. */
  readonly pattern: string;
  /** The pattern is found as it is written. Default `false`. */
  readonly literal?: boolean | undefined;
  /** Only below this folder, or in this one file. Default: everything. */
  readonly directory?: string | undefined;
  /** Only files whose path below the folder matches. A file that `directory` names is searched in any case. */
  readonly glob?: string | readonly string[] | undefined;
  /** Lines to show before and after each one that matches: 0 to {@link maximumContext}. Default 0. */
  readonly context?: number | undefined;
  /** Goes on behind an earlier page; another question's is `invalid_input`. */
  readonly cursor?: string | undefined;
}

/** Most lines before and after a match. */
export const maximumContext = 20;

/** A file in which the pattern was found. */
export interface FileMatch {
  readonly path: LogicalPath;
  /** What the file held when it was searched. */
  readonly version: string;
  /** At most 200 characters of the first line that matches, around the match. */
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
 * Searches visible text files below a folder, or one file. Bounded by `maximumSearchFiles`, `maximumSearchFileBytes`, `maximumSearchResults`,
 * `maximumMatchesPerFile` and `maximumLineCharacters`; a page that a bound ends has a `cursor`. A pattern that is not valid is
 * `invalid_pattern` with its place; matching that takes longer than `regexTimeoutMs` in all is `pattern_timeout`.
 */
export async function searchFiles(options: FileScope & SearchFilesOptions): Promise<FileMatches> {
  const { value } = await searchPages(options).next();
  return value as FileMatches;
}

/** All pages of a search, at least one, from one listing: cheaper than a call for each. `regexTimeoutMs` is for each page. */
export async function* searchPages(
  options: FileScope & SearchFilesOptions,
): AsyncGenerator<FileMatches, undefined, undefined> {
  const scope = resolveScope(options);
  const context = checkContext(options.context ?? 0);
  const question = questionOf(options);
  const after = options.cursor === undefined ? undefined : readCursor(options.cursor, question).after;
  const pattern = await compilePattern({
    pattern: options.pattern,
    literal: options.literal ?? false,
    maximumCharacters: scope.limits.maximumPatternCharacters,
  });
  const { entries, skipped } = await listSearchable(scope, options, after);
  let isFirst = true;
  for (let next = 0; isFirst || next < entries.length; isFirst = false) {
    const search = new FileSearch({ scope, pattern, context });
    const page = await searchPage({ search, limits: scope.limits, entries, next });
    next += page.looked;
    yield pageOf({
      ...page,
      skipped: isFirst ? [...skipped, ...page.skipped] : page.skipped,
      question,
      last: next < entries.length ? entries[next - 1]?.path : undefined,
    });
  }
  return undefined;
}

/** How many lines are shown around a match decides nothing about what is found. */
function questionOf({ pattern, literal = false, directory = "", glob }: SearchFilesOptions): ListQuestion {
  const folder = directory === "/" || directory === "." ? "" : directory.replace(/\/$/, "");
  return { asked: "grep", pattern, literal, directory: folder, glob: glob === undefined ? undefined : [glob].flat() };
}

interface FoundPage {
  readonly files: readonly FileMatch[];
  readonly filesSearched: number;
  readonly skipped: readonly SkippedFile[];
  /** How many entries were looked at. */
  readonly looked: number;
}

/** Searches from an entry on, until a page is full or all are searched. */
async function searchPage(options: {
  readonly search: FileSearch;
  readonly limits: Limits;
  readonly entries: readonly FileEntry[];
  readonly next: number;
}): Promise<FoundPage> {
  const { search, limits, entries } = options;
  const { maximumSearchResults, maximumSearchFiles } = limits;
  const files: FileMatch[] = [];
  const skipped: SkippedFile[] = [];
  let [filesSearched, opened, next] = [0, 0, options.next];
  while (next < entries.length && files.length < maximumSearchResults && opened < maximumSearchFiles) {
    const room = maximumSearchResults - files.length;
    const size = Math.min(batchSize(next - options.next, room), maximumSearchFiles - opened);
    for (const outcome of await search.inFiles(entries.slice(next, next + size), room)) {
      if (files.length >= maximumSearchResults) break;
      const { path } = entries[next++] as FileEntry;
      if (outcome.kind === "skipped") skipped.push({ path, reason: outcome.reason });
      if (outcome.kind === "searched") filesSearched++;
      if (outcome.kind === "searched" && outcome.match !== undefined) files.push(outcome.match);
      if (outcome.kind !== "not-opened") opened++;
    }
  }
  return { files, filesSearched, skipped, looked: next - options.next };
}

/** Files that are read at once: few at first, since a page is soon full of a common word. */
function batchSize(done: number, room: number): number {
  return Math.min(2_048, Math.max(64, room, done));
}

/** A page as callers get it; `last` is the path behind which a further page goes on. */
function pageOf({
  files,
  filesSearched,
  skipped,
  question,
  last,
}: Omit<FoundPage, "looked"> & { question: ListQuestion; last?: string | undefined }): FileMatches {
  const summary = summariseSkipped([...skipped].sort((a, b) => compareCodePoints(a.path, b.path)));
  return {
    files,
    filesSearched,
    ...(summary === undefined ? {} : { skipped: summary }),
    ...(last === undefined
      ? {}
      : { cut: { reason: "count" }, cursor: writeCursor({ kind: "file", after: last }, question) }),
  };
}

function checkContext(context: number): number {
  if (Number.isInteger(context) && context >= 0 && context <= maximumContext) return context;
  throw new GraphdownError({
    code: "invalid_input",
    message: `context must be a whole number from 0 to ${maximumContext}, but got ${context}.`,
    details: { parameter: "context", minimum: 0, maximum: maximumContext },
    next: "Ask for fewer lines around each match, and read a range of the file for more.",
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
  const { denied } = access;
  const list = () => listVisible({ store, directory, recursive: true, namesOnly: true, denied, signal });
  const listing = await list().catch(emptyOfNoFolder);
  const file = directory === "" || listing.entries.length > 0 ? null : await fileAt(scope, directory);
  if (file !== null) {
    const isBehind = after === undefined || compareCodePoints(file.path, after) > 0;
    return { entries: isBehind ? [file] : [], skipped: [] };
  }
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

type Listing = Awaited<ReturnType<typeof listVisible>>;

/** What is no folder may be the one file to search: people and models name files as they do for other programs of this kind. */
function emptyOfNoFolder(cause: unknown): Listing {
  if (GraphdownError.isInstance(cause) && cause.details?.["reason"] === "not_a_directory") {
    return { entries: [], unlisted: [], told: { entries: [], unlisted: [], isByTheseRules: true, rules: [] } };
  }
  throw cause;
}

async function fileAt({ store, signal }: ResolvedFileScope, path: LogicalPath): Promise<FileEntry | null> {
  try {
    return await store.stat(path, { signal });
  } catch (cause) {
    // An empty folder.
    if (GraphdownError.isInstance(cause) && cause.details?.["reason"] === "is_directory") return null;
    throw cause;
  }
}

/** What became of one file. */
type FileOutcome =
  | { readonly kind: "searched"; readonly match: FileMatch | undefined }
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  /** Deleted since the listing, or behind the end of the page. */
  | { readonly kind: "not-opened" };

const notOpened: FileOutcome = { kind: "not-opened" };

/** Searches files for one pattern, batch by batch. */
class FileSearch {
  readonly #scope: ResolvedFileScope;
  readonly #pattern: CompiledPattern;
  readonly #context: number;
  readonly #clock: MatchClock;
  readonly #search: LineSearch;

  constructor(options: {
    readonly scope: ResolvedFileScope;
    readonly pattern: CompiledPattern;
    readonly context: number;
  }) {
    this.#scope = options.scope;
    this.#pattern = options.pattern;
    this.#context = options.context;
    this.#clock = new MatchClock(this.#scope.limits.regexTimeoutMs);
    this.#search = new LineSearch(this.#pattern, this.#clock);
  }

  /** The outcomes of some files in their order. What comes after `room` files with matches is not searched. */
  async inFiles(entries: readonly FileEntry[], room: number): Promise<readonly FileOutcome[]> {
    const { store, limits, signal } = this.#scope;
    const maximumBytes = limits.maximumSearchFileBytes;
    for (;;) {
      const outcomes: FileOutcome[] = new Array(entries.length).fill(notOpened);
      const matched: number[] = [];
      let needsLinear = false;
      await readEntries({ store, entries, maximumBytes, signal }, (result, index) => {
        if (needsLinear || isBehind(index, matched, room)) return;
        try {
          const outcome = this.#outcomeOf(result);
          outcomes[index] = outcome;
          if (outcome.kind === "searched" && outcome.match !== undefined) matched.push(index);
        } catch (cause) {
          if (!(cause instanceof LinearEngineNeeded)) throw cause;
          needsLinear = true;
        }
      });
      if (!needsLinear) return outcomes;
      // Happens once: the engine is loaded, and the files are searched again.
      await this.#pattern.loadLinear();
    }
  }

  #outcomeOf(result: FileReadResult): FileOutcome {
    if (result.status === "gone") return notOpened;
    if (result.status === "failed") {
      // What is no text file any more, is not for us, or keeps changing is left out and said; else the answer would be wrong.
      const reason = reasonOf(result.error);
      if (reason === undefined) throw result.error;
      return { kind: "skipped", reason };
    }
    const { entry, bytes } = result;
    if (isBinary(bytes)) return { kind: "skipped", reason: "binary" };
    const found = this.#clock.during(() => this.#matchesIn(bytes));
    if (found === undefined) return { kind: "searched", match: undefined };
    const { snippet, lines, hasMore } = found;
    const version = this.#scope.store.knownVersion?.(entry) ?? versionOfBytes(this.#scope, entry, bytes);
    const cut = hasMore ? { cut: { reason: "lines" as const } } : {};
    return { kind: "searched", match: { path: entry.path, version, snippet, matchingLines: lines, ...cut } };
  }

  #matchesIn(bytes: Uint8Array): TextMatches | undefined {
    if (!this.#pattern.mayBeIn(bytes)) return undefined;
    const { maximumMatchesPerFile: maximumLines, maximumLineCharacters } = this.#scope.limits;
    return matchLines(decodeText(bytes), this.#search, {
      maximumLines,
      maximumLineCharacters,
      context: this.#context,
    });
  }
}

/** Whether a file comes after `room` others with matches: those of a page are settled without it. */
function isBehind(index: number, matched: readonly number[], room: number): boolean {
  return matched.length >= room && matched.filter((other) => other < index).length >= room;
}

function reasonOf({ code, details }: GraphdownError): SkipReason | undefined {
  if (code === "limit_exceeded") return "too_large";
  if (code === "permission_denied") return "symbolic_link";
  if (code === "invalid_input") return "not_a_file";
  if (code === "version_conflict" || details?.["systemCode"] === "EACCES") return "unreadable";
  return undefined;
}
