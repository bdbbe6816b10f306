/** Folders on disk, reached one segment at a time so that nobody can lead us out of the root while we walk. */
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  statSync,
} from "node:fs";
import { GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, type LogicalPath, nameOf, parentOf } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { symbolicLink, wrongKind } from "../store-errors.ts";
import type { Directory, OpenedFile } from "./node-directory.ts";
import { syncDirectory } from "./node-flush.ts";
import { systemCodeOf } from "./node-system-errors.ts";

/** How often a folder is made that somebody else keeps removing. */
const maximumMakeAttempts = 10;

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;

// Windows has none of these; there `best_effort` looks before it opens.
const openFolder = O_RDONLY | (O_DIRECTORY ?? 0) | (O_NOFOLLOW ?? 0);
// Without waiting: opening a pipe that nobody writes to would never come back.
const openLeaf = O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0);

/**
 * The folder that a store serves, and the way to everything below it.
 *
 * `exact` is the way of Linux: each folder is held by a descriptor, the next segment is opened below
 * `/proc/<process>/fd/<descriptor>/` without following links, and so no path string is ever resolved as a whole: whoever swaps a
 * folder for a link meanwhile changes nothing, since the descriptor stays with the folder that was there. Elsewhere the best that
 * the system has is done: look for links, open, and look again whether the same file was opened.
 */
export class Directories {
  readonly exact: boolean;
  /** The device of the root: renaming and linking end where another one begins. */
  readonly device: bigint;
  readonly #root: Directory;
  readonly #rootInode: bigint;
  readonly #descriptors: string | undefined;
  #closed = false;

  private constructor(root: Directory, descriptors: string | undefined) {
    const { dev, ino } = statSync(root.prefix, { bigint: true });
    this.#root = root;
    this.#rootInode = ino;
    this.#descriptors = descriptors;
    this.exact = descriptors !== undefined;
    this.device = dev;
  }

  /** Opens a root by its path, which may be or go through links: they are resolved now and never again. */
  static open(root: string, { exact }: { readonly exact: boolean }): Directories {
    const descriptors = exact ? findDescriptors() : undefined;
    if (descriptors !== undefined) {
      const held = holdFolder(root, withSeparator(root), descriptors, O_RDONLY | O_DIRECTORY);
      if (isSameFolder(held)) return new Directories(held, descriptors);
      held.close();
    }
    const prefix = withSeparator(root);
    return new Directories({ prefix, plainPrefix: prefix, close: () => {} }, undefined);
  }

