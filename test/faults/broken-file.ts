/** A file of a store that can't be read for a while, for a reason that does not pass by itself. */
import { GraphdownError } from "../../src/base/errors.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { bareStore } from "./bare-store.ts";

/** The store with its operations alone, in which opening the file fails until it is mended. */
export function withBrokenFile(store: FileStore, broken: string): { readonly store: FileStore; mend(): void } {
  let isBroken = true;
  return {
    store: {
      ...bareStore(store),
      open: (path, options) =>
        isBroken && path === broken ? Promise.reject(unreadable(path)) : store.open(path, options),
    },
    mend() {
      isBroken = false;
    },
  };
}

function unreadable(path: string): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: "It can't be read.",
    path,
    details: { systemCode: "EACCES" },
    next: "See who may read it.",
  });
}
