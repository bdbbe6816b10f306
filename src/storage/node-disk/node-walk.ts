/** Listing a folder on disk: an own synchronous walk, page by page, in the order of whole paths. */
import { lstatSync } from "node:fs";
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, type LogicalPath, tryJoinPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { type ListEntry, type ListOptions, type ListPage, type UnlistedName, unseenValidator } from "../file-store.ts";
import type { Directories } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { entryOfStats, trustedBefore } from "./node-file-stamp.ts";
import { readFolder } from "./node-read-folder.ts";
import { systemCodeOf } from "./node-system-errors.ts";

/** A folder whose names are being gone through. */
interface Frame {
  readonly path: DirectoryPath;
  /** Given up for folders far above the present one, and found again when the walk comes back to them. */
  folder: Directory | undefined;
  /** In order; the name of a folder ends in `/`. */
  readonly names: readonly string[];
  next: number;
}

/** How many folders, from the present one upwards, are kept open. */
const heldFolders = 64;

/**
 * A walk that can be left between pages. Close it at the end. Each folder is opened below the one that holds it without following
 * links, then read and looked into through its descriptor.
 */
export class Walk {
  readonly #directories: Directories;
  readonly #options: ListOptions;
  readonly #frames: Frame[] = [];
  /** Set until the walk has passed the place where an earlier one stopped. */
  #resumeAfter: string | undefined;
  /** The place that has been reached: a path, with `/` at its end when it is a folder. */
  #last: string;
  #entries: ListEntry[] = [];
  #unlisted: UnlistedName[] = [];
  #trustedBefore = 0n;

  /** Starts at a folder; one that is missing has no entries. */
  constructor(directories: Directories, directory: DirectoryPath, options: ListOptions) {
    this.#directories = directories;
    this.#options = options;
    this.#resumeAfter = options.cursor;
    this.#last = options.cursor ?? "";
    const folder = directories.find(directory);
    if (folder !== undefined) this.#push(directory, folder);
  }

  /**
   * The next page: about `size` entries and names that can't be listed. May throw when no descriptor is left; called again, it goes on
   * where it was.
   */
  nextPage(size: number): ListPage {
    this.#trustedBefore = trustedBefore();
    while (this.#frames.length > 0 && this.#entries.length + this.#unlisted.length < size) {
      const frame = this.#frames[this.#frames.length - 1] as Frame;
      const name = frame.names[frame.next];
      if (name === undefined) {
        frame.folder?.close();
        this.#frames.pop();
        continue;
      }
      const listed = this.#visit(frame, name);
      frame.next++;
      if (listed !== undefined && this.#options.endPageAfter?.(listed)) break;
    }
    const page = { entries: this.#entries, unlisted: this.#unlisted };
    this.#entries = [];
    this.#unlisted = [];
    return this.#frames.length === 0 ? page : { ...page, cursor: this.#last };
  }

  close(): void {
    for (const { folder } of this.#frames) folder?.close();
    this.#frames.length = 0;
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
      frame.next = frame.names.length;
      return undefined;
    }
    if (!isFolder) return this.#listFile(frame.folder, name, path) ? path : undefined;
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

  #listFile(folder: Directory, name: string, path: LogicalPath): boolean {
    if (this.#options.namesOnly) {
      this.#entries.push({ kind: "file", path, size: 0, validator: unseenValidator, modified: 0 });
      return true;
    }
    try {
      const stats = lstatSync(folder.prefix + name, { bigint: true, throwIfNoEntry: false });
      // Gone, or become something else, since its folder was read.
      if (stats === undefined) return false;
      if (stats.isFile()) {
        this.#entries.push(entryOfStats(path, stats, this.#trustedBefore));
        return true;
      }
      this.#leaveOut(path, stats.isSymbolicLink() ? "symbolic_link" : "not_a_file");
    } catch (error) {
      if (systemCodeOf(error) !== "EACCES") throw error;
      this.#leaveOut(path, "unreadable");
    }
    return false;
  }

  #enter(parent: Directory, name: string, path: LogicalPath): void {
    if (this.#options.enter?.(path) === false) return;
    try {
      const folder = this.#directories.enter(parent, name, path);
      if (folder !== undefined) this.#push(path, folder);
    } catch (error) {
      if (systemCodeOf(error) === "EACCES") this.#leaveOut(path, "unreadable");
      // It became a link or a file since its parent was read.
      else if (GraphdownError.isInstance(error)) this.#leaveOut(path, "symbolic_link");
      else throw error;
    }
  }

  #push(path: DirectoryPath, folder: Directory): void {
    try {
      const { names, unlisted } = readFolder(folder);
      sortNames(names, this.#options.recursive === true);
      // A walk that resumes inside this folder has told of them before.
      if (this.#resumeAfter === undefined) {
        for (const { shown, reason } of unlisted) this.#leaveOut(below(path, shown), reason);
      }
      this.#frames.push({ path, folder, names, next: 0 });
    } catch (error) {
      folder.close();
      throw error;
    }
    const far = this.#frames[this.#frames.length - 1 - heldFolders];
    far?.folder?.close();
    if (far !== undefined) far.folder = undefined;
  }

  #leaveOut(path: string, reason: UnlistedName["reason"]): void {
    this.#unlisted.push({ shown: showPath(path), reason });
  }
}

function below(directory: DirectoryPath, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** In a walk, a folder stands where the paths below it stand: `a-b.md`, `a.md`, `a/b.md`. In one level it stands by its own path. */
function sortNames(names: string[], recursive: boolean): void {
  if (!recursive) names.sort((a, b) => compareCodePoints(withoutSlash(a), withoutSlash(b)));
  // The order of JavaScript is that of code points as long as no name needs surrogates.
  else if (names.some((name) => /[\ud800-\udfff]/.test(name))) names.sort(compareCodePoints);
  else names.sort();
}

function withoutSlash(name: string): string {
  return name.endsWith("/") ? name.slice(0, -1) : name;
}
