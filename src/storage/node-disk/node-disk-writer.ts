/** Writing and deleting files on disk: all or nothing, flushed, and safe against other writers, also in other processes. */
import { fchmodSync, fchownSync, fstatSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { GraphdownError } from "../../base/errors.ts";
import { type LogicalPath, nameOf, parentOf } from "../../base/logical-path.ts";
import type { FileEntry, PutOptions } from "../file-store.ts";
import { kindOfVersion } from "../file-version.ts";
import { KeyedQueue } from "../keyed-queue.ts";
import { alreadyExists, contentMismatch, unsupported, versionConflict } from "../store-errors.ts";
import type { DescriptorBudget } from "./node-descriptor-budget.ts";
import type { Directories } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { type ContentSummary, copyContent, writeContent, writeFully } from "./node-file-content.ts";
import { entryOfStats, trustedBefore } from "./node-file-stamp.ts";
import { flush, syncDirectory } from "./node-flush.ts";
import { createInPlace, removeExactly, replaceInPlace, settle } from "./node-placement.ts";
import { hasVersion, type PresentFile, versionOfPresent, withPresentFile } from "./node-present-file.ts";
import type { HeldState, StateFolder } from "./node-state-folder.ts";
import { storageFailure, systemCodeOf } from "./node-system-errors.ts";
import { discardTemporaryFile, makeTemporaryFile, type TemporaryFile } from "./node-temporary-files.ts";
import {
  type FoundVersion,
  type HistoryBounds,
  maximumHistoryBytes,
  recordLine,
  VersionChain,
  type VersionRecord,
} from "./node-version-chain.ts";

/** How often a change is tried that others keep getting ahead of; each time, one of them has succeeded. */
const maximumAttempts = 1_000;

/** One write or deletion on its way. */
interface Change {
  readonly path: LogicalPath;
  readonly options: PutOptions;
  readonly state: HeldState;
  readonly chain: VersionChain;
}

interface Write extends Change {
  readonly file: TemporaryFile;
  readonly summary: ContentSummary;
}

/** Others were faster: look again at what is there. */
const again: unique symbol = Symbol("again");

/**
 * The writer of one store.
 *
 * A change takes these steps: the bytes go to a temporary file and are flushed; what is there now is compared with the condition; the
 * next version of the path is claimed, which only one of all writers can; the temporary file is moved to its path; the folder is
 * flushed. A process that ends at any moment leaves the old file or the new one, and a claimed change that was not made yet is made by
 * whoever changes the path next.
 */
export class DiskWriter {
  readonly #directories: Directories;
  readonly #state: StateFolder;
  readonly #history: HistoryBounds;
  readonly #budget: DescriptorBudget;
  readonly #queue = new KeyedQueue();

  constructor(options: {
    readonly directories: Directories;
    readonly state: StateFolder;
    readonly history: HistoryBounds;
    readonly budget: DescriptorBudget;
  }) {
    this.#budget = options.budget;
    this.#directories = options.directories;
    this.#state = options.state;
    this.#history = options.history;
  }

  /** Writes a file; see `FileStore.put`. */
  put(path: LogicalPath, content: Uint8Array | ReadableStream<Uint8Array>, options: PutOptions): Promise<FileEntry> {
    const write = async (): Promise<FileEntry> => {
      const { state, file } = await this.#budget.run(async () => {
        if (this.#lookAt(path) && options.ifAbsent) await this.#refusePresent(path);
        const made = this.#state.make();
        return { state: made, file: makeTemporaryFile(made.temporary) };
      }, options.signal);
      try {
        const summary = await writeContent(file.descriptor, content, options.signal);
        const announced = options.metadata?.sha256;
        if (announced !== undefined && announced !== summary.sha256) {
          throw contentMismatch(path, announced, summary.sha256);
        }
        return await this.#repeat({ path, options, state }, (change, head, present) =>
          this.#tryWrite({ ...change, file, summary }, head, present),
        );
      } finally {
        discardTemporaryFile(state.temporary, file);
      }
    };
    return this.#queue.run(path, write, options.signal);
  }

  /** Deletes a file; see `FileStore.delete`. */
  delete(path: LogicalPath, options: Pick<PutOptions, "ifVersion" | "signal">): Promise<boolean> {
    const remove = async (): Promise<boolean> => {
      const state = await this.#budget.run(() => (this.#lookAt(path) ? this.#state.make() : undefined), options.signal);
      if (state === undefined) {
        if (options.ifVersion === undefined) return false;
        throw versionConflict({ path, expected: options.ifVersion, current: null });
      }
      return this.#repeat({ path, options, state }, (change, head, present) => this.#tryDelete(change, head, present));
    };
    return this.#queue.run(path, remove, options.signal);
  }

  /** Refuses what should be new, with the version that is there. Nothing where it is gone by now. */
  #refusePresent(path: LogicalPath): Promise<void> {
    const directories = this.#directories;
    return withPresentFile({ directories, path, hashedBytes: maximumHistoryBytes }, async (present) => {
      if (present !== undefined) throw alreadyExists(path, versionOfPresent(present));
    });
  }

  /** Whether a file is there; a link or what is no file is an error. */
  #lookAt(path: LogicalPath): boolean {
    const folder = this.#directories.find(parentOf(path));
    try {
      return folder !== undefined && this.#directories.statFile(folder, path) !== undefined;
    } finally {
      folder?.close();
    }
  }

  async #repeat<Result>(
    request: Omit<Change, "chain">,
    attempt: (change: Change, head: FoundVersion, present: PresentFile | undefined) => Promise<Result | typeof again>,
  ): Promise<Result> {
    const { path, options, state } = request;
    const directories = this.#directories;
    const chain = await this.#budget.run(() =>
      VersionChain.open({ directories, versions: state.versions, path, make: true }),
    );
    if (chain === undefined) throw contention(path);
    // A hash that a caller holds is compared whatever it costs; otherwise large files are left alone.
    const isHash = options.ifVersion !== undefined && kindOfVersion(options.ifVersion) === "hash";
    const hashedBytes = isHash ? Number.POSITIVE_INFINITY : maximumHistoryBytes;
    try {
      for (let count = 1; count <= maximumAttempts; count++) {
        const result = await this.#budget.run(() => {
          const head = chain.head();
          settle({ directories, temporary: state.temporary, path, record: head.record });
          return withPresentFile({ directories, path, hashedBytes }, (present) =>
            attempt({ ...request, chain }, head, present),
          );
        }, options.signal);
        if (result !== again) return result;
        await delay(Math.random() * Math.min(count, 10));
      }
    } finally {
      chain.close();
    }
    throw contention(path);
  }

  async #tryWrite(
    write: Write,
    head: FoundVersion,
    present: PresentFile | undefined,
  ): Promise<FileEntry | typeof again> {
    const { path, options, file, summary, chain } = write;
    if (options.ifAbsent && present !== undefined) throw alreadyExists(path, versionOfPresent(present));
    if (options.ifVersion !== undefined && !hasVersion(present, options.ifVersion)) {
      throw conflict(path, options.ifVersion, present);
    }
    const last = await this.#keepForeignChange(write, head, present);
    if (last === undefined) return again;
    const folder = await this.#directories.make(parentOf(path));
    try {
      this.#requireOwnDevice(folder, path);
      giveMode(file, present);
      await flush(file.descriptor);
      const action = present === undefined ? "create" : "replace";
      const claimed = await this.#claim(write, last + 1, file.descriptor, {
        action,
        path,
        ...summary,
        written: Date.now(),
        kept: summary.size <= maximumHistoryBytes && !isOwn(path),
        token: file.name,
        ...(options.metadata === undefined ? {} : { metadata: options.metadata }),
      });
      if (!claimed) return again;
      const request = { temporary: write.state.temporary, token: file.name, folder, name: nameOf(path) };
      const done = undoing(chain, last + 1, () => {
        const placement = action === "create" ? createInPlace(request) : replaceInPlace(request);
        return placement === "placed";
      });
      if (!done) return again;
      const entry = entryOfStats(path, fstatSync(file.descriptor, { bigint: true }), trustedBefore());
      await this.#finish(write, folder, "write");
      return entry;
    } finally {
      folder.close();
    }
  }

  async #tryDelete(
    change: Change,
    head: FoundVersion,
    present: PresentFile | undefined,
  ): Promise<boolean | typeof again> {
    const { path, options, chain, state } = change;
    if (options.ifVersion !== undefined && !hasVersion(present, options.ifVersion)) {
      throw conflict(path, options.ifVersion, present);
    }
    if (present === undefined) return false;
    const last = await this.#keepForeignChange(change, head, present);
    if (last === undefined) return again;
    const folder = this.#directories.find(parentOf(path));
    if (folder === undefined) return again;
    try {
      this.#requireOwnDevice(folder, path);
      const claimed = await this.#claim(change, last + 1, undefined, {
        action: "delete",
        path,
        size: 0,
        written: Date.now(),
        kept: false,
        removes: present.identity,
      });
      if (!claimed) return again;
      const request = { temporary: state.temporary, folder, name: nameOf(path) };
      const done = undoing(chain, last + 1, () => removeExactly(request, present.identity));
      // Where others have gone on from our claim, they have made the deletion before.
      if (!done && chain.head().number === last) return again;
      await this.#finish(change, folder, "delete");
      return true;
    } finally {
      folder.close();
    }
  }

  /**
   * What another program has written is kept as a version before it is replaced. The number of the newest version then, or `undefined`
   * when somebody else has added one.
   */
  async #keepForeignChange(
    change: Change,
    { number, record }: FoundVersion,
    present: PresentFile | undefined,
  ): Promise<number | undefined> {
    if (present?.sha256 === undefined || present.entry.size > maximumHistoryBytes || isOwn(change.path)) return number;
    if (record?.action !== "delete" && record?.sha256 === present.sha256) return number;
    const claimed = await this.#claim(change, number + 1, present.descriptor, {
      action: "adopt",
      path: change.path,
      sha256: present.sha256,
      size: present.entry.size,
      written: present.entry.modified,
      kept: true,
    });
    return claimed ? number + 1 : undefined;
  }

  /** Prepares the file of a version and tries to make it the next one of the chain. */
  async #claim(
    { chain, state }: Change,
    number: number,
    content: number | undefined,
    record: VersionRecord,
  ): Promise<boolean> {
    const prepared = makeTemporaryFile(state.temporary);
    try {
      const line = recordLine(record);
      await writeFully(prepared.descriptor, line, 0);
      if (content !== undefined && record.kept) {
        await copyContent(content, { descriptor: prepared.descriptor, position: line.length, size: record.size });
      }
      // Not flushed: a version that a power failure damages is recognised, and what is visible then is adopted.
      return chain.claim(number, { folder: state.temporary, name: prepared.name });
    } finally {
      discardTemporaryFile(state.temporary, prepared);
    }
  }

  async #finish({ chain, path }: Change, folder: Directory, operation: string): Promise<void> {
    try {
      await syncDirectory(folder);
    } catch (error) {
      throw storageFailure(error, { operation, path, durability: "unknown" });
    }
    try {
      chain.prune(this.#history);
    } catch (error) {
      // The change is made; what is too old goes with the next one.
      if (systemCodeOf(error) === undefined) throw error;
    }
  }

  /** Files are renamed and linked into place, which ends where another device is mounted. */
  #requireOwnDevice(folder: Directory, path: LogicalPath): void {
    if (statSync(folder.prefix, { bigint: true }).dev === this.#directories.device) return;
    throw unsupported(
      "other_device",
      "The folder lies on another device than the root, so a file could not be put in place as a whole.",
      "Write elsewhere, or open that folder as a root of its own.",
      path,
    );
  }
}

