/** Listing a folder on disk: an own synchronous walk, page by page, in the order of whole paths unless its caller sifts. */
import { accessSync, constants, lstatSync } from "node:fs";
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, type LogicalPath, tryJoinPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { type ListEntry, type ListOptions, type ListPage, type UnlistedName, unseenValidator } from "../file-store.ts";
import type { Directories } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { entryOfStats, trustedBefore } from "./node-file-stamp.ts";
import type { FolderContent } from "./node-folder-content.ts";
import { FolderStream } from "./node-folder-stream.ts";
import { exactly, KnownFolder } from "./node-known-folder.ts";
import type { ListingMemory } from "./node-listing-memory.ts";
import { ListingProof } from "./node-listing-proof.ts";
import { contentOf, readBytewise, readDirents } from "./node-read-folder.ts";
import { systemCodeOf } from "./node-system-errors.ts";

/** A folder whose names are being gone through. */
interface Frame {
  readonly path: DirectoryPath;
  /** As in {@link Directory}. */
  readonly plainPrefix: string;
  /** Given up for folders far above the present one, unless they are being read, and found again when the walk comes back to them. */
  folder: Directory | undefined;
  /** In order, unless they come from a stream; the name of a folder ends in `/`. */
  names: readonly string[];
  next: number;
  /** Gives further names, for a folder that has too many to be held. */
  readonly stream?: FolderStream | undefined;
  /** What earlier walks found in the folder, for the same names. */
  readonly known?: KnownFolder | undefined;
}

/** How many folders, from the present one upwards, are kept open. */
const heldFolders = 64;

/** How many pages of names of a folder are held and sorted for a caller who sifts. */
const heldPages = 10;

/**
 * A walk that can be left between pages. Close it at the end. Each folder is opened below the one that holds it without following
 * links, then read and looked into through its descriptor.
 */
export class Walk {
  readonly #directories: Directories;
  readonly #options: ListOptions;
  readonly #pageSize: number;
  readonly #memory: ListingMemory | undefined;
  readonly #proof: ListingProof | undefined;
  readonly #frames: Frame[] = [];
  /** Set until the walk has passed the place where an earlier one stopped. */
  #resumeAfter: string | undefined;
  /** The place that has been reached: a path, with `/` at its end when it is a folder. */
  #last: string;
  #entries: ListEntry[] = [];
  #unlisted: UnlistedName[] = [];
  #trustedBefore = 0n;
  #isOrdered = true;

  /**
   * Starts at a folder; one that is missing has no entries.
   *
   * @param options With `memory`, entries of files that are still the same are the very ones that an earlier walk gave.
   */
  constructor(
    directories: Directories,
    directory: DirectoryPath,
    { pageSize, memory, ...options }: ListOptions & { readonly pageSize: number; readonly memory?: ListingMemory },
  ) {
    this.#directories = directories;
    this.#options = options;
    this.#pageSize = pageSize;
    this.#memory = isWhole(options) ? memory : undefined;
    this.#proof = this.#memory && options.prove && new ListingProof(options.prove);
    this.#resumeAfter = options.cursor;
    this.#last = options.cursor ?? "";
    const folder = directories.find(directory);
    if (folder !== undefined) this.#push(directory, folder);
    // There is nothing that could be compared.
    else this.#proof?.spoil();
  }

