/** What a broken link was probably meant to lead to. */
import { decodeOnce } from "../../base/decode-once.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { editDistance } from "../../base/nearest-name.ts";
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { comparableHeading } from "../../documents/slug.ts";
import type { KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";
import { baseNameOf, folderOf, isIndexPage, looseForm, withoutMarkdownExtension } from "../resolve/name-forms.ts";

/** Most files that are named for one link. */
const maximumFiles = 3;
/** Files of one name that are compared. */
const maximumCompared = 200;
/** Documents above this number of anchors are not searched for a near one. */
const maximumAnchors = 2_000;

/** Finds files and anchors near to what was written. Everything is looked up by key or within one document. */
export class TargetSuggestions {
  readonly #graph: KnowledgeGraph;
  #names: ReadonlyMap<string, readonly LogicalPath[]> | undefined;

  constructor(graph: KnowledgeGraph) {
    this.#graph = graph;
  }

  /** Files that have the name of the target's last segment, or nearly: the ones that share most of the path first. */
  filesFor(document: MarkdownDocument, link: MarkdownLink): readonly LogicalPath[] {
    const segments = decodeOnce(link.path)
      .split(/[\\/]/)
      .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
    const last = segments.pop();
    if (last === undefined) return [];
    const found = this.#byName(last.replace(/\.html?$/i, ""), segments.at(-1));
    const folder = folderOf(document.path);
    const scored = found.slice(0, maximumCompared).map((path) => ({
      path,
      score: sharedSegments(path, segments) * 2 + Number(folderOf(path) === folder),
    }));
    return scored
      .sort((a, b) => b.score - a.score || a.path.length - b.path.length)
      .slice(0, maximumFiles)
      .map(({ path }) => path);
  }

  /** A slug or anchor of a document that is near to the fragment. */
  anchorFor(resolution: LinkResolution, link: MarkdownLink): string | undefined {
    const target = this.#graph.targetOf(resolution) as number;
    const { sections, anchors } = this.#graph.documents[target] as MarkdownDocument;
    if (sections.length + anchors.length > maximumAnchors) return undefined;
    const wanted = comparableHeading(link.fragment as string);
    let best: string | undefined;
    let bestDistance = Math.min(Math.max(2, Math.floor(wanted.length / 3)) + 1, wanted.length);
    const consider = (name: string, text: string): void => {
      const distance = editDistance(wanted, comparableHeading(text), bestDistance);
      if (distance >= bestDistance) return;
      best = name;
      bestDistance = distance;
    };
    for (const { index, slug, text } of sections) {
      if (index === 0) continue;
      consider(link.lookup === "wikilink" ? text : slug, slug);
    }
    for (const { name, kind } of anchors) consider(kind === "block" ? `^${name}` : name, name);
    return best;
  }

  #byName(name: string, folder: string | undefined): readonly LogicalPath[] {
    this.#names ??= namesOf(this.#graph);
    const base = withoutMarkdownExtension(name) ?? name;
    if (isIndexPage(`${base}.md`)) return folder === undefined ? [] : (this.#names.get(indexKey(folder)) ?? []);
    return this.#names.get(looseForm(name)) ?? this.#names.get(looseForm(base)) ?? [];
  }
}

/** A page named index is everywhere; only one in a folder of the same name can be meant. */
function indexKey(folder: string): string {
  return `${looseForm(folder)}/`;
}

/** Files by their names, and documents by their names without ending, their titles and aliases. */
function namesOf(graph: KnowledgeGraph): ReadonlyMap<string, readonly LogicalPath[]> {
  const names = new Map<string, LogicalPath[]>();
  const add = (name: string, path: LogicalPath): void => {
    const key = looseForm(name.trim());
    const known = names.get(key);
    if (known === undefined) names.set(key, [path]);
    else if (known.at(-1) !== path) known.push(path);
  };
  for (const { path, title, titleSource, aliases } of graph.documents) {
    const name = baseNameOf(path);
    if (isIndexPage(name)) add(indexKey(baseNameOf(folderOf(path))), path);
    else {
      add(name, path);
      add(withoutMarkdownExtension(name) ?? name, path);
    }
    if (titleSource !== "name") add(title, path);
    for (const alias of aliases) add(alias, path);
  }
  for (const path of graph.otherPaths) add(baseNameOf(path), path);
  return names;
}

/** How many folders of the written path the file's path has too. */
function sharedSegments(path: string, segments: readonly string[]): number {
  const folders = new Set(folderOf(path).split("/").map(looseForm));
  return segments.filter((segment) => folders.has(looseForm(segment))).length;
}
