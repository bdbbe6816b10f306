/** The folders that walks of one store have gone through. */
import type { DirectoryPath } from "../../base/logical-path.ts";
import type { KnownFolder } from "./node-known-folder.ts";

/** So many names are some 50 MB. */
const defaultMaximumNames = 250_000;

/** A folder, and those in it of which something is remembered. */
interface Place {
  known: KnownFolder | undefined;
  readonly below: Map<string, Place>;
}

/** Remembers what was in folders, by their paths. Never an answer by itself: each walk reads each folder and looks at each file again. */
export class ListingMemory {
  readonly #maximumNames: number;
  #root: Place = newPlace();
  #names = 0;

  /** @param maximumNames Names, over all folders, beyond which no further folder is remembered. Default 250,000. */
  constructor(maximumNames: number = defaultMaximumNames) {
    this.#maximumNames = maximumNames;
  }

  get(path: DirectoryPath): KnownFolder | undefined {
    let place: Place | undefined = this.#root;
    for (const name of segmentsOf(path)) place = place?.below.get(name);
    return place?.known;
  }

  /** Takes the place of what was remembered of this folder, if there is room for it. */
  set(path: DirectoryPath, folder: KnownFolder): void {
    const place = this.#placeOf(path);
    this.#names -= place.known?.size ?? 0;
    place.known = this.#names + folder.size > this.#maximumNames ? undefined : folder;
    this.#names += place.known?.size ?? 0;
  }

  /** Forgets all folders below this one but those whose names, with a `/` at the end, are among what is in it now. */
  keepBelow(path: DirectoryPath, names: readonly string[]): void {
    const place = this.#placeOf(path);
    if (place.below.size === 0) return;
    const present = new Set(names);
    for (const [name, folder] of place.below) {
      if (present.has(`${name}/`)) continue;
      this.#names -= sizeOf(folder);
      place.below.delete(name);
    }
  }

  clear(): void {
    this.#root = newPlace();
    this.#names = 0;
  }

  #placeOf(path: DirectoryPath): Place {
    let place = this.#root;
    for (const name of segmentsOf(path)) {
      let next = place.below.get(name);
      if (next === undefined) {
        next = newPlace();
        place.below.set(name, next);
      }
      place = next;
    }
    return place;
  }
}

function newPlace(): Place {
  return { known: undefined, below: new Map() };
}

/** The names that are remembered at a place and below it. Places may be nested deeper than calls can be. */
function sizeOf(place: Place): number {
  let size = 0;
  const open = [place];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    size += each.known?.size ?? 0;
    for (const below of each.below.values()) open.push(below);
  }
  return size;
}

function segmentsOf(path: DirectoryPath): readonly string[] {
  return path === "" ? [] : path.split("/");
}
