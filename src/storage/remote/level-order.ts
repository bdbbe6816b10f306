/**
 * Puts one level of a bucket into our order. S3 sorts a folder as its name with `/`, behind `a-b.md` and `a.md`; we sort it as its name
 * alone. So a name is held back as long as a folder that belongs before it may still come.
 */
import { compareCodePoints } from "../../base/compare-code-points.ts";

/** Something with a name within the level. */
export interface LevelItem {
  readonly name: string;
}

export class LevelOrder<Item extends LevelItem> {
  /** Sorted, but for what was added since it was last looked at. */
  #waiting: Item[] = [];
  /** Names in the server's order up to and with this one have been seen. */
  #seen = "";
  readonly #absent = new Set<string>();

  /** Takes what the server listed next; `listed` is its place in the server's order. */
  add(item: Item, listed: string): void {
    this.#waiting.push(item);
    this.advance(listed);
  }

  /** The server has listed everything up to here, though it may be nothing of interest. */
  advance(listed: string): void {
    if (compareCodePoints(listed, this.#seen) > 0) this.#seen = listed;
  }

  /** What is held back. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Names of folders that may still come before the first that waits. */
  blockers(): readonly string[] {
    const [first] = this.#sorted();
    return first === undefined ? [] : this.#blockersOf(first.name);
  }

  /** Somebody has looked: there is no such folder, or it has been added. */
  settle(folder: string): void {
    this.#absent.add(folder);
  }

  /** What can't be preceded by anything to come, in order. `isEnd` once everything has been listed. */
  release(isEnd: boolean): Item[] {
    const waiting = this.#sorted();
    const firstHeld = isEnd ? -1 : waiting.findIndex(({ name }) => this.#blockersOf(name).length > 0);
    return waiting.splice(0, firstHeld === -1 ? waiting.length : firstHeld);
  }

  #sorted(): Item[] {
    this.#waiting.sort((a, b) => compareCodePoints(a.name, b.name));
    return this.#waiting;
  }

  /** A folder sorts before a name, and is listed after it, if the name is the folder's and goes on with a character below `/`. */
  #blockersOf(name: string): string[] {
    const blockers: string[] = [];
    for (let end = 1; end < name.length; end++) {
      if (name.charCodeAt(end) >= 0x2f) continue;
      const folder = name.slice(0, end);
      if (!this.#absent.has(folder) && compareCodePoints(`${folder}/`, this.#seen) > 0) blockers.push(folder);
    }
    return blockers;
  }
}
