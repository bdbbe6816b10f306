/** A shortest way between documents, searched from both ends. */
import { documentAdjacency } from "../document-adjacency.ts";
import { incomingAdjacency } from "../incoming-adjacency.ts";
import type { KnowledgeGraph } from "../knowledge-graph.ts";
import { type Direction, reversed } from "./edge-words.ts";

/**
 * A shortest way from one of the first documents to one of the last, both lists ascending: of all shortest ways the first one by the numbers
 * of its documents. `undefined` where there is none. Whole levels are taken from the end whose next one is smaller until the two meet, so
 * that most of a large graph is never looked at; linear in the links at worst.
 */
export function pathBetween(
  graph: KnowledgeGraph,
  first: readonly number[],
  last: readonly number[],
  direction: Direction,
): number[] | undefined {
  const ahead = new Levels(graph, first, direction);
  const behind = new Levels(graph, last, reversed(direction));
  let meeting = first.filter((document) => behind.levelOf(document) === 0);
  while (meeting.length === 0) {
    const [near, far] = ahead.cost <= behind.cost ? [ahead, behind] : [behind, ahead];
    const reached = near.advance();
    if (reached.length === 0) return undefined;
    meeting = reached.filter((document) => far.levelOf(document) !== unknown);
  }
  const onWay = ahead.backFrom(meeting);
  const length = ahead.depth + behind.depth;
  let at = least(first.filter((document) => onWay.has(document)));
  const path = [at];
  for (let step = 1; step <= length; step++) {
    // Up to where they met a document has to lead there; from there on it has to come nearer to the end.
    const isOnWay =
      step <= ahead.depth
        ? (document: number): boolean => ahead.levelOf(document) === step && onWay.has(document)
        : (document: number): boolean => behind.levelOf(document) === length - step;
    at = least(ahead.neighboursOf(at).filter(isOnWay));
    path.push(at);
  }
  return path;
}

const unknown = -1;

function least(documents: readonly number[]): number {
  return documents.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

/** Lists of documents by document: those of `d` from `starts[d]` up to `starts[d + 1]`. */
interface Neighbours {
  readonly starts: Uint32Array;
  readonly others: Uint32Array;
}

/** Documents by how many steps they are away from where a search begins. */
class Levels {
  readonly #neighbours: readonly Neighbours[];
  readonly #back: readonly Neighbours[];
  readonly #levels: Int32Array;
  #frontier: readonly number[];
  #depth = 0;
  #cost: number;

  constructor(graph: KnowledgeGraph, from: readonly number[], direction: Direction) {
    this.#neighbours = neighboursBy(graph, direction);
    this.#back = neighboursBy(graph, reversed(direction));
    this.#levels = new Int32Array(graph.documents.length).fill(unknown);
    for (const document of from) this.#levels[document] = 0;
    this.#frontier = from;
    this.#cost = from.reduce((cost, document) => cost + this.#linksOf(document), 0);
  }

  /** How many levels there are behind the first. */
  get depth(): number {
    return this.#depth;
  }

  /** How many links the next level is found by. */
  get cost(): number {
    return this.#cost;
  }

  /** The level of a document; −1 for one that has not been reached. */
  levelOf(document: number): number {
    return this.#levels[document] as number;
  }

  /** Goes one level on; gives the documents of it, none where there is no further one. */
  advance(): readonly number[] {
    const next: number[] = [];
    this.#depth++;
    this.#cost = 0;
    for (const document of this.#frontier) {
      for (const { starts, others } of this.#neighbours) {
        for (let place = starts[document] as number; place < (starts[document + 1] as number); place++) {
          const other = others[place] as number;
          if (this.#levels[other] !== unknown) continue;
          this.#levels[other] = this.#depth;
          this.#cost += this.#linksOf(other);
          next.push(other);
        }
      }
    }
    this.#frontier = next;
    return next;
  }

  #linksOf(document: number): number {
    let count = 0;
    for (const { starts } of this.#neighbours) count += (starts[document + 1] as number) - (starts[document] as number);
    return count;
  }

  neighboursOf(document: number): readonly number[] {
    return listed(this.#neighbours, document);
  }

  /** Documents of the last level with all that lead to them level by level. */
  backFrom(documents: readonly number[]): ReadonlySet<number> {
    const found = new Set(documents);
    // What is added on the way is walked too.
    for (const document of found) {
      const level = this.levelOf(document) - 1;
      if (level < 0) continue;
      for (const before of listed(this.#back, document)) if (this.levelOf(before) === level) found.add(before);
    }
    return found;
  }
}

function listed(neighbours: readonly Neighbours[], document: number): readonly number[] {
  return neighbours.flatMap(({ starts, others }) => [...others.subarray(starts[document], starts[document + 1])]);
}

/** Where links lead (`out`), where they come from (`in`), or both. */
function neighboursBy(graph: KnowledgeGraph, direction: Direction): readonly Neighbours[] {
  const { starts, targets } = documentAdjacency(graph);
  const outgoing = { starts, others: targets };
  if (direction === "out") return [outgoing];
  const { starts: incomingStarts, sources } = incomingAdjacency(graph);
  const incoming = { starts: incomingStarts, others: sources };
  return direction === "in" ? [incoming] : [outgoing, incoming];
}
