/** Older versions of a file, from the chain of its path. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, readSync } from "node:fs";
import type { LogicalPath } from "../../base/logical-path.ts";
import { streamOf } from "../byte-streams.ts";
import type { FileVersion, OpenFile } from "../file-store.ts";
import { hashVersion } from "../file-version.ts";
import type { Directories } from "./node-directories.ts";
import { withPresentFile } from "./node-present-file.ts";
import type { StateFolder } from "./node-state-folder.ts";
import {
  dayMs,
  type HistoryBounds,
  maximumHistoryBytes,
  VersionChain,
  type VersionRecord,
} from "./node-version-chain.ts";

/** Where history is looked for. */
export interface HistoryRequest {
  readonly directories: Directories;
  readonly state: StateFolder;
  readonly path: LogicalPath;
  readonly history: HistoryBounds;
}

/** A version whose bytes are kept. */
interface KeptVersion {
  readonly record: VersionRecord;
  readonly sha256: string;
  readonly isNewest: boolean;
  /** Reads the bytes; `undefined` when they are no longer what was written. */
  read(): Uint8Array | undefined;
}

/** The older versions that are kept, newest first; what the file holds now is not one of them. */
export async function listVersions(request: HistoryRequest): Promise<readonly FileVersion[]> {
  const { directories, path } = request;
  return withPresentFile({ directories, path, hashedBytes: maximumHistoryBytes }, async (present) => {
    const versions: FileVersion[] = [];
    for (const { record, sha256, isNewest } of keptVersions(request)) {
      if (isNewest && sha256 === present?.sha256) continue;
      const { size, written, metadata } = record;
      versions.push({ version: hashVersion(sha256), size, written, ...(metadata === undefined ? {} : { metadata }) });
    }
    return versions;
  });
}

/** Opens an older version; `null` when it is not kept. */
export function openVersion(
  request: HistoryRequest,
  version: string,
  range: { readonly start: number; readonly end?: number } | undefined,
): OpenFile | null {
  for (const kept of keptVersions(request)) {
    if (hashVersion(kept.sha256) !== version) continue;
    const bytes = kept.read();
    if (bytes === undefined) continue;
    const entry = {
      kind: "file",
      path: request.path,
      size: bytes.length,
      validator: `version-${kept.sha256}`,
      modified: kept.record.written,
    } as const;
    return { entry, stream: streamOf(bytes.slice(range?.start ?? 0, range?.end)) };
  }
  return null;
}

/** Newest first. Each is open only until the next is asked for. */
function* keptVersions({ directories, state, path, history }: HistoryRequest): Generator<KeptVersion, void, undefined> {
  const held = state.find();
  const chain = held && VersionChain.open({ directories, versions: held.versions, path, make: false });
  if (chain === undefined) return;
  const oldest = Date.now() - history.days * dayMs;
  try {
    const numbers = chain.numbers().reverse();
    for (const number of numbers) {
      const opened = chain.open(number);
      if (opened === undefined) continue;
      const { descriptor, record, start } = opened;
      try {
        const { sha256, size, kept } = record;
        const stats = fstatSync(descriptor);
        const isWhole = kept && stats.size === start + size;
        if (sha256 === undefined || !isWhole || stats.mtimeMs < oldest) continue;
        const read = (): Uint8Array | undefined => readChecked(descriptor, start, size, sha256);
        yield { record, sha256, isNewest: number === numbers[0], read };
      } finally {
        closeSync(descriptor);
      }
    }
  } finally {
    chain.close();
  }
}

function readChecked(descriptor: number, start: number, size: number, sha256: string): Uint8Array | undefined {
  if (size > maximumHistoryBytes) return undefined;
  const bytes = new Uint8Array(size);
  for (let length = 0; length < size; ) {
    const count = readSync(descriptor, bytes, length, size - length, start + length);
    if (count === 0) return undefined;
    length += count;
  }
  return createHash("sha256").update(bytes).digest("hex") === sha256 ? bytes : undefined;
}
