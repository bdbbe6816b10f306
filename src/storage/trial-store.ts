/** A view of a store in which everything can be tried and nothing is changed. */
import { GraphdownError } from "../base/errors.ts";
import { isBelow, type LogicalPath } from "../base/logical-path.ts";
import type { FileStore } from "./file-store.ts";
import { stateFolder } from "./state-folder.ts";

/**
 * Makes a store that reads as another one does, but for our own records, which it has not. It says of itself what the other one says, so
 * that a trial goes as the change would; a change all the same is `permission_denied`. Closing the view closes the store.
 */
export function createTrialStore(store: FileStore): FileStore {
  // Our own records are work that is left to do, which a trial must not take up.
  const isOurs = (path: LogicalPath): boolean => isBelow(path, stateFolder);
  const refuse = async (path: LogicalPath): Promise<never> => {
    throw new GraphdownError({
      code: "permission_denied",
      message: "Nothing is changed in a dry run.",
      path,
      details: { reason: "dry_run" },
      next: "Leave the dry run out to change it.",
    });
  };
  return {
    name: store.name,
    list: (directory, options) => store.list(directory, options),
    stat: async (path, options) => (isOurs(path) ? null : store.stat(path, options)),
    open: async (path, options) => (isOurs(path) ? null : store.open(path, options)),
    put: refuse,
    delete: refuse,
    createFolder: refuse,
    ...(store.knownVersion && { knownVersion: (entry) => store.knownVersion?.(entry) }),
    ...(store.versions && { versions: async (path, options) => (await store.versions?.(path, options)) ?? [] }),
    ...(store.readFiles && {
      readFiles: async (entries, options, visit) => store.readFiles?.(entries, options, visit),
    }),
    ...(store.readPart && {
      readPart: (entry, start, into) => store.readPart?.(entry, start, into) ?? null,
    }),
    ...(store.readNow && { readNow: (path, maximumBytes) => store.readNow?.(path, maximumBytes) ?? null }),
    describe: () => store.describe(),
    close: () => store.close(),
  };
}
