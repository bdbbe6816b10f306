/** Graphs that were built one from another. */
import type { LogicalPath } from "../base/logical-path.ts";
import { isEqualJson } from "../documents/edits/is-equal-json.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { type GraphStep, rememberTables } from "./graph-tables.ts";
import type { GraphOptions, KnowledgeGraph } from "./knowledge-graph.ts";
import { LinkState, type ResolvedLinks } from "./resolve/link-state.ts";
import { ResolvedGraph } from "./resolved-graph.ts";
import { differenceOf, sortedBy } from "./sorted-difference.ts";
import { WikilinkReading } from "./wikilink-order.ts";

interface Files {
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
}

const lineages: WeakMap<KnowledgeGraph, GraphLineage> = new WeakMap();

const pathOf = ({ path }: MarkdownDocument): string => path;
const itself = (path: LogicalPath): string => path;

/**
 * What the graphs of a lineage share is at the state of the last one, from which it moves on. Each graph has what it needs for itself,
 * so that all of them can be read, and moving on begins at the last one whichever of them it is asked for.
 */
export class GraphLineage {
  readonly #options: GraphOptions;
  #files: Files;
  #reading: WikilinkReading;
  #links: LinkState;
  #graph: KnowledgeGraph;
  /** Not while it moves: a move that ends early leaves it between two states. */
  #isWhole = true;

  /** A lineage that begins with the graph of these files. */
  constructor(files: Files, options: GraphOptions) {
    this.#options = options;
    this.#files = { documents: sortedBy(files.documents, pathOf), otherPaths: sortedBy(files.otherPaths, itself) };
    this.#reading = new WikilinkReading(this.#files.documents, options.wikilinkOrder);
    this.#links = new LinkState(this.#reading.documents, this.#files.otherPaths, options);
    this.#graph = this.#graphOf(this.#links);
  }

  /** The lineage of a graph that is of one. */
  static of(graph: KnowledgeGraph): GraphLineage | undefined {
    return lineages.get(graph);
  }

  /** The last graph. */
  get graph(): KnowledgeGraph {
    return this.#graph;
  }

  /** The graph of other files; `undefined` where it is to be built from nothing. */
  move({ documents, otherPaths }: Files, options: GraphOptions): KnowledgeGraph | undefined {
    if (!this.#isWhole || !isEqualJson(options, this.#options)) return undefined;
    const difference = differenceOf(this.#files.documents, documents, pathOf);
    const others = differenceOf(this.#files.otherPaths, otherPaths, itself);
    if (isNone(difference) && isNone(others)) return this.#graph;
    this.#isWhole = false;
    const read = this.#reading.move(difference);
    const links = read === undefined ? undefined : this.#links.move({ documents: read, otherPaths: others });
    if (links === undefined) return undefined;
    this.#files = { documents: difference.after, otherPaths: others.after };
    this.#graph = this.#graphOf(links, { touched: links.touched, isShifted: difference.origins !== undefined });
    this.#isWhole = true;
    return this.#graph;
  }

  #graphOf({ links, order }: Pick<ResolvedLinks, "links" | "order">, step?: GraphStep): KnowledgeGraph {
    const graph = new ResolvedGraph({
      options: this.#options,
      documents: this.#reading.documents,
      otherPaths: this.#files.otherPaths,
      links,
      order,
    });
    rememberTables(graph, order, step === undefined ? undefined : { graph: this.#graph, step });
    lineages.set(graph, this);
    return graph;
  }
}

function isNone({
  removed,
  added,
  changed,
}: { readonly [Key in "removed" | "added" | "changed"]: readonly number[] }): boolean {
  return removed.length === 0 && added.length === 0 && changed.length === 0;
}
