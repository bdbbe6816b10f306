/** The errors that reading a file can end in, in words that say how to go on. */
import { GraphdownError } from "../base/errors.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { showPath } from "../base/show-path.ts";

/** A file, or its text, is larger than a full read returns. */
export function tooLargeToRead(options: {
  readonly path: LogicalPath;
  /** Bytes: of the file, or at least so many of its text as UTF-8. */
  readonly actual: number;
  readonly maximum: number;
  /** Whether `actual` counts the decoded text, which outgrew a file that was small enough. */
  readonly decoded?: boolean;
  readonly lineCount: number;
}): GraphdownError {
  const { path, actual, maximum, decoded = false, lineCount } = options;
  const call = { path, startLine: 1, lineCount };
  const size = decoded ? `has text of more than ${actual - 1} bytes as UTF-8` : `has ${actual} bytes`;
  return new GraphdownError({
    code: "limit_exceeded",
    message: `"${showPath(path)}" ${size}, and a full read returns at most ${maximum} (maximumFullReadBytes).`,
    path,
    details: {
      limit: "maximumFullReadBytes",
      maximum,
      actual,
      call: { tool: "file_context_read_range", arguments: call },
    },
    next: `Call file_context_read_range with ${JSON.stringify(call)}, and again with the line and column of its "next".`,
  });
}

/** A file that holds no text. */
export function binaryFile(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `"${showPath(path)}" is a binary file (its first 8 KiB hold a NUL), and only text can be read.`,
    path,
    details: { reason: "binary" },
    next: `Call file_context_info with ${JSON.stringify({ path })} for its size and type.`,
  });
}

/** The version that was asked for is neither the present one nor kept. */
export function versionNotCurrent(path: LogicalPath, wanted: string, current: string): GraphdownError {
  return new GraphdownError({
    code: "version_conflict",
    message: `"${showPath(path)}" no longer has the version "${showPath(wanted)}"; it is now ${current}.`,
    path,
    details: { reason: "not_current", version: current },
    next: "Read the file again without version, or with the present one.",
  });
}

/** The file became another one while it was read. */
export function changedWhileReading(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "version_conflict",
    message: `"${showPath(path)}" keeps changing while it is read.`,
    path,
    details: { reason: "changed_while_reading" },
    next: "Try again in a moment.",
  });
}
