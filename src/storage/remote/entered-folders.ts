/** Tells which folders of a deep listing are shown, where the listing itself knows none. */
import { type DirectoryPath, type LogicalPath, parentOf } from "../../base/logical-path.ts";
import type { ListOptions } from "../file-store.ts";
import { stateFolder } from "../state-folder.ts";

/** Paths come in order, so a folder that is left is left for good. */
export class EnteredFolders {
  readonly #directory: DirectoryPath;
  readonly #enter: ListOptions["enter"];
  readonly #entered = new Set<DirectoryPath>();
  /** The folder that was left last; what is below it is passed over. */
  left: string | undefined;

  constructor(directory: DirectoryPath, enter: ListOptions["enter"]) {
    this.#directory = directory;
    this.#enter = enter;
  }

  /** Whether a file lies in folders that are all entered. */
  holds(path: LogicalPath): boolean {
    if (this.left !== undefined && path.startsWith(`${this.left}/`)) return false;
    return this.#holdsFolder(parentOf(path));
  }

  /** Asks about each folder anew: the caller may know more by now. */
  forget(): void {
    this.#entered.clear();
  }

  #holdsFolder(folder: DirectoryPath): boolean {
    if (folder === this.#directory || folder === "" || this.#entered.has(folder)) return true;
    if (!this.#holdsFolder(parentOf(folder))) return false;
    const isState = folder === stateFolder || folder.endsWith(`/${stateFolder}`);
    if (isState || this.#enter?.(folder) === false) {
      this.left = folder;
      return false;
    }
    this.#entered.add(folder);
    return true;
  }
}