  /**
   * The next page: about `pageSize` entries and names that can't be listed. May throw when no descriptor is left; called again, it goes on
   * where it was.
   */
  nextPage(): ListPage {
    this.#trustedBefore = trustedBefore();
    while (this.#frames.length > 0 && this.#entries.length + this.#unlisted.length < this.#pageSize) {
      const frame = this.#frames[this.#frames.length - 1] as Frame;
      const name = frame.names[frame.next];
      if (name === undefined) {
        if (this.#readOn(frame)) break;
        closeFrame(frame);
        this.#frames.pop();
        continue;
      }
      const listed = this.#recall(frame, name) ?? this.#visit(frame, name);
      frame.next++;
      if (listed !== undefined && this.#options.endPageAfter?.(listed)) break;
    }
    const proof = this.ended ? this.#proof?.toBytes() : undefined;
    const page = {
      entries: this.#entries,
      unlisted: this.#unlisted,
      ...(proof === undefined ? {} : { proof }),
    };
    this.#entries = [];
    this.#unlisted = [];
    return this.ended || !this.#isOrdered ? page : { ...page, cursor: this.#last };
  }

  /** Whether the last page has been given. */
  get ended(): boolean {
    return this.#frames.length === 0;
  }

  close(): void {
    for (const frame of this.#frames) closeFrame(frame);
    this.#frames.length = 0;
  }

  /** Lists a file that is the same as in an earlier walk, and gives its path. */
  #recall({ known, plainPrefix, next }: Frame, name: string): LogicalPath | undefined {
    const entry = known?.recall(next, plainPrefix + name);
    if (entry === undefined) return undefined;
    this.#entries.push(entry);
    this.#proof?.tell(entry);
    this.#last = entry.path;
    return entry.path;
  }

  /** Lists a name or enters its folder; the path of a file that was listed. */
  #visit(frame: Frame, name: string): LogicalPath | undefined {
    const isFolder = name.endsWith("/");
    const path = tryJoinPath(frame.path, isFolder ? name.slice(0, -1) : name);
    if (path === undefined) {
      this.#leaveOut(below(frame.path, name), "unaddressable");
      return undefined;
    }
    if (this.#resumeAfter !== undefined && this.#isBehind(path, isFolder)) return undefined;
    this.#last = isFolder && this.#options.recursive ? `${path}/` : path;
    frame.folder ??= this.#directories.find(frame.path);
    if (frame.folder === undefined) {
      // Removed meanwhile, with all that was in it.
      this.#proof?.spoil();
      frame.next = frame.names.length;
      return undefined;
    }
    if (!isFolder) {
      const isListed = frame.stream === undefined ? this.#listFile(frame.folder, frame, path) : this.#listName(path);
      return isListed ? path : undefined;
    }
    if (this.#options.recursive) this.#enter(frame.folder, name.slice(0, -1), path);
    else this.#entries.push({ kind: "folder", path });
    return undefined;
  }

  /** Whether everything at this name was listed before the cursor; once that is not so, it is so for nothing that follows. */
  #isBehind(path: LogicalPath, isFolder: boolean): boolean {
    const after = this.#resumeAfter as string;
    const place = isFolder && this.#options.recursive ? `${path}/` : path;
    if (place !== path && after.startsWith(place)) return false;
    if (compareCodePoints(place, after) <= 0) return true;
    this.#resumeAfter = undefined;
    return false;
  }

  #listFile(folder: Directory, { names, next, known }: Frame, path: LogicalPath): boolean {
    if (this.#options.namesOnly) return this.#pushName(path);
    try {
      const stats = lstatSync(folder.prefix + names[next], exactly);
      if (stats === undefined) {
        // Gone since its folder was read.
        this.#proof?.spoil();
        return false;
      }
      if (stats.isFile()) {
        const entry = entryOfStats(path, stats, this.#trustedBefore);
        this.#entries.push(entry);
        known?.remember(next, entry, stats);
        this.#proof?.tell(entry);
        return true;
      }
      // It has become something else since.
      this.#proof?.spoil();
      this.#leaveOut(path, stats.isSymbolicLink() ? "symbolic_link" : "not_a_file");
    } catch (error) {
      if (systemCodeOf(error) !== "EACCES") throw error;
      // Whether it may be read is told by no stamp.
      this.#proof?.spoil();
      this.#leaveOut(path, "unreadable");
    }
    return false;
  }

  /** One of very many, of which few will be kept: those that are not wanted go at once, and the others are not looked at. */
  #listName(path: LogicalPath): boolean {
    const { endPageAfter, shows } = this.#options;
    if (shows?.(path) === false && endPageAfter?.(path) !== true) return false;
    return this.#pushName(path);
  }

  #pushName(path: LogicalPath): true {
    this.#entries.push({ kind: "file", path, size: 0, validator: unseenValidator, modified: 0 });
    return true;
  }

  #enter(parent: Directory, name: string, path: LogicalPath): void {
    if (this.#options.enter?.(path) === false) return;
    try {
      const folder = this.#directories.enter(parent, name, path);
      if (folder !== undefined) this.#push(path, folder);
      else this.#proof?.spoil();
    } catch (error) {
      this.#proof?.spoil();
      if (systemCodeOf(error) === "EACCES") this.#leaveOut(path, "unreadable");
      // It became a link or a file since its parent was read.
      else if (GraphdownError.isInstance(error)) this.#leaveOut(path, "symbolic_link");
      else throw error;
    }
  }

  #push(path: DirectoryPath, folder: Directory): void {
    try {
      this.#frames.push(this.#read(path, folder));
    } catch (error) {
      folder.close();
      throw error;
    }
    const far = this.#frames[this.#frames.length - 1 - heldFolders];
    if (far === undefined || far.stream !== undefined) return;
    far.folder?.close();
    far.folder = undefined;
  }

