/** Compares the bytes behind the prefix with those of a snapshot. */
import { decodeText } from "../base/decode-text.ts";
import type { HashFunction } from "../base/hash.ts";
import type { FileStore } from "../storage/file-store.ts";
import { readEntries } from "../storage/read-entries.ts";
import { hashOfRules, type KeptRules } from "./kept-rules.ts";
import type { Snapshot } from "./snapshot.ts";

/** Where and how to compare. */
export interface ByteComparison {
  readonly store: FileStore;
  /** Of one file. */
  readonly maximumBytes: number;
  readonly sha256: HashFunction;
  /** The rules by which the files of the snapshot were listed. */
  readonly rules: KeptRules;
  readonly signal?: AbortSignal | undefined;
}

/** Ends a comparison that is decided. */
class Differs extends Error {}

/**
 * Whether every document of a snapshot has the bytes that it was made from, and every file with rules says what it said; which files there
 * are is not looked at. `false` also where that can't be told: of what is no text nothing is known but that.
 */
export async function holdsBytes(
  { files, binaryFiles }: Pick<Snapshot, "files" | "binaryFiles">,
  { store, maximumBytes, sha256, rules, signal }: ByteComparison,
): Promise<boolean> {
  if (binaryFiles !== undefined) return false;
  for (const { path, sha256: known } of rules) {
    const bytes = store.readNow?.(path, maximumBytes) ?? null;
    if (bytes === null || hashOfRules(decodeText(bytes), sha256) !== known) return false;
  }
  const entries = files.map((file) => ({ kind: "file", ...file }) as const);
  try {
    await readEntries({ store, entries, maximumBytes, signal }, (result, at) => {
      if (result.status !== "read" || sha256(result.bytes) !== files[at]?.sha256) throw new Differs();
    });
    return true;
  } catch (cause) {
    if (cause instanceof Differs) return false;
    throw cause;
  }
}
