/** A view of a store that shows some folders only; which, may change while it is in use. */
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, isBelow, type LogicalPath, nameOf, parentOf } from "../base/logical-path.ts";
import type { FileReadResult, FileStore, ListEntry, ListOptions, ListPage } from "./file-store.ts";
import { ignoreFileNames } from "./ignore-tree.ts";
import { stateFolder } from "./state-folder.ts";

/** The folders that are shown now; `undefined` for all. A root (`""`) among them shows all too. */
export type VisibleFolders = () => readonly DirectoryPath[] | undefined;

/**
 * Makes a store in which nothing exists but what lies in the visible folders, the folders on the way to them, and the ignore files in those,
 * since without them more would be shown. Writing elsewhere is `permission_denied`, alike whether there is a file. Closing the view closes
 * the store.
 */
export function createNarrowedStore(store: FileStore, folders: VisibleFolders): FileStore {
  // Our own records are needed wherever a client may be.
  const isInside = (path: string): boolean => {
    const visible = folders();
    return (
      visible === undefined ||
      isBelow(path, stateFolder) ||
      visible.some((folder) => folder === path || isBelow(path, folder))
    );
  };
  /** Whether there may be something visible in a folder. */
  const leads = (folder: DirectoryPath): boolean =>
    isInside(folder) || (folders() ?? []).some((visible) => isBelow(visible, folder));
  const isVisible = (path: LogicalPath): boolean =>
    isInside(path) || (ignoreFileNames.has(nameOf(path)) && leads(parentOf(path)));
  const shows = (entry: ListEntry): boolean => (entry.kind === "file" ? isVisible(entry.path) : leads(entry.path));
  const requireInside = (path: LogicalPath): void => {
    if (!isInside(path)) throw outside(path);
  };
  return {
    name: store.name,
    list: (directory, options) => listVisible({ store, directory, options, leads, isInside, shows }),
    stat: async (path, options) => (isVisible(path) ? store.stat(path, options) : null),
    open: async (path, options) => (isVisible(path) ? store.open(path, options) : null),
    put: async (path, content, options) => {
      requireInside(path);
      return store.put(path, content, options);
    },
    delete: async (path, options) => {
      requireInside(path);
      return store.delete(path, options);
    },
    ...(store.knownVersion && { knownVersion: (entry) => store.knownVersion?.(entry) }),
    ...(store.versions && {
      versions: async (path, options) => (isVisible(path) ? ((await store.versions?.(path, options)) ?? []) : []),
    }),
    ...(store.createFolder && {
      createFolder: async (path, options) => {
        requireInside(path);
        await store.createFolder?.(path, options);
      },
    }),
    ...(store.readFiles && {
      // What is read was listed, and may have been hidden since.
      readFiles: async (entries, options, visit) =>
        store.readFiles?.(entries, options, (result, index) => visit(hideRead(result, isVisible), index)),
    }),
    ...(store.readPart && {
      readPart: (entry, start, into) => (isVisible(entry.path) ? (store.readPart?.(entry, start, into) ?? null) : null),
    }),
    ...(store.readNow && {
      readNow: (path, maximumBytes) => (isVisible(path) ? (store.readNow?.(path, maximumBytes) ?? null) : null),
    }),
    describe: () => store.describe(),
    close: () => store.close(),
  };
}

async function* listVisible(request: {
  readonly store: FileStore;
  readonly directory: DirectoryPath;
  readonly options: ListOptions | undefined;
  readonly leads: (folder: DirectoryPath) => boolean;
  readonly isInside: (path: string) => boolean;
  readonly shows: (entry: ListEntry) => boolean;
}): AsyncGenerator<ListPage, void, undefined> {
  const { store, directory, options = {}, leads, isInside, shows } = request;
  const enter = (folder: LogicalPath): boolean => leads(folder) && (options.enter?.(folder) ?? true);
  for await (const page of store.list(directory, { ...options, enter })) {
    yield {
      ...page,
      entries: page.entries.filter(shows),
      unlisted: page.unlisted.filter(({ shown }) => isInside(shown)),
    };
  }
}

function hideRead(result: FileReadResult, isVisible: (path: LogicalPath) => boolean): FileReadResult {
  const path = result.status === "read" ? result.entry.path : result.path;
  return isVisible(path) ? result : { status: "gone", path };
}

function outside(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "permission_denied",
    message: `"${path}" lies outside the folders that this client works in.`,
    path,
    details: { reason: "outside_roots" },
    next: "Write to one of the folders that a listing shows.",
  });
}
