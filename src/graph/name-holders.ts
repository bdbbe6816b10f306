/** Which documents name a tag, a person, an address or a file: the other end of every edge that leads to no document. */
import { LayeredMap } from "../base/layered-map.ts";
import { type GraphTable, orderOf, tableOf } from "./graph-tables.ts";
import { entityIri, entityKey } from "./iri.ts";
import { type NamedKey, namedTarget, nameOfKey } from "./key-of-node.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { peopleWithoutNote } from "./people-without-note.ts";
import type { ResolvedDocument } from "./resolve/link-state.ts";
import { isTagWithin, tagKey } from "./tag-key.ts";

/** Documents by their numbers in the table of files, in no order. */
type Holders = readonly number[];

interface HolderTable {
  readonly tags: LayeredMap<NamedKey, Holders>;
  /** Everything else: there may be many addresses, and few tags. */
  readonly others: LayeredMap<NamedKey, Holders>;
}

const none: Holders = [];

const holderTable: GraphTable<HolderTable> = {
  build(graph) {
    const { files } = orderOf(graph);
    const [tags, others]: Map<NamedKey, number[]>[] = [new Map(), new Map()];
    graph.documents.forEach((document, place) => {
      for (const key of namesIn({ document, links: graph.linksOf(place) }, graph)) {
        const map = (isTag(key) ? tags : others) as Map<NamedKey, number[]>;
        const list = map.get(key);
        if (list === undefined) map.set(key, [files[place] as number]);
        else list.push(files[place] as number);
      }
    });
    return { tags: new LayeredMap(tags), others: new LayeredMap(others) };
  },
  move(value, graph, { touched }) {
    if (touched.length === 0) return value;
    const moved = { tags: value.tags.fork(), others: value.others.fork() };
    // All that goes first: a number in the table of files may be another file's now.
    for (const { file, before } of touched) {
      for (const key of before === undefined ? [] : namesIn(before, graph)) {
        const map = isTag(key) ? moved.tags : moved.others;
        map.set(
          key,
          (map.get(key) ?? none).filter((holder) => holder !== file),
        );
      }
    }
    for (const { file, after } of touched) {
      for (const key of after === undefined ? [] : namesIn(after, graph)) {
        const map = isTag(key) ? moved.tags : moved.others;
        map.set(key, [...(map.get(key) ?? none), file]);
      }
    }
    return moved;
  },
};

function isTag(key: NamedKey): boolean {
  return key.startsWith("t:");
}

/** Everything but documents that a document names, each once. */
function namesIn({ document, links }: ResolvedDocument, { options }: KnowledgeGraph): ReadonlySet<NamedKey> {
  const names = new Set<NamedKey>();
  for (const { name } of document.tags) names.add(`t:${tagKey(name)}`);
  for (const { name } of peopleWithoutNote({ document, links }))
    if (entityKey(name) !== "") names.add(`e:${entityIri(options.baseIri, name)}`);
  for (const resolution of links) {
    const key = namedTarget(resolution);
    if (key !== undefined) names.add(key);
  }
  names.delete("t:");
  return names;
}

/** The documents that name a node which is neither a document nor a section, ascending. For a tag, without those that have a tag nested in it. */
export function holdersOf(graph: KnowledgeGraph, key: NamedKey): readonly number[] {
  const { tags, others } = tableOf(holderTable, graph);
  return inOrder(graph, (isTag(key) ? tags : others).get(key) ?? none);
}

/** The documents that have a tag or one nested in it, ascending. */
export function holdersOfTag(graph: KnowledgeGraph, tag: string): readonly number[] {
  const { tags } = tableOf(holderTable, graph);
  const holders = new Set<number>();
  for (const key of tags.keys()) {
    if (isTagWithin(nameOfKey(key), tag)) for (const file of tags.get(key) ?? none) holders.add(file);
  }
  return inOrder(graph, [...holders]);
}

/** The keys of all tags that a document has. */
export function heldTags(graph: KnowledgeGraph): readonly string[] {
  const { tags } = tableOf(holderTable, graph);
  return [...tags.keys()].filter((key) => (tags.get(key) ?? none).length > 0).map(nameOfKey);
}

/** How many documents have a tag; nested tags are others. */
export function countTagged(graph: KnowledgeGraph, tag: string): number {
  return tableOf(holderTable, graph).tags.get(`t:${tag}`)?.length ?? 0;
}

function inOrder(graph: KnowledgeGraph, files: Holders): readonly number[] {
  const { positions } = orderOf(graph);
  return files.map((file) => positions[file] as number).sort((a, b) => a - b);
}
