/** A memory store whose changes can be watched or stopped. */
import type { FileStore } from "../../../src/index.ts";

/** What runs ahead of each change, with its operation and path; the change fails where it throws. */
export type BeforeChange = (operation: string, path: string) => void | Promise<void>;

/** The store, with something ahead of each `put` and `delete`. */
export function watchedStore(store: FileStore, before: BeforeChange): FileStore {
  return new Proxy(store, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "put" && name !== "delete") return value.bind(target);
      return async (path: string, ...rest: unknown[]): Promise<unknown> => {
        await before(name, path);
        return Reflect.apply(value, target, [path, ...rest]);
      };
    },
  });
}
