/** Documents that are close to one: by links, by what links to both or is linked from both, by tags, and by the words that set it apart. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { documentAdjacency } from "../graph/document-adjacency.ts";
import { incomingAdjacency } from "../graph/incoming-adjacency.ts";
import { documentAt } from "../graph/key-of-node.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import { holdersOf } from "../graph/name-holders.ts";
import { tagKey } from "../graph/tag-key.ts";
import type { SearchIndex } from "./search-index.ts";
import { sharedWords } from "./shared-words.ts";

/** Documents that are a reason, by path: how many, and the first three. */
export interface ReasonDocuments {
  readonly count: number;
  readonly first: readonly LogicalPath[];
}

/** Why a document is related; what is no reason is absent. */
export interface RelatedReasons {
  /** It is linked to (`out`), or links here (`in`). */
  readonly links?: readonly ("out" | "in")[];
  /** Documents that link to both. */
  readonly linkedTogether?: ReasonDocuments;
  /** Documents that both link to. */
  readonly linkSame?: ReasonDocuments;
  /** Tags that both have. */
  readonly tags?: readonly string[];
  /** Words of both that few documents hold, the rarest first; at most five. */
  readonly words?: readonly string[];
}

/** A document that is close to another. */
export interface RelatedDocument {
  readonly path: LogicalPath;
  readonly title: string;
  /** Above 0, up to 1; comparable within one answer only. */
  readonly score: number;
  readonly reasons: RelatedReasons;
}

/** The closest documents, and how many there are in all. */
export interface RelatedDocuments {
  readonly count: number;
  readonly closest: readonly RelatedDocument[];
}

/** What each kind of closeness counts, at most: together 1. */
const shares = { links: 0.3, linkedTogether: 0.2, linkSame: 0.15, tags: 0.15, words: 0.2 } as const;

type Signal = keyof typeof shares;

const signals = Object.keys(shares) as readonly Signal[];

/** A page that links to or is linked from more documents than this brings nothing together, nor does a tag that more have. */
const maximumDegree = 1_000;
const maximumHolders = 10_000;
const shownDocuments = 3;

/**
 * Ranks the documents that are close to one, closest first, ties by path. Each kind of closeness is measured against the document that has
 * most of it. A page with few links says more about those it links to than one with many, a rare tag more than a common one.
 */
export function relatedDocuments(request: {
  readonly graph: KnowledgeGraph;
  readonly index: SearchIndex;
  readonly document: number;
  /** How many of the closest are told. */
  readonly count: number;
}): RelatedDocuments {
  const { graph, index, document, count } = request;
  const closeness = new Closeness(graph, document);
  closeness.addLinks();
  closeness.addTags();
  for (const [other, { score, words }] of sharedWords({ graph, index, document })) {
    closeness.add("words", other, score).words = words;
  }
  return closeness.ranked(count);
}

/** What is known of one candidate. */
interface Candidate {
  readonly scores: Partial<Record<Signal, number>>;
  readonly links: Set<"out" | "in">;
  readonly linkedTogether: number[];
  readonly linkSame: number[];
  readonly tags: string[];
  words: readonly string[];
}

class Closeness {
  readonly #graph: KnowledgeGraph;
  readonly #document: number;
  readonly #candidates: Map<number, Candidate> = new Map();

  constructor(graph: KnowledgeGraph, document: number) {
    this.#graph = graph;
    this.#document = document;
  }

  add(signal: Signal, other: number, score: number): Candidate {
    let candidate = this.#candidates.get(other);
    if (candidate === undefined) {
      candidate = { scores: {}, links: new Set(), linkedTogether: [], linkSame: [], tags: [], words: [] };
      this.#candidates.set(other, candidate);
    }
    candidate.scores[signal] = (candidate.scores[signal] ?? 0) + score;
    return candidate;
  }

  addLinks(): void {
    const outgoing = documentAdjacency(this.#graph);
    const incoming = incomingAdjacency(this.#graph);
    const targetsOf = (at: number): Uint32Array =>
      outgoing.targets.subarray(outgoing.starts[at] as number, outgoing.starts[at + 1] as number);
    const sourcesOf = (at: number): Uint32Array =>
      incoming.sources.subarray(incoming.starts[at] as number, incoming.starts[at + 1] as number);
    const targets = targetsOf(this.#document);
    const sources = sourcesOf(this.#document);
    for (const other of targets) this.add("links", other, 1).links.add("out");
    for (const other of sources) this.add("links", other, 1).links.add("in");
    for (const source of sources) {
      this.#addShared("linkedTogether", source, targetsOf(source));
    }
    for (const target of targets) this.#addShared("linkSame", target, sourcesOf(target));
  }

  /** All that one page links to, or that link to one page, are brought together by it. */
  #addShared(signal: "linkedTogether" | "linkSame", page: number, others: Uint32Array): void {
    if (others.length > maximumDegree) return;
    const score = 1 / Math.log2(1 + others.length);
    for (const other of others) if (other !== this.#document) this.add(signal, other, score)[signal].push(page);
  }

  addTags(): void {
    const { tags } = documentAt(this.#graph, this.#document);
    const total = this.#graph.documents.length;
    for (const [key, name] of new Map(tags.map((tag) => [tagKey(tag.name), tag.name]))) {
      const holders = key === "" ? [] : holdersOf(this.#graph, `t:${key}`);
      // What every document has is no reason.
      const score = Math.log(total / Math.max(1, holders.length));
      if (score <= 0 || holders.length > maximumHolders) continue;
      for (const other of holders) if (other !== this.#document) this.add("tags", other, score).tags.push(name);
    }
  }

  ranked(count: number): RelatedDocuments {
    const most: Partial<Record<Signal, number>> = {};
    for (const { scores } of this.#candidates.values()) {
      for (const signal of signals) most[signal] = Math.max(scores[signal] ?? 0, most[signal] ?? 0);
    }
    const ranked: { readonly other: number; readonly candidate: Candidate; readonly score: number }[] = [];
    for (const [other, candidate] of this.#candidates) {
      let sum = 0;
      for (const signal of signals) {
        const own = candidate.scores[signal];
        if (own !== undefined) sum += (shares[signal] * own) / (most[signal] as number);
      }
      // Sums of floating point: what is equal but for the last digits is equal.
      const score = Math.round(sum * 1e6) / 1e6;
      if (score > 0) ranked.push({ other, candidate, score });
    }
    // Documents are numbered by their paths.
    ranked.sort((a, b) => b.score - a.score || a.other - b.other);
    const closest = ranked.slice(0, count).map(({ other, candidate, score }) => {
      const { path, title } = documentAt(this.#graph, other);
      return { path, title, score, reasons: this.#reasonsOf(candidate) };
    });
    return { count: ranked.length, closest };
  }

  #reasonsOf({ links, linkedTogether, linkSame, tags, words }: Candidate): RelatedReasons {
    return {
      ...(links.size === 0 ? {} : { links: [...links] }),
      ...(linkedTogether.length === 0 ? {} : { linkedTogether: this.#documents(linkedTogether) }),
      ...(linkSame.length === 0 ? {} : { linkSame: this.#documents(linkSame) }),
      ...(tags.length === 0 ? {} : { tags }),
      ...(words.length === 0 ? {} : { words }),
    };
  }

  #documents(numbers: readonly number[]): ReasonDocuments {
    const first = numbers.toSorted((a, b) => a - b).slice(0, shownDocuments);
    return { count: numbers.length, first: first.map((at) => (documentAt(this.#graph, at) as MarkdownDocument).path) };
  }
}
