/** Looks through a listing of any length for the next entries that a page may show, holding no more than those. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { type DirectoryPath, joinPath, type LogicalPath, parentOf } from "../base/logical-path.ts";
import type { FileEntry, FileStore, ListEntry, ListOptions, ListPage, UnlistedName } from "../storage/file-store.ts";
import { ignoreFileNames } from "../storage/ignore-tree.ts";
import { listVisible, type VisibleFilesRequest, whollyExcluded } from "../storage/visible-files.ts";
import type { ListPlace } from "./list-cursor.ts";

/** What to look for. */
export interface CandidateRequest extends Omit<VisibleFilesRequest, "store"> {
  readonly store: FileStore;
  /** Where to begin; entries up to it are passed over. */
  readonly place: ListPlace;
  /** Whether an entry is wanted at all, whatever is visible. */
  readonly wants: (path: LogicalPath) => boolean;
  /** How many folders and how many files to hold at most. */
  readonly maximum: number;
}

/** The visible ones among the next entries. */
export interface Candidates {
  readonly folders: readonly LogicalPath[];
  readonly files: readonly LogicalPath[];
  /** The last entry that was looked at where the listing has more of its kind; `undefined` when all were looked at. */
  readonly lastFolder: LogicalPath | undefined;
  readonly lastFile: LogicalPath | undefined;
  /** A cursor of the store from which the successor of a file can be reached. */
  storeCursorOf(file: LogicalPath): string | undefined;
  readonly unlisted: readonly UnlistedName[];
}

/**
 * Finds the next visible entries. One pass through the listing; what is visible is decided by {@link listVisible}, which gets to see the
 * ignore files and the candidates only.
 */
export async function findCandidates(request: CandidateRequest): Promise<Candidates> {
  const { store, place, ...visible } = request;
  const pass = createPass(request);
  const { entries, unlisted } = await listVisible({ ...visible, store: listingBy(store, pass.list) });
  const folders: LogicalPath[] = [];
  const isWhollyExcluded = whollyExcluded({ ...visible, store });
  for (const { kind, path } of entries) {
    if (kind !== "folder" || !pass.folders.has(path)) continue;
    // Its name may be shown though rules exclude all that is in it.
    if (!(await isWhollyExcluded(path))) folders.push(path);
  }
  const files = entries.filter(({ kind, path }) => kind === "file" && pass.files.has(path)).map(({ path }) => path);
  return {
    folders: folders.sort(compareCodePoints),
    files: files.sort(compareCodePoints),
    lastFolder: pass.lastFolder(),
    lastFile: pass.lastFile(),
    storeCursorOf: (file) => pass.files.get(file)?.pageCursor,
    unlisted,
  };
}

/** An entry, with the cursor of the page before the one that holds it. */
interface FoundEntry {
  readonly entry: ListEntry;
  readonly pageCursor?: string | undefined;
}

interface Pass {
  readonly list: FileStore["list"];
  readonly folders: ReadonlyMap<LogicalPath, FoundEntry>;
  readonly files: ReadonlyMap<LogicalPath, FoundEntry>;
  readonly lastFolder: () => LogicalPath | undefined;
  readonly lastFile: () => LogicalPath | undefined;
}

