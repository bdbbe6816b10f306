/** A store as it can be wrapped: its operations alone. */
import type { FileStore } from "../../src/storage/file-store.ts";

/** The operations of a store, without the ways that are only faster. Closing it does not close the store. */
export function bareStore(store: FileStore): FileStore {
  return {
    name: store.name,
    list: (...args) => store.list(...args),
    stat: (...args) => store.stat(...args),
    open: (...args) => store.open(...args),
    put: (...args) => store.put(...args),
    delete: (...args) => store.delete(...args),
    describe: () => store.describe(),
    close: async () => {},
  };
}
