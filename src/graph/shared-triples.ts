/** How many triples are about what documents share: tags, folders, people and other things, and linked files. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { EntityTable } from "./entity-table.ts";
import { CountedNames } from "./resolve/counted-names.ts";
import { FolderNames } from "./resolve/folder-names.ts";
import type { ResolvedDocument } from "./resolve/link-state.ts";
import { Resolution } from "./resolve/resolution.ts";
import { parentTagKey, tagKey } from "./tag-key.ts";

/** Counts what is said by how often it is said, so that documents can come and go. */
export class SharedTriples {
  readonly #tags: CountedNames = new CountedNames();
  /** People and other things, and what is said of notes by others: of those the triples are counted with the notes at hand. */
  readonly things: EntityTable;
  readonly #assets: CountedNames = new CountedNames();
  readonly #folders: FolderNames = new FolderNames();
  #documents = 0;
  #tagCount = 0;
  #tagTriples = 0;
  #folderCount = 0;
  #thingTriples = 0;
  #conceptCount = 0;
  #assetCount = 0;

  constructor(baseIri: string) {
    this.things = new EntityTable(baseIri);
  }

  /** How many triples there are. */
  get count(): number {
    // All tags are in a scheme; each folder but the root is in another, and the root is there when a document is.
    const tags = this.#tagCount === 0 ? 0 : 1 + this.#tagTriples;
    const folders = this.#documents === 0 ? 0 : 5 * this.#folderCount + 4;
    const things = this.#thingTriples + (this.#conceptCount === 0 ? 0 : 1);
    return tags + folders + things + 3 * this.#assetCount;
  }

  add(resolved: ResolvedDocument): void {
    this.#documents++;
    this.#folders.add(resolved.document.path, () => this.#folderCount++);
    for (const tag of sharedTagsOf(resolved.document)) if (this.#tags.add(tag)) this.#countTag(tag, 1);
    this.#countThings(resolved, 1);
    for (const path of assetsOf(resolved)) if (this.#assets.add(path)) this.#assetCount++;
  }

  remove(resolved: ResolvedDocument): void {
    this.#documents--;
    this.#folders.remove(resolved.document.path, () => this.#folderCount--);
    for (const tag of sharedTagsOf(resolved.document)) if (this.#tags.remove(tag)) this.#countTag(tag, -1);
    this.#countThings(resolved, -1);
    for (const path of assetsOf(resolved)) if (this.#assets.remove(path)) this.#assetCount--;
  }

  #countThings(resolved: ResolvedDocument, times: 1 | -1): void {
    const { things } = this;
    things.count(resolved, times, (iri, isBefore) => {
      const thing = things.entities.get(iri);
      if (thing === undefined) return;
      const change = isBefore ? -1 : 1;
      this.#thingTriples += change * thing.tripleCount;
      if (thing.isConcept) this.#conceptCount += change;
    });
  }

  /** Type, label, scheme, and the parent of a nested one. */
  #countTag(tag: string, times: number): void {
    this.#tagCount += times;
    this.#tagTriples += times * (tag.includes("/") ? 4 : 3);
  }
}

/** The keys of a document's tags and of those they are nested in, each once. */
export function sharedTagsOf({ tags, observations }: MarkdownDocument): ReadonlySet<string> {
  const keys = new Set<string>();
  const add = (name: string): void => {
    for (let key: string | undefined = tagKey(name); key !== undefined && key !== ""; key = parentTagKey(key)) {
      if (keys.has(key)) return;
      keys.add(key);
    }
  };
  for (const { name } of tags) add(name);
  for (const observation of observations) observation.tags.forEach(add);
  return keys;
}

function assetsOf({ links }: ResolvedDocument): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const resolution of links) {
    if (resolution.status === "asset" && Resolution.fileOf(resolution) !== undefined)
      paths.add(resolution.path as string);
  }
  return paths;
}
