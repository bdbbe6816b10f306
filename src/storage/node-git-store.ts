/** Files of a git repository as they are at a revision, without checking anything out. Read-only. */
import { hash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { compareCodePoints } from "../base/compare-code-points.ts";
import { isDenied } from "../base/denied-names.ts";
import { type DirectoryPath, type LogicalPath, nameOf } from "../base/logical-path.ts";
import { streamOf } from "./byte-streams.ts";
import { checkRevision } from "./check-revision.ts";
import type {
  FileEntry,
  FileReadResult,
  FileStore,
  ListEntry,
  ListOptions,
  ListPage,
  OpenFile,
  OpenOptions,
  StoreDescription,
  UnlistedName,
} from "./file-store.ts";
import { hashVersion, kindOfVersion, stampOf, statVersion } from "./file-version.ts";
import { objectMissing, unknownRevision } from "./node-git/node-git-failures.ts";
import { GitRepository, type Moment } from "./node-git/node-git-repository.ts";
import type { TreeItem, TreeListing } from "./node-git/tree-listing.ts";
import type { RevisionSource } from "./revision-source.ts";
import { deniedPrefix, symbolicLink, tooLarge, unsupported, versionConflict, wrongKind } from "./store-errors.ts";

/** Where the files are. */
export interface GitStoreOptions {
  /**
   * A folder in a repository, absolute or from the working directory: its files as git has them. It may be gone by now, and in a bare
   * repository it is a folder of the tree (`notes.git/docs`).
   */
  readonly folder: string;
  /** Only this folder below it; nothing above can be seen. Denied names are refused. */
  readonly prefix?: LogicalPath | undefined;
  /** Entries of one page of a listing. Default 1,000. */
  readonly pageSize?: number | undefined;
  /** The program, by name or path. Default `git`. */
  readonly program?: string | undefined;
}

/**
 * Opens a folder as it is at a revision: a branch, a tag, a hash, `HEAD~3`, `main@{yesterday}`. What the revision names is looked up for each
 * question, so that a branch that moves is seen. A revision that there is not is `not_found`, also when it goes later; a folder that lies in
 * no repository, or a machine without git, is `unsupported`.
 *
 * Validators are the hashes of git's own objects. Symbolic links and submodules are left out of listings and never followed. Nothing is
 * fetched: content that a partial clone does not hold is `storage_failed` with reason `object_missing`.
 */
export async function openGitStore(options: GitStoreOptions & { readonly revision: string }): Promise<FileStore> {
  const revision = checkRevision(options.revision);
  const repository = await openRepository(options);
  const store = new GitStore({ repository, revision, pageSize: options.pageSize, mayBeMissing: false });
  try {
    await store.listing();
    return store;
  } catch (cause) {
    await repository.close();
    throw cause;
  }
}

/** Opens the revisions of a folder's repository. `unsupported` where there is none. */
export async function openGitRevisions(options: GitStoreOptions): Promise<RevisionSource> {
  const repository = await openRepository(options);
  const resolve = async (revision: string, signal?: AbortSignal): Promise<Moment> =>
    repository.moment(revision, signal);
  return {
    resolve,
    async mergeBase(one, other, signal) {
      const [first, second] = [await resolve(one, signal), await resolve(other, signal)];
      const base = await repository.mergeBase(first.commit, second.commit, signal);
      if (base === undefined) throw unknownRevision(`${one}...${other}`);
      return resolve(base, signal);
    },
    open: (commit) => new GitStore({ repository, revision: commit, pageSize: options.pageSize, mayBeMissing: true }),
    close: () => repository.close(),
  };
}

function openRepository({ folder, prefix, program = "git" }: GitStoreOptions): Promise<GitRepository> {
  if (prefix !== undefined && isDenied(prefix)) throw deniedPrefix(prefix);
  return GitRepository.open({ folder, prefix, program });
}

/** Content up to this size is read whole at once; larger content flows. */
const maximumHeldBytes = 1024 * 1024;

class GitStore implements FileStore {
  readonly name = "git";
  readonly #repository: GitRepository;
  readonly #revision: string;
  readonly #pageSize: number;
  readonly #mayBeMissing: boolean;

  constructor(parts: {
    readonly repository: GitRepository;
    readonly revision: string;
    readonly pageSize: number | undefined;
    /** Whether a folder that is not in the revision is an empty one. */
    readonly mayBeMissing: boolean;
  }) {
    this.#repository = parts.repository;
    this.#revision = parts.revision;
    this.#pageSize = parts.pageSize ?? 1_000;
    this.#mayBeMissing = parts.mayBeMissing;
  }

  async *list(directory: DirectoryPath, options: ListOptions = {}): AsyncGenerator<ListPage, void, undefined> {
    const { signal, cursor } = options;
    const { tree, time } = await this.listing(signal);
    if (directory !== "") requireFolder(tree, directory);
    let unlisted: readonly UnlistedName[] = cursor === undefined ? unlistedIn(tree, directory, options) : [];
    const listed =
      options.recursive === true ? filesBelow(tree, directory, options) : childrenOf(tree, directory, cursor);
    let entries: ListEntry[] = [];
    for (const each of listed) {
      entries.push("kind" in each && each.kind === "folder" ? each : entryOf(each as TreeItem, time));
      const last = entries.at(-1) as ListEntry;
      const isEnd = entries.length >= this.#pageSize || (last.kind === "file" && options.endPageAfter?.(last.path));
      if (isEnd !== true) continue;
      yield { entries, unlisted, cursor: last.path };
      [entries, unlisted] = [[], []];
      // Others get a turn between pages, and an abort is seen.
      await turn();
      signal?.throwIfAborted();
    }
    yield { entries, unlisted };
  }

  async stat(
    path: LogicalPath,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<FileEntry | null> {
    const { tree, time } = await this.listing(signal);
    const item = fileAt(tree, path);
    return item === undefined ? null : entryOf(item, time);
  }

  async open(path: LogicalPath, options: OpenOptions = {}): Promise<OpenFile | null> {
    const { range, validator, version, signal } = options;
    const { tree, time } = await this.listing(signal);
    const item = fileAt(tree, path);
    if (item === undefined) return null;
    const entry = entryOf(item, time);
    if (version !== undefined && !(await this.#hasVersion(item, version, signal))) return null;
    if (validator !== undefined && stampOf(validator) !== entry.validator) {
      throw versionConflict({ path, current: statVersion(entry) });
    }
    const start = Math.min(range?.start ?? 0, item.size);
    const end = Math.max(start, Math.min(range?.end ?? item.size, item.size));
    if (item.size > maximumHeldBytes) {
      return { entry, stream: this.#repository.streamBlob(item.id, { start, end, signal }) };
    }
    const bytes = await this.#repository.readBlob(item.id, path, signal);
    return { entry, stream: streamOf(bytes.slice(start, end)) };
  }

  async put(path: LogicalPath): Promise<never> {
    throw readOnly(path);
  }

  async delete(path: LogicalPath): Promise<never> {
    throw readOnly(path);
  }

  async createFolder(path: LogicalPath): Promise<never> {
    throw readOnly(path);
  }

  async readFiles(
    entries: readonly FileEntry[],
    { maximumBytes, signal }: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (result: FileReadResult, index: number) => void,
  ): Promise<void> {
    const { tree, time } = await this.listing(signal);
    const items = entries.map(({ path }) => readable(tree, path, maximumBytes));
    const wanted = items.filter((item) => "id" in item);
    let next = 0;
    /** Tells of what needs no reading, up to the next that does. */
    const visitOthers = (): void => {
      for (; next < items.length && !("id" in (items[next] as object)); next++) {
        visit(items[next] as FileReadResult, next);
      }
    };
    visitOthers();
    await this.#repository.readBlobs(
      wanted.map(({ id }) => id),
      { maximumBytes, signal },
      (found) => {
        const { path, ...item } = items[next] as TreeItem;
        const listed = entries[next] as FileEntry;
        const bytes = found.status === "found" ? found.object.bytes : undefined;
        if (bytes === undefined) visit({ status: "failed", path, error: objectMissing(path) }, next);
        else {
          const entry = listed.validator === validatorOf(item) ? listed : entryOf({ path, ...item }, time);
          visit({ status: "read", entry, bytes }, next);
        }
        next++;
        visitOthers();
      },
    );
  }

  describe(): StoreDescription {
    return {
      name: this.name,
      safeOpen: "not_applicable",
      conditionalWrites: "none",
      history: false,
      writable: false,
    };
  }

  close(): Promise<void> {
    return this.#repository.close();
  }

  /** The files as they are at what the revision names now. */
  async listing(signal?: AbortSignal): Promise<{ readonly tree: TreeListing; readonly time: number }> {
    signal?.throwIfAborted();
    const moment = await this.#repository.moment(this.#revision, signal);
    const tree = await this.#repository.listing(moment, {
      revision: this.#revision,
      mayBeMissing: this.#mayBeMissing,
      signal,
    });
    return { tree, time: moment.time };
  }

  async #hasVersion(item: TreeItem, version: string, signal: AbortSignal | undefined): Promise<boolean> {
    if (kindOfVersion(version) !== "hash") return version === statVersion({ validator: validatorOf(item) });
    const bytes = await this.#repository.readBlob(item.id, item.path, signal);
    return version === hashVersion(hash("sha256", bytes, "hex"));
  }
}

function validatorOf({ id }: Pick<TreeItem, "id">): string {
  return `git-${id}`;
}

function entryOf(item: TreeItem, time: number): FileEntry {
  const { path, size } = item;
  if (size < 0) throw objectMissing(path);
  return { kind: "file", path, size, validator: validatorOf(item), modified: time };
}

/** The file at a path; `undefined` where nothing is. What is no file is an error. */
function fileAt(tree: TreeListing, path: LogicalPath): TreeItem | undefined {
  const place = tree.at(path);
  if (place === "folder") throw wrongKind(path, "is_directory");
  if (place === "below_a_file") throw wrongKind(path, "not_a_directory");
  if (place?.kind === "symbolic_link") throw symbolicLink(path);
  if (place?.kind === "not_a_file") throw wrongKind(path, "not_a_file");
  return place;
}

/** A folder that is missing lists nothing; a file is no folder. */
function requireFolder(tree: TreeListing, directory: LogicalPath): void {
  const place = tree.at(directory);
  if (place === "folder" || place === undefined) return;
  if (typeof place === "object" && place.kind === "symbolic_link") throw symbolicLink(directory);
  throw wrongKind(directory, "not_a_directory");
}

/** The item to read, or what became of it without reading. */
function readable(tree: TreeListing, path: LogicalPath, maximumBytes: number): TreeItem | FileReadResult {
  try {
    const item = fileAt(tree, path);
    if (item === undefined) return { status: "gone", path };
    if (item.size > maximumBytes) return { status: "failed", path, error: tooLarge(path, item.size, maximumBytes) };
    return item;
  } catch (error) {
    return { status: "failed", path, error: error as ReturnType<typeof wrongKind> };
  }
}

/** All files below a folder but those in folders that the caller does not enter. */
function* filesBelow(
  tree: TreeListing,
  directory: DirectoryPath,
  { enter, cursor }: ListOptions,
): Generator<TreeItem, void, undefined> {
  const [first, end] = tree.rangeOf(directory);
  const passed = cursor === undefined ? first : Math.max(first, tree.firstAt(cursor));
  const from = tree.items[passed]?.path === cursor ? passed + 1 : passed;
  const start = directory === "" ? 0 : directory.length + 1;
  for (let at = from; at < end; at++) {
    const item = tree.items[at] as TreeItem;
    const closed = enter && closedFolder(item.path, start, enter);
    // Everything below stands together.
    if (closed !== undefined) at = tree.rangeOf(closed)[1] - 1;
    else if (item.kind === "file") yield item;
  }
}

/** The first folder on the way to a file that the caller does not enter. Callers remember what they decided of a folder. */
function closedFolder(
  path: LogicalPath,
  start: number,
  enter: (folder: LogicalPath) => boolean,
): LogicalPath | undefined {
  for (let slash = path.indexOf("/", start); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const folder = path.slice(0, slash) as LogicalPath;
    if (!enter(folder)) return folder;
  }
  return undefined;
}

/** Files and folders directly in a folder, sorted by path. */
function childrenOf(
  tree: TreeListing,
  directory: DirectoryPath,
  cursor: string | undefined,
): readonly (TreeItem | Extract<ListEntry, { kind: "folder" }>)[] {
  const start = directory === "" ? 0 : directory.length + 1;
  const children: (TreeItem | Extract<ListEntry, { kind: "folder" }>)[] = [];
  const [from, end] = tree.rangeOf(directory);
  for (let at = from; at < end; at++) {
    const item = tree.items[at] as TreeItem;
    const slash = item.path.indexOf("/", start);
    if (slash === -1) {
      if (item.kind === "file") children.push(item);
      continue;
    }
    const path = item.path.slice(0, slash) as LogicalPath;
    children.push({ kind: "folder", path });
    at = tree.rangeOf(path)[1] - 1;
  }
  children.sort((one, other) => compareCodePoints(one.path, other.path));
  return cursor === undefined ? children : children.filter(({ path }) => compareCodePoints(path, cursor) > 0);
}

/** What a listing can only count, sorted. */
function unlistedIn(
  tree: TreeListing,
  directory: DirectoryPath,
  { recursive = false, enter }: ListOptions,
): readonly UnlistedName[] {
  const start = directory === "" ? "" : `${directory}/`;
  const isListed = (shown: string): boolean =>
    shown.startsWith(start) && (recursive || !shown.slice(start.length).replace(/\/$/, "").includes("/"));
  const names: UnlistedName[] = tree.unaddressable.filter(({ shown }) => isListed(shown));
  const [from, end] = tree.rangeOf(directory);
  for (let at = from; at < end; at++) {
    const { path, kind } = tree.items[at] as TreeItem;
    if (kind === "file" || !isListed(path)) continue;
    if (recursive && enter !== undefined && closedFolder(path, start.length, enter) !== undefined) continue;
    names.push({ shown: path, reason: kind });
  }
  return names.sort((one, other) => compareCodePoints(one.shown, other.shown));
}

function readOnly(path: LogicalPath): Error {
  return unsupported(
    "read_only",
    `"${nameOf(path)}" can't be changed: what was committed stays as it is.`,
    "Change the file in the working folder, which is opened by its path without a revision.",
    path,
  );
}
