/** The boxes that stand for several: one for each folder, and one for each kind of node that lies in no folder. */
import { type DirectoryPath, type LogicalPath, parentOf } from "../base/logical-path.ts";
import { folderIri } from "../graph/iri.ts";
import type { DiagramNode } from "./diagram.ts";

const plurals: Readonly<Partial<Record<DiagramNode["kind"], string>>> = {
  tag: "tags",
  entity: "people and things",
  external: "external addresses",
  missing: "missing notes",
};

/** Knows for every box of a diagram which group it falls into when folders are told apart down to some depth. */
export class FoldGroups {
  /** Segments of the deepest folder. */
  readonly deepest: number;
  readonly #nodes: readonly DiagramNode[];
  readonly #baseIri: string;
  /** Folders and kinds, each once; a kind begins with `~`, which is put before no folder. */
  readonly #keys: string[] = [];
  readonly #keyOf: Int32Array;
  readonly #depths: number[] = [];
  /** For sections the position of their document, −1 for other boxes. */
  readonly #owners: Int32Array;

  constructor(nodes: readonly DiagramNode[], baseIri: string) {
    this.#nodes = nodes;
    this.#baseIri = baseIri;
    const numbers = new Map<string, number>();
    this.#keyOf = Int32Array.from(nodes, ({ kind, folder }) => {
      const key = plurals[kind] === undefined ? `/${folder}` : `~${kind}`;
      let number = numbers.get(key);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(key, number);
        this.#keys.push(key);
        this.#depths.push(key === "/" || key.startsWith("~") ? 0 : folder.split("/").length);
      }
      return number;
    });
    this.deepest = this.#depths.reduce((deepest, depth) => Math.max(deepest, depth), 0);
    this.#owners = ownersOf(nodes);
  }

  /** How many groups there are at most when folders are told apart down to `depth`. */
  countAt(depth: number): number {
    return new Set(this.#keys.map((_, number) => this.#groupKey(number, depth))).size;
  }

  /** Gives every box without a place that of its group, from `first` on, and answers the boxes of the groups. */
  place({ places, depth, first }: { places: Int32Array; depth: number; first: number }): DiagramNode[] {
    const groups = new Map<string, { place: number; count: number }>();
    const groupOf: ({ place: number; count: number } | undefined)[] = [];
    this.#nodes.forEach(({ kind }, position) => {
      if (places[position] !== -1) return;
      const owner = this.#owners[position] as number;
      // A document stands before its sections, so it has its place already; if that is a group, the section goes there too.
      if (owner !== -1) {
        places[position] = places[owner] as number;
        return;
      }
      const number = this.#keyOf[position] as number;
      let group = groupOf[number];
      if (group === undefined) {
        const key = this.#groupKey(number, depth);
        group = groups.get(key) ?? { place: first + groups.size, count: 0 };
        groups.set(key, group);
        groupOf[number] = group;
      }
      // A section without its document is no note that could be opened.
      if (kind !== "section") group.count++;
      places[position] = group.place;
    });
    return [...groups].map(([key, { count }]) => this.#box(key, count));
  }

  #groupKey(number: number, depth: number): string {
    let key = this.#keys[number] as string;
    const surplus = (this.#depths[number] as number) - depth;
    for (let level = 0; level < surplus; level++) key = `/${parentOf(key.slice(1) as LogicalPath)}`;
    return key;
  }

  #box(key: string, count: number): DiagramNode {
    const name = key.slice(1);
    const box = { kind: "folded", path: undefined, section: undefined } as const;
    if (key.startsWith("~")) {
      const label = `${count} more ${plurals[name as DiagramNode["kind"]]}`;
      return { ...box, iri: `${this.#baseIri}~folded/${name}`, label, folder: "" };
    }
    const folder = name as DirectoryPath;
    const label = folder === "" ? `${count} more` : `${count} more in ${folder}`;
    return { ...box, iri: `${folderIri(this.#baseIri, folder)}#~folded`, label, folder };
  }
}

function ownersOf(nodes: readonly DiagramNode[]): Int32Array {
  const documents = new Map<LogicalPath, number>();
  return Int32Array.from(nodes, ({ kind, path }, position) => {
    if (path === undefined) return -1;
    if (kind === "document") documents.set(path, position);
    return kind === "section" ? (documents.get(path) ?? -1) : -1;
  });
}
