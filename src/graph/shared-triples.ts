/** How many triples are about what documents share: tags, folders, people and linked files. */
import type { MarkdownDocument, Person } from "../documents/markdown-document.ts";
import { entityKey, externalIri } from "./iri.ts";
import { CountedNames } from "./resolve/counted-names.ts";
import { FolderNames } from "./resolve/folder-names.ts";
import type { ResolvedDocument } from "./resolve/link-state.ts";
import { Resolution } from "./resolve/resolution.ts";
import { parentTagKey, tagKey } from "./tag-key.ts";

/** Counts what is said by how often it is said, so that documents can come and go. */
export class SharedTriples {
  readonly #tags: CountedNames = new CountedNames();
  readonly #people: CountedNames = new CountedNames();
  readonly #assets: CountedNames = new CountedNames();
  readonly #folders: FolderNames = new FolderNames();
  #documents = 0;
  #tagCount = 0;
  #tagTriples = 0;
  #folderCount = 0;
  #peopleTriples = 0;
  #assetCount = 0;

  /** How many triples there are. */
  get count(): number {
    // All tags are in a scheme; each folder but the root is in another, and the root is there when a document is.
    const tags = this.#tagCount === 0 ? 0 : 1 + this.#tagTriples;
    const folders = this.#documents === 0 ? 0 : 5 * this.#folderCount + 4;
    return tags + folders + this.#peopleTriples + 3 * this.#assetCount;
  }

  add(resolved: ResolvedDocument): void {
    this.#documents++;
    this.#folders.add(resolved.document.path, () => this.#folderCount++);
    for (const tag of tagsOf(resolved.document)) if (this.#tags.add(tag)) this.#countTag(tag, 1);
    for (const [name, triples] of peopleOf(resolved.document.authors))
      if (this.#people.add(name)) this.#peopleTriples += triples;
    for (const path of assetsOf(resolved)) if (this.#assets.add(path)) this.#assetCount++;
  }

  remove(resolved: ResolvedDocument): void {
    this.#documents--;
    this.#folders.remove(resolved.document.path, () => this.#folderCount--);
    for (const tag of tagsOf(resolved.document)) if (this.#tags.remove(tag)) this.#countTag(tag, -1);
    for (const [name, triples] of peopleOf(resolved.document.authors))
      if (this.#people.remove(name)) this.#peopleTriples -= triples;
    for (const path of assetsOf(resolved)) if (this.#assets.remove(path)) this.#assetCount--;
  }

  /** Type, label, scheme, and the parent of a nested one. */
  #countTag(tag: string, times: number): void {
    this.#tagCount += times;
    this.#tagTriples += times * (tag.includes("/") ? 4 : 3);
  }
}

/** The keys of a document's tags and of those they are nested in, each once. */
function tagsOf({ tags, observations }: MarkdownDocument): ReadonlySet<string> {
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

/** What is said of people, each once: two triples of a person, one of each address. */
function peopleOf(authors: readonly Person[]): ReadonlyMap<string, number> {
  const said = new Map<string, number>();
  for (const { name, url } of authors) {
    const key = entityKey(name);
    if (key === "") continue;
    said.set(key, 2);
    const iri = url === undefined ? undefined : externalIri(url);
    if (iri !== undefined) said.set(`${key}\n${iri}`, 1);
  }
  return said;
}

function assetsOf({ links }: ResolvedDocument): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const resolution of links) {
    if (resolution.status === "asset" && Resolution.fileOf(resolution) !== undefined)
      paths.add(resolution.path as string);
  }
  return paths;
}
