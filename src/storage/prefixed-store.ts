/** A view of one folder of a store, as if it were the whole store. */
import { isDenied } from "../base/denied-names.ts";
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, isBelow, type LogicalPath, pathBelow } from "../base/logical-path.ts";
import { showPath } from "../base/show-path.ts";
import type { FileEntry, FileStore, ListEntry, ListOptions, ListPage } from "./file-store.ts";
import { deniedPrefix } from "./store-errors.ts";
import { streamWithFailures } from "./stream-with-failures.ts";

/**
 * Makes a store of what lies below `prefix`. The prefix appears in no path, result or message of it; `work` never shows `workspace/…`.
 * Operations that the store below does not have are missing here too. Closing the view closes the store. A denied name in the prefix is
 * `permission_denied`; the store then stays open.
 */
export function createPrefixedStore(store: FileStore, prefix: LogicalPath): FileStore {
  if (isDenied(prefix)) throw deniedPrefix(prefix);
  const inner = (path: LogicalPath): LogicalPath => pathBelow(prefix, path);
  const outer = (path: LogicalPath): LogicalPath => path.slice(prefix.length + 1) as LogicalPath;
  const outerEntry = <Entry extends ListEntry>(entry: Entry): Entry => ({ ...entry, path: outer(entry.path) });
  const innerEntry = (entry: FileEntry): FileEntry => ({ ...entry, path: inner(entry.path) });
  const outerFailure = (error: unknown): unknown => withoutPrefix(error, prefix);
  /** Runs one operation; what it throws is put in terms of the view. */
  const within = async <Result>(operation: () => Promise<Result>): Promise<Result> => {
    try {
      return await operation();
    } catch (error) {
      throw outerFailure(error);
    }
  };
  return {
    name: store.name,
    list: (directory, options) => listBelow({ store, prefix, directory, options, outerEntry }),
    stat: (path, options) =>
      within(async () => {
        const entry = await store.stat(inner(path), options);
        return entry && outerEntry(entry);
      }),
    open: (path, options) =>
      within(async () => {
        const file = await store.open(inner(path), options);
        return file && { entry: outerEntry(file.entry), stream: streamWithFailures(file.stream, outerFailure) };
      }),
    put: (path, content, options) => within(async () => outerEntry(await store.put(inner(path), content, options))),
    delete: (path, options) => within(() => store.delete(inner(path), options)),
    ...(store.knownVersion && { knownVersion: (entry) => store.knownVersion?.(innerEntry(entry)) }),
    ...(store.versions && {
      versions: (path, options) => within(async () => (await store.versions?.(inner(path), options)) ?? []),
    }),
    ...(store.createFolder && {
      createFolder: (path, options) => within(async () => store.createFolder?.(inner(path), options)),
    }),
    ...(store.readFiles && {
      readFiles: (entries, options, visit) =>
        within(async () =>
          store.readFiles?.(entries.map(innerEntry), options, (result, index) => {
            if (result.status === "read") visit({ ...result, entry: outerEntry(result.entry) }, index);
            else if (result.status === "gone") visit({ ...result, path: outer(result.path) }, index);
            else visit({ ...result, path: outer(result.path), error: hidePrefix(result.error, prefix) }, index);
          }),
        ),
    }),
    ...(store.readPart && {
      readPart: (entry, start, into) => store.readPart?.(innerEntry(entry), start, into) ?? null,
    }),
    ...(store.readNow && { readNow: (path, maximumBytes) => store.readNow?.(inner(path), maximumBytes) ?? null }),
    describe: () => store.describe(),
    close: () => store.close(),
  };
}

async function* listBelow(request: {
  readonly store: FileStore;
  readonly prefix: LogicalPath;
  readonly directory: DirectoryPath;
  readonly options: ListOptions | undefined;
  readonly outerEntry: (entry: ListEntry) => ListEntry;
}): AsyncGenerator<ListPage, void, undefined> {
  const { store, prefix, directory, options = {}, outerEntry } = request;
  const { enter, shows, endPageAfter, cursor } = options;
  const outer = (path: LogicalPath): LogicalPath => path.slice(prefix.length + 1) as LogicalPath;
  try {
    const pages = store.list(directory === "" ? prefix : pathBelow(prefix, directory), {
      ...options,
      cursor: cursor === undefined ? undefined : `${prefix}/${cursor}`,
      enter: enter && ((folder) => enter(outer(folder))),
      shows: shows && ((file) => shows(outer(file))),
      endPageAfter: endPageAfter && ((file) => endPageAfter(outer(file))),
    });
    for await (const page of pages) yield outerPage(page, prefix, outerEntry);
  } catch (error) {
    throw withoutPrefix(error, prefix);
  }
}

function outerPage(
  { entries, unlisted, cursor }: ListPage,
  prefix: LogicalPath,
  outerEntry: (entry: ListEntry) => ListEntry,
): ListPage {
  return {
    entries: entries.map(outerEntry),
    unlisted: unlisted.map(({ shown, reason }) => ({ shown: withoutPrefixText(shown, prefix), reason })),
    ...(cursor === undefined ? {} : { cursor: cursor.slice(prefix.length + 1) }),
  };
}

/** What a failed operation throws, in terms of the view. */
function withoutPrefix(error: unknown, prefix: LogicalPath): unknown {
  return GraphdownError.isInstance(error) ? hidePrefix(error, prefix) : error;
}

function hidePrefix(error: GraphdownError, prefix: LogicalPath): GraphdownError {
  if (error.path === undefined || !(error.path === prefix || isBelow(error.path, prefix))) return error;
  const path = error.path.slice(prefix.length + 1);
  return new GraphdownError({
    code: error.code,
    // Stores name a path in their messages in one way only: shown, and in quotes.
    message: error.message.replaceAll(`"${showPath(error.path)}"`, `"${showPath(path)}"`),
    path,
    details: error.details,
    next: error.next,
  });
}

function withoutPrefixText(text: string, prefix: string): string {
  const shown = `${showPath(prefix)}/`;
  return text.startsWith(shown) ? text.slice(shown.length) : text;
}