  /** The same view, beginning at a folder below. `undefined` when it is missing. The root of this one is closed. */
  async below(directory: LogicalPath, { make }: { readonly make: boolean }): Promise<Directories | undefined> {
    try {
      const folder = make ? await this.make(directory) : this.find(directory);
      return folder && new Directories(folder, this.#descriptors);
    } finally {
      this.close();
    }
  }

  /** Whether the system lets this process write into the root. */
  isWritable(): boolean {
    try {
      accessSync(this.#root.prefix, constants.W_OK);
      return true;
    } catch {
      // What exactly stands against it, a write says.
      return false;
    }
  }

  /** A folder, or `undefined` when it or one above it is missing. A link or a file on the way is an error. */
  find(directory: DirectoryPath): Directory | undefined {
    let current = this.#start();
    for (const [name, path] of segmentsOf(directory)) {
      const next = closing(current, () => this.enter(current, name, path));
      if (next === undefined) return undefined;
      current = next;
    }
    return current;
  }

  /** A folder; those that are missing on the way are made, mode 0755 less the umask, and flushed. */
  async make(directory: DirectoryPath): Promise<Directory> {
    let current = this.#start();
    for (const [name, path] of segmentsOf(directory)) {
      const parent = current;
      try {
        current = await this.#enterOrMake(parent, name, path);
      } finally {
        parent.close();
      }
    }
    return current;
  }

  /** The folder `name` of a folder, or `undefined` when it is missing. `path` is for errors. */
  enter(parent: Directory, name: string, path: string): Directory | undefined {
    try {
      const plainPrefix = `${parent.plainPrefix}${name}/`;
      if (this.#descriptors !== undefined) {
        return holdFolder(parent.prefix + name, plainPrefix, this.#descriptors, openFolder);
      }
      const stats = lstatSync(parent.prefix + name);
      if (stats.isSymbolicLink()) throw symbolicLink(path);
      if (!stats.isDirectory()) throw wrongKind(path, "not_a_directory");
      return { prefix: plainPrefix, plainPrefix, close: () => {} };
    } catch (error) {
      return this.#explainFolder(error, parent, name, path);
    }
  }

  /**
   * Opens a regular file for reading, or `undefined` when it is missing. Links are `permission_denied`; folders, pipes, sockets and
   * devices are `invalid_input` and never read.
   */
  openFile(parent: Directory, path: LogicalPath): OpenedFile | undefined {
    const name = nameOf(path);
    const seen = this.exact ? undefined : lookAt(parent, path);
    if (seen === null) return undefined;
    let descriptor: number;
    try {
      descriptor = openSync(parent.prefix + name, openLeaf);
    } catch (error) {
      return explainFile(error, parent, name, path);
    }
    try {
      const stats = fstatSync(descriptor, { bigint: true });
      requireRegular(stats, path);
      if (seen !== undefined) this.#lookAgain(seen, stats, path);
      return { descriptor, stats };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /**
   * Opens what is at a path, whatever it is, for a caller who compares it with what was listed and can do without. `undefined` also
   * where only {@link openFile} is careful enough.
   */
  tryOpen(parent: Directory, path: LogicalPath): number | undefined {
    if (!this.exact) return undefined;
    try {
      return openSync(parent.prefix + nameOf(path), openLeaf);
    } catch {
      // openFile finds out what is the matter.
      return undefined;
    }
  }

  /** What is at a path, without opening it; `undefined` when it is missing. A link, or what is no file, is an error. */
  statFile(parent: Directory, path: LogicalPath): BigIntStats | undefined {
    return lookAt(parent, path) ?? undefined;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#root.close();
  }

  async #enterOrMake(parent: Directory, name: string, path: string): Promise<Directory> {
    for (let attempt = 1; attempt <= maximumMakeAttempts; attempt++) {
      const found = this.enter(parent, name, path);
      if (found !== undefined) return found;
      makeFolder(parent, name, 0o755);
      await syncDirectory(parent);
    }
    throw new GraphdownError({
      code: "storage_failed",
      message: `The folder "${showPath(path)}" is removed as soon as it is made.`,
      path,
      details: { operation: "write", reason: "removed_meanwhile" },
      next: "See what else works on this folder, and try again.",
    });
  }

  /**
   * The root as a folder that can be closed like any other. One that has been removed is no empty folder, though its descriptor shows it
   * as one. Best effort: refuses when another folder has taken its name.
   */
  #start(): Directory {
    if (this.#closed) {
      throw new GraphdownError({
        code: "storage_failed",
        message: "The store has been closed.",
        details: { reason: "closed" },
        next: "Open the store again.",
      });
    }
    const { descriptor } = this.#root;
    if (descriptor !== undefined && fstatSync(descriptor).nlink === 0) {
      throw new GraphdownError({
        code: "storage_failed",
        message: "The folder that was opened has been removed.",
        details: { reason: "root_removed" },
        next: "Bring the folder back, and start again.",
      });
    }
    if (!this.exact && statSync(this.#root.prefix, { bigint: true }).ino !== this.#rootInode) {
      throw new GraphdownError({
        code: "storage_failed",
        message: "The folder that was opened has been replaced by another one.",
        details: { reason: "root_changed" },
        next: "Start again, if the new folder is the one to serve.",
      });
    }
    return { ...this.#root, close: () => {} };
  }

  /** `O_DIRECTORY` answers a link and a file alike, so look what it is. Missing is no error. */
  #explainFolder(error: unknown, parent: Directory, name: string, path: string): undefined {
    const code = systemCodeOf(error);
    if (code === "ENOENT") return undefined;
    if (code !== "ENOTDIR" && code !== "ELOOP" && code !== "EMLINK") throw error;
    const stats = lstatSync(parent.prefix + name, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    throw stats.isFile() ? wrongKind(path, "not_a_directory") : symbolicLink(path);
  }

  /** Best effort: the file that was opened is the one that was seen, and the way to it still has no link. */
  #lookAgain(seen: BigIntStats, opened: BigIntStats, path: LogicalPath): void {
    const folder = this.find(parentOf(path));
    const now = folder && lookAt(folder, path);
    if (seen.ino !== opened.ino || seen.dev !== opened.dev || now?.ino !== opened.ino) throw symbolicLink(path);
  }
}

/** The segments of a path, each with the path up to it. */
function* segmentsOf(directory: DirectoryPath): Generator<readonly [name: string, path: string], void, undefined> {
  if (directory === "") return;
  for (let start = 0; start <= directory.length; ) {
    const slash = directory.indexOf("/", start);
    const end = slash === -1 ? directory.length : slash;
    yield [directory.slice(start, end), directory.slice(0, end)];
    start = end + 1;
  }
}

function closing<Result>(directory: Directory, use: () => Result): Result {
  try {
    return use();
  } finally {
    directory.close();
  }
}

/** Makes a folder; one that is there already is as good. */
export function makeFolder(parent: Directory, name: string, mode: number): void {
  try {
    mkdirSync(parent.prefix + name, { mode });
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
}

/** Refuses what is no regular file. */
function requireRegular(stats: BigIntStats, path: string): void {
  if (stats.isFile()) return;
  if (stats.isSymbolicLink()) throw symbolicLink(path);
  throw wrongKind(path, stats.isDirectory() ? "is_directory" : "not_a_file");
}

function lookAt(parent: Directory, path: LogicalPath): BigIntStats | null {
  const stats = lstatSync(parent.prefix + nameOf(path), { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  requireRegular(stats, path);
  return stats;
}

function explainFile(error: unknown, parent: Directory, name: string, path: string): undefined {
  const code = systemCodeOf(error);
  if (code === "ENOENT") return undefined;
  if (code === "ELOOP" || code === "EMLINK") throw symbolicLink(path);
  // A socket can't be opened at all; a folder on Windows neither.
  if (code !== "ENXIO" && code !== "EISDIR" && code !== "EOPNOTSUPP") throw error;
  const stats = lstatSync(parent.prefix + name, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) requireRegular(stats, path);
  throw error;
}

function holdFolder(path: string, plainPrefix: string, descriptors: string, flags: number): Directory {
  const descriptor = openSync(path, flags);
  return { prefix: `${descriptors}${descriptor}/`, plainPrefix, descriptor, close: () => closeSync(descriptor) };
}

/** Where this process finds its own descriptors as folders. By number: `/proc/self` is one more link to resolve for each file. */
function findDescriptors(): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return `/proc/${readlinkSync("/proc/self")}/fd/`;
  } catch {
    // No /proc here, as in some containers: best effort then.
    return undefined;
  }
}

/** Whether descriptors can be walked through: a foreign or restricted /proc would answer with something else, or not at all. */
function isSameFolder({ prefix, descriptor = -1 }: Directory): boolean {
  try {
    return statSync(prefix, { bigint: true }).ino === fstatSync(descriptor, { bigint: true }).ino;
  } catch {
    return false;
  }
}

function withSeparator(path: string): string {
  return path.endsWith("/") || path.endsWith("\\") ? path : `${path}/`;
}
