/** The numbers of a graph's nodes: documents by path, then each further kind by its keys. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { type Entity, entitiesOf } from "./entity-table.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { folderOf } from "./resolve/name-forms.ts";
import { sortTexts } from "./sort-texts.ts";
import { parentTagKey, tagKey, tagLabel } from "./tag-key.ts";

/** Nodes of one kind that have keys: sorted by them, numbered from `first` on. */
export class KeyedNodes<Value> {
  readonly first: number;
  readonly keys: readonly string[];
  readonly #values: ReadonlyMap<string, Value>;
  #numbers: Map<string, number> | undefined;

  constructor(first: number, values: ReadonlyMap<string, Value>) {
    this.first = first;
    this.keys = sortTexts(values.keys());
    this.#values = values;
  }

  /** The number after the last. */
  get end(): number {
    return this.first + this.keys.length;
  }

  keyOf(node: number): string {
    return this.keys[node - this.first] as string;
  }

  valueOf(node: number): Value {
    return this.#values.get(this.keyOf(node)) as Value;
  }

  /** The node of a key; `undefined` if there is none. */
  numberOf(key: string): number | undefined {
    this.#numbers ??= new Map(this.keys.map((known, rank) => [known, this.first + rank]));
    return this.#numbers.get(key);
  }
}

/** Nodes that follow from what documents hold. */
export interface DocumentNodes {
  /** `sectionStart[d]` is the number of document `d`'s first section node; the last entry is the number after all sections. The lead has no node. */
  readonly sectionStart: Int32Array;
  /** Value: the label. */
  readonly tags: KeyedNodes<string>;
  /** People and other things without a note. Key: the IRI. */
  readonly entities: KeyedNodes<Entity>;
  /** Every folder above a document, the root `""` included. */
  readonly folders: KeyedNodes<LogicalPath | "">;
}

type EntitySource = Pick<KnowledgeGraph, "documents" | "linksOf" | "options">;

/** Numbers documents, sections, tags, entities and folders. */
export function numberDocumentNodes(graph: EntitySource): DocumentNodes {
  const { documents } = graph;
  const sectionStart = new Int32Array(documents.length + 1);
  let next = documents.length;
  for (const [index, document] of documents.entries()) {
    sectionStart[index] = next;
    next += Math.max(0, document.sections.length - 1);
  }
  sectionStart[documents.length] = next;
  const tags = new KeyedNodes(next, collectTags(documents));
  const entities = new KeyedNodes(tags.end, entitiesOf(graph).entities);
  const folders = new KeyedNodes(entities.end, collectFolders(documents));
  return { sectionStart, tags, entities, folders };
}

function collectTags(documents: readonly MarkdownDocument[]): Map<string, string> {
  const tags = new Map<string, string>();
  const keys = new Map<string, string>();
  const add = (name: string): void => {
    let key = keys.get(name);
    if (key === undefined) {
      key = tagKey(name);
      keys.set(name, key);
    } else return;
    let label = tagLabel(name);
    for (let tag: string | undefined = key; tag !== undefined && tag !== ""; tag = parentTagKey(tag)) {
      if (!tags.has(tag)) tags.set(tag, label);
      label = label.slice(0, Math.max(0, label.lastIndexOf("/")));
    }
  };
  for (const { tags: own, observations } of documents) {
    for (const { name } of own) add(name);
    for (const observation of observations) observation.tags.forEach(add);
  }
  return tags;
}

function collectFolders(documents: readonly MarkdownDocument[]): Map<string, LogicalPath | ""> {
  const folders = new Map<string, LogicalPath | "">();
  if (documents.length > 0) folders.set("", "");
  for (const { path } of documents) {
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder)) {
      folders.set(folder, folder as LogicalPath);
    }
  }
  return folders;
}
