/** A storage location, one string, to a store. */
import { GraphdownError } from "../base/errors.ts";
import { parseLogicalPath } from "../base/logical-path.ts";
import type { FileStore } from "./file-store.ts";
import { createMemoryStore } from "./memory-store.ts";
import { openDiskStore } from "./node-disk-store.ts";
import { createPrefixedStore } from "./prefixed-store.ts";

/** A location and the folder below it that is served. */
export interface LocationSettings {
  /** A folder, or `memory:` for an empty store in memory. */
  readonly location: string;
  /** Only this folder below the location; nothing else is visible. */
  readonly prefix?: string | undefined;
}

/**
 * Opens the store that a location names. A folder that does not exist is an error: a typing mistake must not look like an empty
 * knowledge base.
 */
export async function openLocation({ location, prefix }: LocationSettings): Promise<FileStore> {
  const below = prefix === undefined || prefix === "" ? undefined : parseLogicalPath(prefix.replace(/\/$/, ""));
  if (location === "memory:") {
    const store = createMemoryStore();
    return below === undefined ? store : createPrefixedStore(store, below);
  }
  // One letter before a colon is a drive, not a scheme.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(location)?.[1];
  if (scheme !== undefined) {
    throw new GraphdownError({
      code: "invalid_options",
      message: `The location ${JSON.stringify(location)} has the scheme ${scheme}:, which names no storage of ours.`,
      details: { option: "location" },
      next: "Give a folder such as ./notes, or memory: for an empty store in memory.",
    });
  }
  return openDiskStore({ root: location, prefix: below });
}
