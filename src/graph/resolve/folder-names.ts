/** The folders that hold files, as they are spelled. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { folderOf, looseForm, normalForm } from "./name-forms.ts";

/** Folders by their names. A folder is there while a file lies in or below it. */
export class FolderNames {
  /** By path as spelled: how many files and folders lie directly in it. */
  readonly #held: Map<string, number> = new Map();
  /** Spellings by their composed form. Nearly always there is one. */
  readonly #spellings: Map<string, string | readonly string[]> = new Map();
  /** How many spellings share a loose form. */
  readonly #loose: Map<string, number> = new Map();

  /** The folder of this name in NFC, as its path is spelled; of several spellings the first by code point. */
  existing(path: string): string | undefined {
    const found = this.#spellings.get(normalForm(path));
    return typeof found === "object" ? found[0] : found;
  }

  /** Whether there is a folder of this or a similar name. */
  hasSimilar(path: string): boolean {
    return this.#loose.has(looseForm(path));
  }

  /** Adds the folders above a file. `note` is told each that was not there before. */
  add(file: string, note?: (folder: string) => void): void {
    for (let folder = folderOf(file); folder !== ""; folder = folderOf(folder)) {
      const held = this.#held.get(folder) ?? 0;
      this.#held.set(folder, held + 1);
      if (held > 0) return;
      this.#appear(folder);
      note?.(folder);
    }
  }

  /** Removes a file from the folders above it. `note` is told each that is not there any more. */
  remove(file: string, note?: (folder: string) => void): void {
    for (let folder = folderOf(file); folder !== ""; folder = folderOf(folder)) {
      const held = this.#held.get(folder) as number;
      if (held > 1) {
        this.#held.set(folder, held - 1);
        return;
      }
      this.#held.delete(folder);
      this.#vanish(folder);
      note?.(folder);
    }
  }

  #appear(folder: string): void {
    const normal = normalForm(folder);
    const known = this.#spellings.get(normal);
    if (known === undefined) this.#spellings.set(normal, folder);
    else this.#spellings.set(normal, [known, folder].flat().sort(compareCodePoints));
    const loose = looseForm(folder);
    this.#loose.set(loose, (this.#loose.get(loose) ?? 0) + 1);
  }

  #vanish(folder: string): void {
    const normal = normalForm(folder);
    const known = this.#spellings.get(normal);
    const left = typeof known === "object" ? known.filter((spelling) => spelling !== folder) : [];
    if (left.length === 0) this.#spellings.delete(normal);
    else this.#spellings.set(normal, left);
    const loose = looseForm(folder);
    const count = this.#loose.get(loose) as number;
    if (count > 1) this.#loose.set(loose, count - 1);
    else this.#loose.delete(loose);
  }
}
