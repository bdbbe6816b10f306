/** What the keys of front matter mean. */

/** The meaning of a key; several keys may share one. */
export type KeyMeaning =
  | "title"
  | "description"
  | "aliases"
  | "tags"
  | "published"
  | "modified"
  | "language"
  | "authors"
  | "addresses";

/** A meaning, and the rank of the key among those of the same meaning: the lowest that can be used wins. */
export interface KeyRole {
  readonly meaning: KeyMeaning;
  readonly rank: number;
}

const keysByMeaning: Readonly<Record<KeyMeaning, readonly string[]>> = {
  title: ["title"],
  description: ["description", "summary"],
  aliases: ["aliases", "alias"],
  tags: ["tags", "tag", "keywords"],
  published: ["date", "created", "published", "datepublished"],
  modified: ["updated", "modified", "lastmod", "datemodified"],
  language: ["lang", "language"],
  authors: ["author", "authors"],
  addresses: ["slug", "permalink", "url", "canonicalurl", "id", "uid", "redirectfrom"],
};

const roles: ReadonlyMap<string, KeyRole> = new Map(
  (Object.keys(keysByMeaning) as KeyMeaning[]).flatMap((meaning) =>
    keysByMeaning[meaning].map((key, rank): [string, KeyRole] => [key, { meaning, rank }]),
  ),
);

/** Meanings that are texts or names, in which a path is no link. */
const linkFree: ReadonlySet<KeyMeaning> = new Set([
  "title",
  "aliases",
  "tags",
  "published",
  "modified",
  "language",
  "addresses",
]);

/** The role of a key, compared without case, `-` and `_`; `undefined` for a property. */
export function roleOfKey(key: string): KeyRole | undefined {
  const lower = key.toLowerCase();
  return roles.get(lower) ?? (/[-_]/.test(lower) ? roles.get(lower.replace(/[-_]/g, "")) : undefined);
}

/** Whether links in the values of a meaning count. */
export function mayHoldLinks(meaning: KeyMeaning | undefined): boolean {
  return meaning === undefined || !linkFree.has(meaning);
}

/**
 * Keys that describe the graph itself (the Markdown-LD vocabulary), compared like others. They stay properties with all that they
 * hold, also where a value is a link.
 */
const graphKeys: ReadonlySet<string> = new Set([
  "rdfprefixes",
  "rdftypes",
  "rdfproperties",
  "about",
  "entrytype",
  "entityhints",
  "graphentities",
  "graphgroups",
  "graphrelated",
  "graphnextsteps",
  "graphedges",
]);

/** Whether a key belongs to the vocabulary that describes the graph. */
export function isGraphKey(key: string): boolean {
  return graphKeys.has(key.toLowerCase().replace(/[-_]/g, ""));
}