  #read(path: DirectoryPath, folder: Directory): Frame {
    const mayStream = this.#options.sift === true && this.#options.cursor === undefined && isSearchable(folder);
    const content = mayStream ? readFew(folder, heldPages * this.#pageSize) : this.#readAll(path, folder);
    if (content !== undefined) {
      // A walk that resumes inside this folder has told of them before.
      if (this.#resumeAfter === undefined) this.#leaveOutAll(path, content.unlisted);
      const frame = { path, plainPrefix: folder.plainPrefix, folder, next: 0 };
      return content instanceof KnownFolder
        ? { ...frame, names: content.names, known: content }
        : { ...frame, names: sorted(content.names, this.#options.recursive === true) };
    }
    this.#isOrdered = false;
    const { endPageAfter } = this.#options;
    const isFirst = endPageAfter && ((name: string) => endPageAfter(below(path, name) as LogicalPath));
    const stream = new FolderStream(folder, isFirst);
    return { path, plainPrefix: folder.plainPrefix, folder, names: [], next: 0, stream };
  }

  #readAll(path: DirectoryPath, folder: Directory): FolderContent | KnownFolder {
    const dirents = readDirents(folder);
    const before = this.#memory?.get(path);
    if (before?.isToldBy(dirents)) {
      this.#proof?.add(path, before);
      return before;
    }
    const content = contentOf(dirents);
    const { names, unlisted } = content ?? readBytewise(folder);
    this.#memory?.keepBelow(path, names);
    if (content === undefined || this.#memory === undefined) {
      // What is not told by text can't be told apart by it either.
      this.#proof?.spoil();
      return { names, unlisted };
    }
    const known = new KnownFolder(dirents, { names: sorted(names, true), unlisted }, before);
    this.#memory.set(path, known);
    this.#proof?.add(path, known);
    return known;
  }

  /** Gets further names of a folder that is read as a stream; `false` when there are none. */
  #readOn(frame: Frame): boolean {
    if (frame.stream === undefined || frame.stream.ended) return false;
    const { names, unlisted } = frame.stream.read(this.#pageSize);
    frame.names = names;
    frame.next = 0;
    this.#leaveOutAll(frame.path, unlisted);
    return true;
  }

  /** In order too: a system gives names in any, and an answer that tells the first few must not depend on it. */
  #leaveOutAll(path: DirectoryPath, unlisted: readonly UnlistedName[]): void {
    const sorted = [...unlisted].sort((one, other) => compareCodePoints(one.shown, other.shown));
    for (const { shown, reason } of sorted) this.#leaveOut(below(path, shown), reason);
  }

  #leaveOut(path: string, reason: UnlistedName["reason"]): void {
    this.#unlisted.push({ shown: showPath(path), reason });
  }
}

/** Whether a walk goes through all files from their beginning and looks at each: what others of its kind remember is of use to it. */
function isWhole({ recursive, cursor, namesOnly, sift }: ListOptions): boolean {
  return recursive === true && cursor === undefined && namesOnly !== true && sift !== true;
}

/** All names of a folder, unless they are more than `maximum`, or some whose bytes have to be seen. */
function readFew(folder: Directory, maximum: number): FolderContent | undefined {
  const stream = new FolderStream(folder);
  try {
    const content = stream.read(maximum + 1);
    return stream.ended ? content : undefined;
  } finally {
    stream.close();
  }
}

/** Whether files in a folder can be looked at; where not, each of them has to be told as unreadable. */
function isSearchable({ prefix }: Directory): boolean {
  try {
    accessSync(prefix, constants.X_OK);
    return true;
  } catch {
    // What exactly stands against it, a look at a file says.
    return false;
  }
}

function closeFrame({ folder, stream }: Frame): void {
  stream?.close();
  folder?.close();
}

function below(directory: DirectoryPath, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** In a walk, a folder stands where the paths below it stand: `a-b.md`, `a.md`, `a/b.md`. In one level it stands by its own path. */
function sorted(names: readonly string[], recursive: boolean): string[] {
  if (!recursive) return names.toSorted((a, b) => compareCodePoints(withoutSlash(a), withoutSlash(b)));
  // The order of JavaScript is that of code points as long as no name needs surrogates.
  return names.toSorted(names.some((name) => /[\ud800-\udfff]/.test(name)) ? compareCodePoints : undefined);
}

function withoutSlash(name: string): string {
  return name.endsWith("/") ? name.slice(0, -1) : name;
}
