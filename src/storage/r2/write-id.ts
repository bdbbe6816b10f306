/** Marks each write, so that one whose answer was lost can be told from somebody else's. */
import type { R2Object } from "./r2-bucket.ts";

/** The name of the mark among the metadata of an object. */
export const writeIdName = "graphdown-write";

export function newWriteId(): string {
  return crypto.randomUUID();
}

/** Whether an object is what a write with this metadata made. */
export function isWrittenWith({ customMetadata }: R2Object, metadata: Readonly<Record<string, string>>): boolean {
  return customMetadata?.[writeIdName] === metadata[writeIdName];
}