function createPass(request: CandidateRequest): Pass {
  const { store, place, recursive, maximum, wants } = request;
  const folders = new NextEntries(maximum, place.kind === "folder" ? place.after : undefined);
  const files = new NextEntries(maximum, place.kind === "file" ? place.after : "");
  /** A recursive listing shows no folders; they are told from the files in them. */
  const tellsFolders = recursive && place.kind === "folder";
  let above: DirectoryPath = request.directory;

  /** Whether a file can change nothing of what has been found: the cheapest question first, since there may be very many. */
  function isBeside(file: LogicalPath): boolean {
    return files.passesOver(file) && (!tellsFolders || parentOf(file) === above);
  }

  function offerFile(entry: FileEntry, pageCursor: string | undefined, shows: ListOptions["shows"]): void {
    const folder = parentOf(entry.path);
    if (tellsFolders && folder !== above && shows?.(entry.path) !== false) offerFolders(folder);
    if (!files.passesOver(entry.path) && wants(entry.path)) files.offer({ entry, pageCursor });
  }

  /** Mostly, all files of a folder come one after another. */
  function offerFolders(folder: DirectoryPath): void {
    above = folder;
    for (let path = folder; path.length > request.directory.length; path = parentOf(path as LogicalPath)) {
      if (wants(path as LogicalPath)) folders.offer({ entry: { kind: "folder", path: path as LogicalPath } });
    }
  }

  async function* list(directory: DirectoryPath, options: ListOptions = {}): AsyncGenerator<ListPage, void, undefined> {
    const resumed = !recursive && place.kind === "file" ? place.storeCursor : undefined;
    const toldFirst = resumed === undefined ? [] : await ignoreFilesIn(store, directory, options);
    const shows = (file: LogicalPath): boolean => !isBeside(file) && options.shows?.(file) !== false;
    const told = new Set(toldFirst.map(({ path }) => path));
    yield { entries: toldFirst, unlisted: [] };
    let pageCursor = resumed;
    for await (const page of store.list(directory, { ...options, shows, cursor: resumed, sift: true })) {
      const ignoreFiles: ListEntry[] = [];
      for (const entry of page.entries) {
        if (entry.kind === "file" && isIgnoreFile(entry) && !told.has(entry.path)) ignoreFiles.push(entry);
        const folder = entry.kind === "folder" ? entry.path : parentOf(entry.path);
        // What is in a hidden folder would only take the place of what can be shown.
        if (folder !== directory && options.enter?.(folder as LogicalPath) === false) continue;
        if (entry.kind === "file") offerFile(entry, pageCursor, options.shows);
        else if (wants(entry.path)) folders.offer({ entry });
      }
      for (const { path } of ignoreFiles) told.add(path);
      yield { entries: ignoreFiles, unlisted: page.unlisted };
      pageCursor = page.cursor;
      // Behind this page there is nothing that could change what has been found: a page with a cursor comes in order.
      if (files.hasMore && place.kind === "file" && !recursive && pageCursor !== undefined) break;
    }
    const found = [...folders.settle(), ...files.settle()];
    yield { entries: found.filter(({ path }) => !told.has(path)), unlisted: [] };
  }

  return {
    list,
    folders: folders.entries,
    files: files.entries,
    lastFolder: () => folders.lastWhenMore(),
    lastFile: () => files.lastWhenMore(),
  };
}

/** The first entries in order behind a place, out of any number that are offered in any order. */
class NextEntries {
  readonly entries: Map<LogicalPath, FoundEntry> = new Map();
  readonly #maximum: number;
  readonly #after: string | undefined;
  /** The last of the first, once there are more. */
  #last: LogicalPath | undefined;

  /** @param after `undefined` takes none at all. */
  constructor(maximum: number, after: string | undefined) {
    this.#maximum = maximum;
    this.#after = after;
  }

  /** Whether more were offered than are kept. */
  get hasMore(): boolean {
    return this.#last !== undefined || this.entries.size > this.#maximum;
  }

  /** Whether an entry is none of those that are looked for, and would tell nothing new. */
  passesOver(path: LogicalPath): boolean {
    if (this.#after === undefined || compareCodePoints(path, this.#after) <= 0) return true;
    return this.#last !== undefined && compareCodePoints(path, this.#last) > 0;
  }

  offer(found: FoundEntry): void {
    if (this.passesOver(found.entry.path)) return;
    this.entries.set(found.entry.path, found);
    if (this.entries.size >= 2 * this.#maximum) this.settle();
  }

  /** Forgets those that are not among the first; gives those that are, in order. */
  settle(): ListEntry[] {
    const sorted = [...this.entries.values()].sort((a, b) => compareCodePoints(a.entry.path, b.entry.path));
    if (sorted.length > this.#maximum) {
      sorted.length = this.#maximum;
      this.#last = sorted.at(-1)?.entry.path;
      this.entries.clear();
      for (const found of sorted) this.entries.set(found.entry.path, found);
    }
    return sorted.map(({ entry }) => entry);
  }

  lastWhenMore(): LogicalPath | undefined {
    return this.#last;
  }
}

function isIgnoreFile({ path }: FileEntry): boolean {
  return path.endsWith("ignore") && ignoreFileNames.has(path.slice(path.lastIndexOf("/") + 1));
}

/** A listing that goes on in the middle has not shown these. */
async function ignoreFilesIn(
  store: FileStore,
  directory: DirectoryPath,
  { signal }: ListOptions,
): Promise<FileEntry[]> {
  const entries = await Promise.all(
    [...ignoreFileNames].map((name) => store.stat(joinPath(directory, name), { signal })),
  );
  return entries.filter((entry) => entry !== null);
}

/** The same store with another listing. */
function listingBy(store: FileStore, list: FileStore["list"]): FileStore {
  return {
    name: store.name,
    list,
    stat: (path, options) => store.stat(path, options),
    open: (path, options) => store.open(path, options),
    put: (path, content, options) => store.put(path, content, options),
    delete: (path, options) => store.delete(path, options),
    describe: () => store.describe(),
    close: () => store.close(),
  };
}
