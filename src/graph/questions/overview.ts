/** The whole knowledge base, or a folder of it, in about a kilobyte. */

import { compareCodePoints } from "../../base/compare-code-points.ts";
import { GraphdownError } from "../../base/errors.ts";
import { type DirectoryPath, isBelow, type LogicalPath, parseDirectoryPath } from "../../base/logical-path.ts";
import { communitiesOf } from "../communities.ts";
import { componentsOf } from "../components.ts";
import { documentAdjacency } from "../document-adjacency.ts";
import { numbersOf } from "../graph-numbers.ts";
import type { KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";
import { rankDocuments } from "../pagerank.ts";
import { tagKey } from "../tag-key.ts";
import { type BoundedList, boundList, clip } from "./bounded-list.ts";
import { type FolderEntry, folderTree } from "./folder-tree.ts";

/** Counts of what the selected documents hold. */
export interface OverviewCounts {
  readonly documents: number;
  readonly sections: number;
  readonly tags: number;
  readonly people: number;
  readonly tasks: number;
  /** Links that lead to a document or another file, as many as are written. */
  readonly links: number;
  readonly externalLinks: number;
  /** Links that lead nowhere, without those that leave the knowledge base. */
  readonly brokenLinks: number;
}

export interface OverviewDocument {
  readonly path: LogicalPath;
  readonly title: string;
  /** Documents that link to it. */
  readonly incoming: number;
  /** PageRank as a multiple of the average over all documents, to two places: what the list is sorted by. */
  readonly rank: number;
}

export interface OverviewCommunity {
  readonly documents: number;
  /** The paths of up to three of them, by PageRank. */
  readonly top: readonly LogicalPath[];
}

export interface GraphOverview {
  /** Folders with the number of documents in and below each, most first. */
  readonly folders: BoundedList<FolderEntry>;
  readonly counts: OverviewCounts;
  /** By PageRank over the whole graph. */
  readonly topDocuments: BoundedList<OverviewDocument>;
  /** By the number of documents that have them; a nested tag counts for itself. */
  readonly tags: BoundedList<{ readonly tag: string; readonly documents: number }>;
  /** Groups of documents that links connect: how many, the size of the largest, and documents without any link. */
  readonly components: { readonly count: number; readonly largest: number; readonly single: number };
  /**
   * Groups of documents that are linked with one another more than with the rest, over the whole graph, most documents first: how many of
   * their documents are selected, and the most important ones of these. Documents without a link are in none.
   */
  readonly communities: BoundedList<OverviewCommunity>;
  readonly directory?: DirectoryPath;
  /** Digest of the snapshot that was looked at. */
  readonly snapshot: string;
}

/** What an overview is asked for. */
export interface OverviewInput {
  readonly graph: KnowledgeGraph;
  readonly digest: string;
  /** Only documents below this folder. */
  readonly directory?: string | undefined;
  /** Levels of the folder tree, 1 to 10; default 2. */
  readonly depth?: number | undefined;
}

const maximumDepth = 10;
/** Characters that the entries of a list may take together, so that long names can't blow the answer up. */
const listCharacters = 1_000;
const topOfCommunity = 3;

/** Sums a graph up. Bounded: lists hold at most 10 entries and say how many there are. A folder without documents gives an empty one. */
export function overviewOf({ graph, digest, directory, depth: given }: OverviewInput): GraphOverview {
  const depth = requireDepth(given);
  const folder = parseDirectoryPath(directory ?? "");
  const selected = [...graph.documents.keys()].filter((index) => isBelow(graph.documents[index]?.path ?? "", folder));
  const tags = countTags(graph, selected);
  return {
    folders: folderTree({ paths: selected.map((index) => graph.documents[index]?.path as LogicalPath), folder, depth }),
    counts: countContents(graph, selected, tags.size),
    topDocuments: topDocuments(graph, selected),
    tags: topTags(graph, tags),
    components: countComponents(graph, new Set(selected)),
    communities: listCommunities(graph, selected),
    ...(folder === "" ? {} : { directory: folder }),
    snapshot: digest,
  };
}

/** Levels of the folder tree, 2 by default; anything but a whole number from 1 to 10 is `invalid_input`. */
export function requireDepth(depth = 2): number {
  if (Number.isInteger(depth) && depth >= 1 && depth <= maximumDepth) return depth;
  throw new GraphdownError({
    code: "invalid_input",
    message: `The depth must be a whole number from 1 to ${maximumDepth}, but it is ${String(depth)}.`,
    details: { parameter: "depth" },
    next: "Leave it out for 2 levels of folders.",
  });
}

function countContents(graph: KnowledgeGraph, selected: readonly number[], tags: number): OverviewCounts {
  const counts = { sections: 0, tasks: 0, links: 0, externalLinks: 0, brokenLinks: 0 };
  const people = new Set<string>();
  for (const index of selected) {
    const document = graph.documents[index];
    counts.sections += Math.max(0, (document?.sections.length ?? 1) - 1);
    counts.tasks += document?.tasks.length ?? 0;
    for (const { name } of document?.authors ?? []) people.add(name.normalize("NFC").trim());
    for (const resolution of graph.links[index] as readonly LinkResolution[]) {
      if (resolution.status === "external") counts.externalLinks++;
      else if (resolution.status === "missing") counts.brokenLinks++;
      else if (resolution.status === "document" || resolution.status === "asset") counts.links++;
    }
  }
  return { documents: selected.length, tags, people: people.size, ...counts };
}

function countTags(graph: KnowledgeGraph, selected: readonly number[]): Map<string, number> {
  const tags = new Map<string, number>();
  for (const index of selected) {
    const own = new Set(graph.documents[index]?.tags.map(({ name }) => tagKey(name)));
    for (const key of own) if (key !== "") tags.set(key, (tags.get(key) ?? 0) + 1);
  }
  return tags;
}

function topTags(graph: KnowledgeGraph, counts: ReadonlyMap<string, number>): GraphOverview["tags"] {
  const { tags } = numbersOf(graph).own;
  const entries = Array.from(counts, ([key, documents]) => ({
    tag: tags.valueOf(tags.numberOf(key) as number),
    documents,
  }));
  entries.sort((a, b) => b.documents - a.documents || compareCodePoints(a.tag, b.tag));
  return boundList({ items: entries, maximumCharacters: listCharacters, lengthOf: ({ tag }) => tag.length });
}

/** Documents by PageRank. Ranks are sums of floating point: what is equal but for the last digits keeps the order of the paths. */
function byRank(graph: KnowledgeGraph, selected: readonly number[]): readonly number[] {
  const ranks = rankDocuments(graph);
  const rankOf = (index: number): number => Math.round((ranks[index] as number) * 1e12);
  return selected.toSorted((a, b) => rankOf(b) - rankOf(a) || a - b);
}

function topDocuments(graph: KnowledgeGraph, selected: readonly number[]): GraphOverview["topDocuments"] {
  const ranks = rankDocuments(graph);
  const { incomingCounts } = documentAdjacency(graph);
  const relativeRank = (index: number): number => Math.round((ranks[index] as number) * ranks.length * 100) / 100;
  const items = byRank(graph, selected)
    .slice(0, 10)
    .map((index) => {
      const { path, title } = graph.documents[index] as KnowledgeGraph["documents"][number];
      return { path, title: clip(title), incoming: incomingCounts[index] as number, rank: relativeRank(index) };
    });
  return {
    ...boundList({
      items,
      maximumCharacters: listCharacters,
      lengthOf: ({ path, title }) => path.length + title.length,
    }),
    count: selected.length,
  };
}

function listCommunities(graph: KnowledgeGraph, selected: readonly number[]): GraphOverview["communities"] {
  const { of } = communitiesOf(graph);
  const members = new Map<number, number[]>();
  for (const document of byRank(graph, selected)) {
    const community = of[document] as number;
    if (community === -1) continue;
    const known = members.get(community);
    if (known === undefined) members.set(community, [document]);
    else known.push(document);
  }
  const items = [...members]
    .sort(([a, first], [b, second]) => second.length - first.length || a - b)
    .map(([, documents]) => ({
      documents: documents.length,
      top: documents.slice(0, topOfCommunity).map((document) => graph.documents[document]?.path as LogicalPath),
    }));
  return boundList({ items, maximumCharacters: listCharacters, lengthOf: ({ top }) => top.join().length });
}

function countComponents(graph: KnowledgeGraph, selected: ReadonlySet<number>): GraphOverview["components"] {
  const sizes = new Map<number, number>();
  const components = componentsOf(graph, (document) => selected.has(document));
  for (const component of components) if (component !== -1) sizes.set(component, (sizes.get(component) ?? 0) + 1);
  let largest = 0;
  let single = 0;
  for (const size of sizes.values()) {
    largest = Math.max(largest, size);
    if (size === 1) single++;
  }
  return { count: sizes.size, largest, single };
}
