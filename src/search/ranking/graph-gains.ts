/** What links add to the ranking of words. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { type GraphTable, keepsNeighbours, tableOf } from "../../graph/graph-tables.ts";
import { incomingLinks } from "../../graph/incoming-links.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { rankDocuments } from "../../graph/pagerank.ts";
import type { MatchReason } from "../answer/search-result.ts";
import type { ResolvedPlan } from "../query/resolve-terms.ts";
import type { SectionTable } from "../search-index.ts";
import { SectionScanner } from "../words/section-text.ts";
import { type PlacedLink, placedLink, targetSectionOf } from "./link-table.ts";
import { anchorGain, neighbourGain, rankGain } from "./scoring.ts";

/** What one section gains, in best possible scores, and the link that it owes the most. */
export interface GraphGain {
  readonly gain: number;
  readonly edge?: NonNullable<MatchReason["edge"]>;
}

/** Links that are looked at for one document: the first of a hub's speak for all. */
const maximumLinks = 50;

/** So many of the best sections count as strong: what links to them gains. */
const strongSections = 10;

/** A section that no word of its own speaks for needs a link whose text holds this share of the words. */
const leastShare = 0.5;

/**
 * Gains of sections by their numbers: from the texts of links that lead to them, found from both ends (links in the best sections, links
 * to their documents), and from links in them to the very best. `best` are the numbers of the best sections in their order.
 */
export function graphGains({
  graph,
  table,
  resolved,
  best,
}: {
  readonly graph: KnowledgeGraph;
  readonly table: SectionTable;
  readonly resolved: ResolvedPlan;
  readonly best: readonly number[];
}): Map<number, GraphGain> {
  const gains = new GainCollector(graph, table, resolved, new Set(best));
  const documents = new Set<number>();
  best.forEach((section, rank) => {
    const document = table.documentOf[section] as number;
    gains.addOutgoing(document, section - (table.firstSections[document] as number));
    if (documents.has(document)) return;
    documents.add(document);
    gains.addIncoming(document, rank < strongSections ? neighbourGain * (1 - rank / strongSections) : 0);
  });
  return gains.together(best, standingOf(graph));
}

class GainCollector {
  private readonly anchors: Map<number, GraphGain> = new Map();
  private readonly neighbours: Map<number, number> = new Map();
  private readonly graph: KnowledgeGraph;
  private readonly table: SectionTable;
  private readonly known: ReadonlySet<number>;
  private readonly shareOf: (text: string) => number;

  constructor(graph: KnowledgeGraph, table: SectionTable, resolved: ResolvedPlan, known: ReadonlySet<number>) {
    this.graph = graph;
    this.table = table;
    this.known = known;
    this.shareOf = shareFinder(resolved);
  }

  /** The links in a section lead to others. */
  addOutgoing(document: number, section: number): void {
    const { links = [] } = this.graph.documents[document] ?? {};
    let seen = 0;
    for (let index = firstLinkOf(links, section); index < links.length && seen < maximumLinks; index++, seen++) {
      if (links[index]?.section !== section) break;
      const placed = placedLink(this.graph, document, index);
      if (placed !== undefined) this.addAnchor(document, placed);
    }
  }

  /** The links to a document; their sections gain `neighbour` if they are among the best themselves. */
  addIncoming(document: number, neighbour: number): void {
    for (const { source, link } of incomingLinks(this.graph, document, maximumLinks)) {
      const placed = placedLink(this.graph, source, link);
      if (placed === undefined) continue;
      this.addAnchor(source, placed);
      if (neighbour > 0)
        this.addNeighbour((this.table.firstSections[source] as number) + placed.link.section, neighbour);
    }
  }

  /** The sums of all gains. Only what is among the best gains by its document's standing. */
  together(best: readonly number[], standing: Float64Array): Map<number, GraphGain> {
    const gains = new Map(this.anchors);
    for (const section of best) {
      const anchor = gains.get(section);
      const byRank = rankGain * (standing[this.table.documentOf[section] as number] as number);
      const gain = (anchor?.gain ?? 0) + (this.neighbours.get(section) ?? 0) + byRank;
      if (gain > 0) gains.set(section, { ...anchor, gain });
    }
    return gains;
  }

  private addAnchor(source: number, { link, resolution }: PlacedLink): void {
    const target = resolution.status === "document" ? this.graph.targetOf(resolution) : undefined;
    if (target === undefined || target === source || link.embed) return;
    const share = this.shareOf(link.text);
    if (share === 0) return;
    const within = targetSectionOf(resolution);
    const section =
      within === undefined
        ? (this.table.mainSections[target] as number)
        : (this.table.firstSections[target] as number) + within;
    if (share < leastShare && !this.known.has(section)) return;
    const gain = anchorGain * share * share;
    if ((this.anchors.get(section)?.gain ?? 0) >= gain) return;
    const { path } = this.graph.documents[source] as MarkdownDocument;
    this.anchors.set(section, { gain, edge: { from: path, kind: link.relation ?? "linksTo", text: link.text } });
  }

  private addNeighbour(section: number, gain: number): void {
    if (this.known.has(section) && (this.neighbours.get(section) ?? 0) < gain) this.neighbours.set(section, gain);
  }
}

const standings: GraphTable<Float64Array> = {
  build: computeStanding,
  move: (value, _, step) => (keepsNeighbours(step) ? value : undefined),
};

/** PageRank of each document from 0, for what no other document leads to, to 1 for the highest. The root makes the many low ranks differ. */
function standingOf(graph: KnowledgeGraph): Float64Array {
  return tableOf(standings, graph);
}

function computeStanding(graph: KnowledgeGraph): Float64Array {
  const ranks = rankDocuments(graph);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (const rank of ranks) {
    lowest = Math.min(lowest, rank);
    highest = Math.max(highest, rank);
  }
  const spread = highest - lowest;
  const standing = new Float64Array(ranks.length);
  if (spread > 0)
    for (let document = 0; document < ranks.length; document++)
      standing[document] = Math.sqrt(((ranks[document] as number) - lowest) / spread);
  return standing;
}

/** Index of the first link of a section: links are in the order of their places, so their sections ascend. */
function firstLinkOf(links: readonly { readonly section: number }[], section: number): number {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((links[middle]?.section ?? 0) < section) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Gives the share of a query's words that a text holds. Many links share a text: each is looked at once. */
function shareFinder({ plan, table, terms }: ResolvedPlan): (text: string) => number {
  const words = new Map<number, number>();
  for (const { word, share, variants } of terms)
    if (share >= 0.5) for (const { term } of variants) words.set(term, word);
  const known = new Map<string, number>();
  const scanner = new SectionScanner();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const spans = scanner.scanText(text);
    const found = new Set<number>();
    for (let index = 0; index < spans.count; index++) {
      const word = words.get(table.dictionary.findToken(text, spans, index));
      if (word !== undefined) found.add(word);
    }
    const share = plan.words.length === 0 ? 0 : found.size / plan.words.length;
    known.set(text, share);
    return share;
  };
}
