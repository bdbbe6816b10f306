/** The links between documents, by their target. */
import { lazyList } from "../base/lazy-list.ts";
import { ChunkedList, type NumberedList } from "./chunked-list.ts";
import { type GraphStep, type GraphTable, keepsLinks, orderOf, presetTable, tableOf } from "./graph-tables.ts";
import type { KnowledgeGraph, LinkResolution } from "./knowledge-graph.ts";
import { Resolution } from "./resolve/resolution.ts";

/** A link by the document that holds it and its place there. */
export interface LinkPlace {
  readonly source: number;
  readonly link: number;
}

/** A file's number and a link's place in one number. No document has so many links: each takes two characters or more. */
const perFile = 2 ** 24;

/** By target: the links to it, in the order of the documents that hold them and of their places. Both by numbers in the table of files. */
type Lists = NumberedList<readonly number[]>;

const none: readonly number[] = [];

const incoming: GraphTable<Lists> = {
  build(graph) {
    const { files, positions } = orderOf(graph);
    const lists: (number[] | undefined)[] = Array.from(positions, () => undefined);
    for (let place = 0; place < files.length; place++) {
      const file = files[place] as number;
      const links = graph.linksOf(place);
      for (let link = 0; link < links.length; link++) {
        const target = Resolution.documentOf(links[link] as LinkResolution);
        if (target === -1 || target === file) continue;
        const list = lists[target];
        if (list === undefined) lists[target] = [file * perFile + link];
        else list.push(file * perFile + link);
      }
    }
    const chunked = new ChunkedList(none);
    for (const [file, list] of lists.entries()) if (list !== undefined) chunked.set(file, list);
    return chunked;
  },
  move(lists, graph, step) {
    if (lists instanceof ChunkedList) return new MovedLists(lists, orderOf(graph).positions).move(step);
    return keepsLinks(step) ? lists : undefined;
  },
};

/** The links from other documents to a document, in the order of their places; `limit` is the most that are given. */
export function incomingLinks(
  graph: KnowledgeGraph,
  document: number,
  limit: number = Number.POSITIVE_INFINITY,
): readonly LinkPlace[] {
  const { files, positions } = orderOf(graph);
  const list = tableOf(incoming, graph).get(files[document] ?? -1);
  return list.slice(0, limit).map((place) => ({
    source: positions[Math.floor(place / perFile)] as number,
    link: place % perFile,
  }));
}

/** All of them as columns: those of document `d` from `starts[d]` to `starts[d + 1]`. */
export interface IncomingColumns {
  readonly starts: Uint32Array;
  readonly sources: Uint32Array;
  readonly links: Uint32Array;
}

/** The links to all documents. */
export function listIncomingLinks(graph: KnowledgeGraph): IncomingColumns {
  const lists = graph.documents.map((_, document) => incomingLinks(graph, document));
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, document) => {
    starts[document + 1] = (starts[document] as number) + list.length;
  });
  const places = lists.flat();
  return {
    starts,
    sources: Uint32Array.from(places, ({ source }) => source),
    links: Uint32Array.from(places, ({ link }) => link),
  };
}

/** Gives a graph that was made from nothing the links of an equal one. */
export function presetIncomingLinks(graph: KnowledgeGraph, { starts, sources, links }: IncomingColumns): void {
  const lists = lazyList(graph.documents.length, (document) => {
    const list: number[] = [];
    for (let place = starts[document] as number; place < (starts[document + 1] as number); place++) {
      list.push((sources[place] as number) * perFile + (links[place] as number));
    }
    return list;
  });
  // Documents are numbered by their places here.
  presetTable(incoming, graph, { get: (place) => lists[place] ?? none });
}

/** Lists of which those that change are copied first. */
class MovedLists {
  readonly #lists: ChunkedList<readonly number[]>;
  readonly #own: Set<number> = new Set();
  readonly #positions: Int32Array;

  constructor(lists: ChunkedList<readonly number[]>, positions: Int32Array) {
    this.#lists = lists.fork();
    this.#positions = positions;
  }

  move({ touched }: GraphStep): Lists {
    // All that goes first: a number in the table of files may be another file's now.
    for (const { file, before, after } of touched) {
      before?.links.forEach((resolution, link) => {
        const target = Resolution.documentOf(resolution);
        if (target !== targetAt(after, link) && target !== -1 && target !== file) this.#remove(target, file, link);
      });
    }
    for (const { file, before, after } of touched) {
      after?.links.forEach((resolution, link) => {
        const target = Resolution.documentOf(resolution);
        if (target !== targetAt(before, link) && target !== -1 && target !== file) this.#add(target, file, link);
      });
    }
    return this.#lists;
  }

  #remove(target: number, file: number, link: number): void {
    const list = this.#ownList(target);
    list.splice(list.indexOf(file * perFile + link), 1);
  }

  #add(target: number, file: number, link: number): void {
    const list = this.#ownList(target);
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(list[middle] as number, file, link)) low = middle + 1;
      else high = middle;
    }
    list.splice(low, 0, file * perFile + link);
  }

  #isBefore(place: number, file: number, link: number): boolean {
    const other = Math.floor(place / perFile);
    if (other === file) return place % perFile < link;
    return (this.#positions[other] as number) < (this.#positions[file] as number);
  }

  #ownList(target: number): number[] {
    if (this.#own.has(target)) return this.#lists.get(target) as number[];
    const list = [...this.#lists.get(target)];
    this.#own.add(target);
    this.#lists.set(target, list);
    return list;
  }
}

function targetAt(resolved: { readonly links: readonly LinkResolution[] } | undefined, link: number): number {
  const resolution = resolved?.links[link];
  return resolution === undefined ? -1 : Resolution.documentOf(resolution);
}
