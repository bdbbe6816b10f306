/** Reads a whole text file, if it is small enough. */
import { encodingOf, isBinary } from "../base/decode-text.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { utf8Length } from "../base/utf8-length.ts";
import { checkFile } from "./access.ts";
import { binaryFile, tooLargeToRead } from "./file-errors.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "./file-scope.ts";
import { readBytes } from "./read-bytes.ts";
import { readSteadily } from "./read-steadily.ts";
import { blocksOfBytes, textOfBlock } from "./text-blocks.ts";
import { requireVersion, versionOfBytes } from "./version-of.ts";

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
  /** Only of this version; `version_conflict` when the file has another. */
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
  const { maximumFullReadBytes: maximum, defaultRangeLineCount: lineCount } = scope.limits;
  return readSteadily(async () => {
    const entry = await scope.store.stat(path, { signal: scope.signal });
    if (entry === null) return null;
    if (entry.size > maximum) throw tooLargeToRead({ path, actual: entry.size, maximum, lineCount });
    const bytes = await readBytes({ store: scope.store, entry, signal: scope.signal });
    const version = versionOfBytes(scope, entry, bytes);
    requireVersion(path, options.version, version);
    if (isBinary(bytes)) throw binaryFile(path);
    scope.known.of(entry).version = version;
    return { path, content: await decodeWithin(scope, path, bytes), version, length: entry.size };
  });
}

/** Decodes block by block, so that text which outgrows its file is not built up beyond the bound. */
async function decodeWithin(scope: ResolvedFileScope, path: LogicalPath, bytes: Uint8Array): Promise<string> {
  const { maximumFullReadBytes: maximum, defaultRangeLineCount: lineCount } = scope.limits;
  const { encoding, skip } = encodingOf(bytes);
  // An invalid byte becomes the three of U+FFFD; nothing grows more.
  if (bytes.length * 3 <= maximum) return textOfBlock(bytes.subarray(skip), encoding);
  const pieces: string[] = [];
  let length = 0;
  for await (const block of blocksOfBytes(bytes, encoding, skip)) {
    const text = textOfBlock(block.bytes, encoding);
    length += utf8Length(text);
    if (length > maximum) throw tooLargeToRead({ path, actual: maximum + 1, maximum, decoded: true, lineCount });
    pieces.push(text);
  }
  return pieces.join("");
}
