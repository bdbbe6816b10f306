/** What questions are answered from, as the sections of a pack. */

import type { HashFunction } from "../../base/hash.ts";
import { MovedText } from "../../documents/packed/moved-text.ts";
import { packSnapshot, unpackSnapshot } from "../../snapshot/packed-snapshot.ts";
import type { Snapshot, SnapshotFile } from "../../snapshot/snapshot.ts";
import type { FileStore } from "../../storage/file-store.ts";
import type { OpenPack, PackSections } from "./pack-container.ts";

const parts = ["files", "documents", "places", "sums"] as const;

export function packState(snapshot: Snapshot): PackSections {
  const packed = packSnapshot(snapshot);
  return new Map(parts.map((part) => [`snapshot.${part}`, packed[part]]));
}

/** Where texts are read from when they are asked for. */
export interface TextPlace {
  readonly store: FileStore;
  readonly sha256: HashFunction;
  readonly decode: (bytes: Uint8Array) => string;
}

/** The snapshot of a pack; `undefined` when a part of it is missing or damaged. */
export function unpackState(pack: OpenPack, place: TextPlace): Snapshot | undefined {
  const [files, documents, places, sums] = parts.map((part) => pack.section(`snapshot.${part}`));
  if (files === undefined || documents === undefined || places === undefined || sums === undefined) return undefined;
  return unpackSnapshot({ files, documents, places, sums }, (file) => readText(place, file));
}

/** The text of a file, if its bytes are still those that were parsed. */
function readText(
  { store, sha256, decode }: TextPlace,
  { path, size, validator, modified, ...file }: SnapshotFile,
): string {
  const bytes = store.readNow?.({ kind: "file", path, size, validator, modified }) ?? null;
  if (bytes === null || sha256(bytes) !== file.sha256) throw new MovedText(path);
  return decode(bytes);
}
