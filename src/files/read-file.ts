/** Reads a whole text file, if it is small enough. */
import { encodingOf, isBinary } from "../base/decode-text.ts";
import type { GraphdownError } from "../base/errors.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { utf8Length } from "../base/utf8-length.ts";
import type { FileEntry } from "../storage/file-store.ts";
import { checkFile } from "./access.ts";
import { binaryFile, tooLargeToRead } from "./file-errors.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "./file-scope.ts";
import { readOlderVersion } from "./older-version.ts";
import { readBytes } from "./read-bytes.ts";
import { readSteadily } from "./read-steadily.ts";
import { textOfBlock } from "./text-blocks.ts";
import { versionOf, versionOfBytes } from "./version-of.ts";

/** A whole file as text. */
export interface FileContent {
  readonly path: LogicalPath;
  /** Without a byte order mark; invalid bytes are U+FFFD. */
  readonly content: string;
  /** Pass it back as `ifVersion` of a write, or as `version` of a further read. */
  readonly version: string;
  /** Bytes of the file as it is stored. */
  readonly length: number;
}

export interface ReadFileOptions {
  /** This version: the present one, or an older one that the store keeps; anything else is `version_conflict`. */
  readonly version?: string | undefined;
}

/**
 * Reads a file, or gives `null` when there is none. A file of more than `maximumFullReadBytes`, or whose text is longer than that as
 * UTF-8, is `limit_exceeded` with the range call to make instead; a binary file is `unsupported`.
 */
export async function readFile(
  options: FileScope & ReadFileOptions & { readonly path: string },
): Promise<FileContent | null> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  return readSteadily(async () => {
    const entry = await scope.store.stat(path, { signal: scope.signal });
    return entry === null ? null : readEntry(scope, entry, options.version);
  });
}

async function readEntry(scope: ResolvedFileScope, entry: FileEntry, wanted: string | undefined): Promise<FileContent> {
  const { path, size } = entry;
  const isSmall = size <= scope.limits.maximumFullReadBytes;
  // Before anything is allocated. Of an older version the size is not known yet: it may be small where the present one is not.
  if (!isSmall && wanted === undefined) throw tooLarge(scope, path, size);
  const present = isSmall ? await readBytes({ store: scope.store, entry, signal: scope.signal }) : undefined;
  const current = present === undefined ? await versionOf(scope, entry) : versionOfBytes(scope, entry, present);
  scope.known.of(entry).version = current;
  if (wanted !== undefined && wanted !== current) {
    return contentOf(scope, path, await readOlderVersion(scope, { path, version: wanted, current }), wanted);
  }
  if (present === undefined) throw tooLarge(scope, path, size);
  return contentOf(scope, path, present, current);
}

function contentOf(scope: ResolvedFileScope, path: LogicalPath, bytes: Uint8Array, version: string): FileContent {
  if (bytes.length > scope.limits.maximumFullReadBytes) throw tooLarge(scope, path, bytes.length);
  if (isBinary(bytes)) throw binaryFile(path);
  return { path, content: decodeWithin(scope, path, bytes), version, length: bytes.length };
}

function tooLarge(scope: ResolvedFileScope, path: LogicalPath, actual: number, decoded = false): GraphdownError {
  const { maximumFullReadBytes: maximum, defaultRangeLineCount: lineCount } = scope.limits;
  return tooLargeToRead({ path, actual, maximum, decoded, lineCount });
}

/** Decodes a file whose text may outgrow it: an invalid byte becomes the three of U+FFFD, and two of UTF-16 can be three of UTF-8. */
function decodeWithin(scope: ResolvedFileScope, path: LogicalPath, bytes: Uint8Array): string {
  const { encoding, skip } = encodingOf(bytes);
  const text = textOfBlock(bytes.subarray(skip), encoding);
  const canOutgrow = encoding !== "utf-8" || text.includes("\ufffd");
  const maximum = scope.limits.maximumFullReadBytes;
  if (canOutgrow && utf8Length(text) > maximum) throw tooLarge(scope, path, maximum + 1, true);
  return text;
}
