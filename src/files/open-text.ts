/** Opens a text file for reading in windows: finds its encoding and version, reading no more of it than that takes. */
import { encodingOf, isBinary, type TextEncodingName } from "../base/decode-text.ts";
import type { FileEntry } from "../storage/file-store.ts";
import { binaryFile } from "./file-errors.ts";
import type { ResolvedFileScope } from "./file-scope.ts";
import { createLineMap, type KnownText } from "./known-files.ts";
import { readOlderVersion } from "./older-version.ts";
import { type ChunkRequest, partBytes, readBytes, readChunks, readPart } from "./read-bytes.ts";
import type { TextSource } from "./scan-range.ts";
import { BlockCutter, type BlockVisitor } from "./text-blocks.ts";
import { versionOfBytes, versionWithoutReading } from "./version-of.ts";

/** A text file that is open for reading. */
export interface OpenText {
  readonly text: KnownText;
  readonly version: string;
  readonly source: TextSource;
  /** What a stream has served, which may change after the part that was read; `undefined` while all bytes were read at once. */
  streamed(): FileEntry | undefined;
}

/** Enough to tell text from binary, and to see a byte order mark. */
const headBytes = 8 * 1024;

/**
 * Opens a file. One of at most `maximumEditBytes` whose version is not known is read whole, once, since its version is its hash; of any
 * other only the first 8 KiB are read, and those only the first time.
 */
export async function openText(
  scope: ResolvedFileScope,
  entry: FileEntry,
  wantedVersion: string | undefined,
): Promise<OpenText> {
  const { store, signal } = scope;
  const known = scope.known.of(entry);
  const version = versionWithoutReading(scope, entry, known);
  if (version !== undefined) {
    if (isOther(wantedVersion, version)) return openOlderText(scope, entry, wantedVersion, version);
    known.text ??= await describeHead(scope, entry);
    const { encoding } = known.text;
    const state: ReadingState = { isStreaming: false };
    const scan = (start: number, visit: BlockVisitor) =>
      scanFile({ store, entry, signal, start }, { state, encoding, visit });
    const streamed = () => (state.isStreaming ? entry : undefined);
    return { text: known.text, version, source: { encoding, scan }, streamed };
  }
  const bytes = await readBytes({ store, entry, signal });
  known.version = versionOfBytes(scope, entry, bytes);
  if (isOther(wantedVersion, known.version)) return openOlderText(scope, entry, wantedVersion, known.version);
  known.text ??= describeText(entry, bytes);
  return textInMemory(bytes, known.text, known.version);
}

/** How far the reading of a file has gone. */
interface ReadingState {
  /** Whether a stream has been opened: what it serves may change after the part that was read. */
  isStreaming: boolean;
}

/** Reads a file from a byte on: a part at once, which holds most windows, and then a stream. */
async function scanFile(
  request: ChunkRequest,
  {
    state,
    encoding,
    visit,
  }: { readonly state: ReadingState; readonly encoding: TextEncodingName; readonly visit: BlockVisitor },
): Promise<void> {
  const cutter = new BlockCutter(encoding, request.start);
  const middle = request.start + partBytes;
  const part = { ...request, end: middle };
  const goesOn = readPart(part, (bytes) => cutter.cut(bytes, visit));
  if (goesOn === false) return;
  state.isStreaming = true;
  if (goesOn === undefined) for await (const chunk of readChunks(part)) if (!cutter.cut(chunk, visit)) return;
  for await (const chunk of readChunks({ ...request, start: middle })) if (!cutter.cut(chunk, visit)) return;
  cutter.end(visit);
}

function isOther(wanted: string | undefined, current: string): wanted is string {
  return wanted !== undefined && wanted !== current;
}

async function openOlderText(
  scope: ResolvedFileScope,
  entry: FileEntry,
  version: string,
  current: string,
): Promise<OpenText> {
  const bytes = await readOlderVersion(scope, { path: entry.path, version, current });
  return textInMemory(bytes, describeText(entry, bytes), version);
}

function textInMemory(bytes: Uint8Array, text: KnownText, version: string): OpenText {
  const { encoding } = text;
  const scan = async (start: number, visit: BlockVisitor): Promise<void> => {
    const cutter = new BlockCutter(encoding, start);
    if (cutter.cut(bytes.subarray(start), visit)) cutter.end(visit);
  };
  return { text, version, source: { encoding, scan }, streamed: () => undefined };
}

async function describeHead({ store, signal }: ResolvedFileScope, entry: FileEntry): Promise<KnownText> {
  const end = Math.min(headBytes, entry.size);
  let head = new Uint8Array(0);
  let length = 0;
  for await (const chunk of readChunks({ store, entry, signal, start: 0, end })) {
    // The usual case: all at once, and nothing need be kept.
    if (chunk.length === end) return describeText(entry, chunk);
    if (length === 0) head = new Uint8Array(end);
    head.set(chunk, length);
    length += chunk.length;
  }
  return describeText(entry, head);
}

function describeText(entry: FileEntry, head: Uint8Array): KnownText {
  if (isBinary(head)) throw binaryFile(entry.path);
  const { encoding, skip } = encodingOf(head);
  return { encoding, lineMap: createLineMap(skip), totalLines: undefined };
}