/** Whether a path is in our own state folder: nobody asks for an older version of what is there. */
function isOwn(path: LogicalPath): boolean {
  return path.startsWith(".graphdown/");
}

/** A claim whose change can't be made is taken back, so that it does not stand in the way of the next one. */
function undoing(chain: VersionChain, number: number, change: () => boolean): boolean {
  let done = false;
  try {
    done = change();
    return done;
  } finally {
    if (!done) chain.forget(number);
  }
}

/** The mode, and where we may the owner, of the file that is replaced; 0644 less the umask for a new one. */
function giveMode({ descriptor, newMode }: TemporaryFile, present: PresentFile | undefined): void {
  if (present !== undefined) {
    const { uid, gid } = fstatSync(descriptor);
    try {
      if (uid !== present.owner.user || gid !== present.owner.group) {
        fchownSync(descriptor, present.owner.user, present.owner.group);
      }
    } catch (error) {
      // Only a privileged user can give files away; the file is ours then, as it is with any editor that replaces.
      if (systemCodeOf(error) !== "EPERM") throw error;
    }
  }
  fchmodSync(descriptor, present?.mode ?? newMode);
}

function conflict(path: LogicalPath, expected: string, present: PresentFile | undefined): GraphdownError {
  return versionConflict({ path, expected, current: present === undefined ? null : versionOfPresent(present) });
}

function contention(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: "So many others are changing this file that the change could not be made.",
    path,
    details: { operation: "write", reason: "contention" },
    next: "Try again in a moment.",
  });
}
