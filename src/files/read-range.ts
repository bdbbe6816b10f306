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
  return readSteadily(async () => {
    const entry = await scope.store.stat(path, { signal: scope.signal });
    if (entry === null) throw await fileNotFound(scope, path);
    const opened = await openText(scope, entry, options.version);
    return readLines({ scope, path, opened, request, lineNumbers: options.lineNumbers ?? false });
  });
}

async function readLines(work: {
  readonly scope: ResolvedFileScope;
  readonly path: LogicalPath;
  readonly opened: OpenText;
  readonly request: RangeRequest;
  readonly lineNumbers: boolean;
}): Promise<FileRange> {
  const { scope, path, opened, request, lineNumbers } = work;
  const { source, text: known } = opened;
  if (request.startLine < 0) known.totalLines ??= await countLines(source, known.lineMap);
  const startLine = request.firstLine(known.totalLines ?? 0);
  const lines = request.lineCount(startLine);
  const start = { line: startLine, column: request.startColumn };
  const maximumBytes = scope.limits.maximumRangeReadBytes;
  const window = createRangeWindow(start, { maximumLines: lines.count, maximumBytes, lineNumbers });
  const totalLines = await fillWindow({ source, lineMap: known.lineMap, start, window });
  const streamed = opened.streamed();
  if (totalLines === undefined && streamed !== undefined) await checkUnchanged(scope, streamed);
  known.totalLines ??= totalLines;
  if (window.cutByBytes() && window.lastLine() === undefined) throw boundTooSmall(path, scope.limits);
  return describeWindow({ path, startLine, window, opened, linesBounded: lines.bounded });
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
  readonly opened: OpenText;
  readonly linesBounded: boolean;
}): FileRange {
  const { path, startLine, window, opened } = done;
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
