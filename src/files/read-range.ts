/** Reads some lines of a text file of any size, in memory that follows the window and not the file. */
import type { Cut } from "../base/cut.ts";
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { FileEntry } from "../storage/file-store.ts";
import { stampOf } from "../storage/file-version.ts";
import { checkFile } from "./access.ts";
import { changedWhileReading } from "./file-errors.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "./file-scope.ts";
import { fileNotFound } from "./near-names.ts";
import { type OpenText, openText } from "./open-text.ts";
import { type RangeRequest, type ReadRangeOptions, resolveRangeRequest } from "./range-request.ts";
import { createRangeWindow, type RangeWindow } from "./range-window.ts";
import { readSteadily } from "./read-steadily.ts";
import { rememberedText } from "./remembered-text.ts";
import { countLines, fillWindow, type TextPlace } from "./scan-range.ts";

export type { ReadRangeOptions } from "./range-request.ts";

/** Some lines of a file, with their terminators as they are stored. */
export interface FileRange {
  readonly path: LogicalPath;
  /** The first line of the window, also when it lies past the end. */
  readonly startLine: number;
  /** The last line that has content in the window; `startLine` − 1 when there is none. */
  readonly endLine: number;
  /** Lines of the file, where the end has been seen. */
  readonly totalLines?: number;
  /** Whether the file goes on behind the window. */
  readonly hasMore: boolean;
  readonly content: string;
  /** Pass it back to read further pages of the same bytes. */
  readonly version: string;
  /** Why the window holds less than was asked for: the byte bound, or the bound on lines. */
  readonly cut?: Cut;
  /** Where the file goes on: pass these as `startLine` and `startColumn`. Present when `hasMore`. */
  readonly next?: TextPlace;
}

/**
 * Reads lines of a file. Lines end in `\n`, `\r\n` or a lone `\r`; columns count code points; UTF-8 and UTF-16 with a byte order mark
 * are decoded, invalid bytes become U+FFFD. Stops at the line count or at `maximumRangeReadBytes` of UTF-8, whichever is first, and a
 * longer line is returned in pieces.
 *
 * A missing file is `not_found`, a binary one `unsupported`; numbers out of range are `invalid_input`; a start past the end gives an
 * empty window.
 */
export async function readRange(options: FileScope & ReadRangeOptions & { readonly path: string }): Promise<FileRange> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  const request = resolveRangeRequest(options, scope.limits);
  return (
    readRemembered({ ...options, scope, path, request }) ??
    readSteadily(async () => {
      const entry = await scope.store.stat(path, { signal: scope.signal });
      if (entry === null) throw await fileNotFound(scope, path);
      const opened = await openText(scope, entry, options.version);
      return readLines({ scope, path, opened, request, lineNumbers: options.lineNumbers ?? false });
    })
  );
}

/** The usual case of page after page: the file was read before, is still the same, and the lines lie close together. */
function readRemembered(
  work: ReadRangeOptions & {
    readonly scope: ResolvedFileScope;
    readonly path: LogicalPath;
    readonly request: RangeRequest;
  },
): FileRange | undefined {
  const { scope, path, request } = work;
  const remembered = rememberedText(scope, path, work.version);
  if (remembered === undefined) return undefined;
  const { totalLines } = remembered.text;
  if (request.startLine < 0 && totalLines === undefined) return undefined;
  const { window, startLine, start, linesBounded } = startWindow(work, totalLines ?? 0);
  if (!remembered.fill(start, window)) return undefined;
  return describeWindow({ path, startLine, window, opened: remembered, linesBounded, limits: scope.limits });
}

function startWindow(
  {
    scope,
    request,
    lineNumbers = false,
  }: {
    readonly scope: ResolvedFileScope;
    readonly request: RangeRequest;
    readonly lineNumbers?: boolean | undefined;
  },
  totalLines: number,
): {
  readonly window: RangeWindow;
  readonly startLine: number;
  readonly start: TextPlace;
  readonly linesBounded: boolean;
} {
  const startLine = request.firstLine(totalLines);
  const { count: maximumLines, bounded: linesBounded } = request.lineCount(startLine);
  const start = { line: startLine, column: request.startColumn };
  const maximumBytes = scope.limits.maximumRangeReadBytes;
  const window = createRangeWindow(start, { maximumLines, maximumBytes, lineNumbers });
  return { window, startLine, start, linesBounded };
}

async function readLines(work: {
  readonly scope: ResolvedFileScope;
  readonly path: LogicalPath;
  readonly opened: OpenText;
  readonly request: RangeRequest;
  readonly lineNumbers: boolean;
}): Promise<FileRange> {
  const { scope, path, opened, request } = work;
  const { source, text: known } = opened;
  if (request.startLine < 0) known.totalLines ??= await countLines(source, known.lineMap);
  const { window, startLine, start, linesBounded } = startWindow(work, known.totalLines ?? 0);
  const totalLines = await fillWindow({ source, lineMap: known.lineMap, start, window });
  const streamed = opened.streamed();
  if (totalLines === undefined && streamed !== undefined) await checkUnchanged(scope, streamed);
  known.totalLines ??= totalLines;
  return describeWindow({ path, startLine, window, opened, linesBounded, limits: scope.limits });
}

/** A stream that is left early can't tell that the file was rewritten in place while it was read. */
async function checkUnchanged({ store, signal }: ResolvedFileScope, entry: FileEntry): Promise<void> {
  const now = await store.stat(entry.path, { signal });
  if (now === null || stampOf(now.validator) !== stampOf(entry.validator)) throw changedWhileReading(entry.path);
}

function describeWindow(done: {
  readonly path: LogicalPath;
  readonly startLine: number;
  readonly window: RangeWindow;
  readonly opened: Pick<OpenText, "text" | "version">;
  readonly linesBounded: boolean;
  readonly limits: Limits;
}): FileRange {
  const { path, startLine, window, opened } = done;
  if (window.cutByBytes() && window.lastLine() === undefined) throw boundTooSmall(path, done.limits);
  const hasMore = window.left();
  const reason = window.cutByBytes() ? "bytes" : done.linesBounded && hasMore ? "lines" : undefined;
  return {
    path,
    startLine,
    endLine: window.lastLine() ?? startLine - 1,
    ...(opened.text.totalLines === undefined ? {} : { totalLines: opened.text.totalLines }),
    hasMore,
    content: window.content(),
    version: opened.version,
    ...(reason === undefined ? {} : { cut: { reason } }),
    ...(hasMore ? { next: { line: window.line(), column: window.column() } } : {}),
  };
}

/** A window that can hold nothing could never be gone on from. */
function boundTooSmall(path: LogicalPath, limits: Limits): GraphdownError {
  const maximum = limits.maximumRangeReadBytes;
  return new GraphdownError({
    code: "limit_exceeded",
    message: `The next character of "${path}" does not fit into maximumRangeReadBytes, which is ${maximum}.`,
    path,
    details: { limit: "maximumRangeReadBytes", maximum },
    next: "Raise maximumRangeReadBytes; 32 is enough for any character with its line number.",
  });
}
