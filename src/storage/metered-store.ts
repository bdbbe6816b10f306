/** A view of a store for one call: work that the call's abort may not stop counts its retries for the call all the same. */
import { meterRetriesApart } from "../base/retry-meter.ts";
import type { FileStore } from "./file-store.ts";

/**
 * Makes a store whose operations, where they are given no signal, are metered as those of `call` and can't be aborted. The store itself
 * where nobody meters the call. Closing the view closes the store.
 */
export function createMeteredStore(store: FileStore, call: AbortSignal | undefined): FileStore {
  const signal = meterRetriesApart(call);
  if (signal === undefined) return store;
  const metered = <Options extends { readonly signal?: AbortSignal | undefined }>(options: Options | undefined) => ({
    ...(options as Options),
    signal: options?.signal ?? signal,
  });
  return {
    name: store.name,
    list: (directory, options) => store.list(directory, metered(options)),
    stat: (path, options) => store.stat(path, metered(options)),
    open: (path, options) => store.open(path, metered(options)),
    put: (path, content, options) => store.put(path, content, metered(options)),
    delete: (path, options) => store.delete(path, metered(options)),
    ...(store.knownVersion && { knownVersion: (entry) => store.knownVersion?.(entry) }),
    ...(store.versions && {
      versions: async (path, options) => (await store.versions?.(path, metered(options))) ?? [],
    }),
    ...(store.createFolder && {
      createFolder: async (path, options) => store.createFolder?.(path, metered(options)),
    }),
    ...(store.readFiles && {
      readFiles: async (entries, options, visit) => store.readFiles?.(entries, metered(options), visit),
    }),
    ...(store.readPart && {
      readPart: (entry, start, into) => store.readPart?.(entry, start, into) ?? null,
    }),
    ...(store.readNow && { readNow: (path, maximumBytes) => store.readNow?.(path, maximumBytes) ?? null }),
    describe: () => store.describe(),
    close: () => store.close(),
  };
}
