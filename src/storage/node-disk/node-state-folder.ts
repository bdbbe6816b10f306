/** `.graphdown/`, where a store keeps what it needs to write safely. Made at the first write, never by reading. */
import { statSync, writeFileSync } from "node:fs";
import { GraphdownError } from "../../base/errors.ts";
import { stateFolder } from "../state-folder.ts";
import { type Directories, makeFolder } from "./node-directories.ts";
import type { Directory } from "./node-directory.ts";
import { systemCodeOf } from "./node-system-errors.ts";
import { sweepTemporaryFiles } from "./node-temporary-files.ts";

/** The folders of the state, held open. */
export interface HeldState {
  /** Files on their way into place, and on their way out. */
  readonly temporary: Directory;
  /** One folder a path, with its versions. */
  readonly versions: Directory;
}

const names = { state: stateFolder, temporary: "tmp", versions: "versions" } as const;

/** Copies of files, deleted ones included, must not get into a repository by `git add` of everything. */
const ignoreFile = { name: ".gitignore", content: "*\n" } as const;

/** The state of one store. */
export class StateFolder {
  readonly #directories: Directories;
  #held: HeldState | undefined;

  constructor(directories: Directories) {
    this.#directories = directories;
  }

  /** Looks at a state that is there: one that could not be used is `invalid_options`; what ended processes left is removed. */
  start(): void {
    const held = this.#find();
    if (held === undefined) return;
    this.#held = held;
    try {
      sweepTemporaryFiles(held.temporary);
    } catch (error) {
      // A store that may only be read can be served all the same; the next start that may write sweeps.
      if (systemCodeOf(error) === undefined) throw error;
    }
  }

  /** The state, or `undefined` as long as nothing has been written. */
  find(): HeldState | undefined {
    if (this.#held === undefined || !isThere(this.#held)) {
      this.close();
      this.#held = this.#find();
    }
    return this.#held;
  }

  /** The state, made if it is missing: mode 0700, since it holds copies of files that may be closed to others. */
  make(): HeldState {
    const found = this.find();
    if (found !== undefined) return found;
    const root = this.#directories.find("") as Directory;
    makeFolder(root, names.state, 0o700);
    const state = this.#enter(root, names.state);
    try {
      makeIgnoreFile(state as Directory);
      makeFolder(state as Directory, names.temporary, 0o700);
      makeFolder(state as Directory, names.versions, 0o700);
    } finally {
      state?.close();
      root.close();
    }
    const made = this.find();
    if (made === undefined) throw unusable("it is removed as soon as it is made");
    return made;
  }

  close(): void {
    this.#held?.temporary.close();
    this.#held?.versions.close();
    this.#held = undefined;
  }

  #find(): HeldState | undefined {
    const root = this.#directories.find("");
    const state = root && this.#enter(root, names.state);
    try {
      if (state === undefined) return undefined;
      if (statSync(state.prefix, { bigint: true }).dev !== this.#directories.device) {
        throw unusable("it lies on another device, so nothing could be moved into place from it");
      }
      const temporary = this.#enter(state, names.temporary);
      const versions = temporary && this.#enter(state, names.versions);
      if (versions === undefined) temporary?.close();
      return versions && temporary && { temporary, versions };
    } finally {
      state?.close();
      root?.close();
    }
  }

  #enter(parent: Directory, name: string): Directory | undefined {
    try {
      return this.#directories.enter(parent, name, name);
    } catch (error) {
      if (GraphdownError.isInstance(error)) throw unusable("it, or a folder of it, is a link or no folder");
      throw error;
    }
  }
}

/** A held folder whose last name is gone has been removed by somebody. */
function isThere({ temporary, versions }: HeldState): boolean {
  return [temporary, versions].every(({ prefix }) => {
    const stats = statSync(prefix, { throwIfNoEntry: false });
    return stats !== undefined && stats.nlink > 0;
  });
}

/** Leaves alone what has that name already: a person may want the state in the repository. */
function makeIgnoreFile(state: Directory): void {
  try {
    writeFileSync(state.prefix + ignoreFile.name, ignoreFile.content, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
}

function unusable(why: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The state folder .graphdown can't be used: ${why}.`,
    details: { option: "root", reason: "state_folder" },
    next: "Move .graphdown away; a new one is made at the next write.",
  });
}
