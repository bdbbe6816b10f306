/**
 * Stands in the place of an object that is being deleted.
 *
 * R2 can write on a condition and can't delete on one. So whoever deletes first replaces the object by a tombstone, on condition that it
 * is still the one that was looked at, and then sends one unconditional deletion. Nobody else of us writes over a tombstone or deletes it
 * while that deletion may still come; so it hits the tombstone and nothing else. Readers and listings take a tombstone for nothing; only
 * the folder that it is in may be listed, without files, as long as it is there. One that was left behind, because its owner ended in between,
 * is written over when it is old.
 */
import type { R2Object } from "./r2-bucket.ts";
import { newWriteId, writeIdName } from "./write-id.ts";

const marker = "graphdown-deleted";

/**
 * Bytes that each has. A listing tells sizes, and metadata only on pages a tenth as long: so only objects of this size, which few have by
 * chance, are looked at.
 */
export const tombstoneBytes = 1_009;

/** Its owner sends the deletion within this time, or not at all. */
export const deletionMs = 60_000;

/** A tombstone this old is nobody's: no call to R2 takes so long. */
const abandonedMs = 5 * 60_000;

/** The bytes and metadata of a new one, unlike any other, so that its ETag is too. */
export function newTombstone(): { readonly bytes: Uint8Array; readonly metadata: Record<string, string> } {
  const id = newWriteId();
  const text = `This file is being deleted by Graphdown (${id}).`;
  const bytes = new TextEncoder().encode(`${text.padEnd(tombstoneBytes - 1)}\n`);
  return { bytes, metadata: { [marker]: "yes", [writeIdName]: id } };
}

export function isTombstone({ customMetadata }: R2Object): boolean {
  return customMetadata?.[marker] !== undefined;
}

/** An object that is to be taken for deleted. */
export function asTombstone(object: R2Object): R2Object {
  const { key, size, etag, version, uploaded } = object;
  return { key, size, etag, version, uploaded, customMetadata: { [marker]: "yes" } };
}

/** Milliseconds until a tombstone may be written over; 0 where it may be now. */
export function heldFor({ uploaded }: R2Object, now: number): number {
  return Math.max(0, uploaded.getTime() + abandonedMs - now);
}
