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
  const files = entries.filter((entry) => entry.kind === "file" && pass.files.has(entry.path));
  return {
    folders: folders.sort(compareCodePoints),
    files: files.map((entry) => entry.path),
    lastFolder: pass.lastFolder(),
    lastFile: pass.lastFile(),
    storeCursorOf: (file) => pass.files.get(file),
    unlisted,
  };
}

interface Pass {
  readonly list: FileStore["list"];
  readonly folders: ReadonlySet<LogicalPath>;
  /** With the cursor of the page that holds each. */
  readonly files: ReadonlyMap<LogicalPath, string | undefined>;
  readonly lastFolder: () => LogicalPath | undefined;
  readonly lastFile: () => LogicalPath | undefined;
}

function createPass(request: CandidateRequest): Pass {
  const { store, place, recursive, maximum, wants } = request;
  const folders = new NextPaths(maximum, place.kind === "folder" ? place.after : undefined);
  const files = new Map<LogicalPath, string | undefined>();
  const filesAfter = place.kind === "file" ? place.after : "";
  let moreFiles = false;
  let above: DirectoryPath = request.directory;

  function offerFile(entry: FileEntry, pageCursor: string | undefined, isShown: boolean): boolean {
    if (recursive && isShown) offerFolders(parentOf(entry.path));
    if (filesAfter !== "" && compareCodePoints(entry.path, filesAfter) <= 0) return false;
    if (!wants(entry.path)) return false;
    moreFiles = files.size >= maximum;
    if (!moreFiles) files.set(entry.path, pageCursor);
    return !moreFiles;
  }

  /** A recursive listing shows no folders; they are told from the files in them. All files of a folder come one after another. */
  function offerFolders(folder: DirectoryPath): void {
    if (folder === above || folder.length <= request.directory.length) return;
    above = folder;
    for (let path = folder; path.length > request.directory.length; path = parentOf(path as LogicalPath)) {
      if (wants(path as LogicalPath)) folders.offer(path as LogicalPath);
    }
  }

  async function* list(directory: DirectoryPath, options: ListOptions = {}): AsyncGenerator<ListPage, void, undefined> {
    const resumed = !recursive && place.kind === "file" ? place.storeCursor : undefined;
    if (resumed !== undefined) yield { entries: await ignoreFilesIn(store, directory, options), unlisted: [] };
    let pageCursor = resumed;
    for await (const page of store.list(directory, { ...options, cursor: resumed })) {
      const shown: ListEntry[] = [];
      for (const entry of page.entries) {
        const folder = entry.kind === "folder" ? entry.path : parentOf(entry.path);
        // What is in a hidden folder would only take the place of what can be shown.
        const isEntered = folder === directory || options.enter?.(folder as LogicalPath) !== false;
        if (entry.kind === "folder") {
          if (isEntered && wants(entry.path)) folders.offer(entry.path);
        } else if (
          (isEntered && offerFile(entry, pageCursor, options.shows?.(entry.path) !== false)) ||
          isIgnoreFile(entry)
        )
          shown.push(entry);
      }
      yield { entries: shown, unlisted: page.unlisted };
      pageCursor = page.cursor;
      // Behind this page there is nothing that could change what has been found.
      if (moreFiles && place.kind === "file" && !recursive) break;
    }
    yield { entries: folders.entries(), unlisted: [] };
  }

  return {
    list,
    folders: folders.paths,
    files,
    lastFolder: () => folders.lastWhenMore(),
    lastFile: () => (moreFiles ? [...files.keys()].at(-1) : undefined),
  };
}

/** The first paths in order behind a place, out of any number that are offered in any order. */
class NextPaths {
  readonly paths: Set<LogicalPath> = new Set();
  readonly #maximum: number;
  readonly #after: string | undefined;
  #more = false;

  /** @param after `undefined` takes none at all. */
  constructor(maximum: number, after: string | undefined) {
    this.#maximum = maximum;
    this.#after = after;
  }

  offer(path: LogicalPath): void {
    if (this.#after === undefined || compareCodePoints(path, this.#after) <= 0) return;
    this.paths.add(path);
    if (this.paths.size >= 2 * this.#maximum) this.#shrink();
  }

  entries(): ListEntry[] {
    this.#shrink();
    return [...this.paths].map((path) => ({ kind: "folder", path }));
  }

  lastWhenMore(): LogicalPath | undefined {
    return this.#more ? [...this.paths].at(-1) : undefined;
  }

  #shrink(): void {
    const sorted = [...this.paths].sort(compareCodePoints);
    if (sorted.length > this.#maximum) this.#more = true;
    this.paths.clear();
    for (const path of sorted.slice(0, this.#maximum)) this.paths.add(path);
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
