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

/** Whether links in the values of a meaning count. */
export function mayHoldLinks(meaning: KeyMeaning): boolean {
  return !linkFree.has(meaning);
}

/** Whether a key holds keywords: words are tags, but phrases, as search engines are given them, are none. */
export function isKeywords({ meaning, rank }: KeyRole): boolean {
  return keysByMeaning[meaning][rank] === "keywords";
}

/**
 * Keys that describe the graph itself (those of the Markdown-LD knowledge bank), compared like others. They stay properties with all
 * that they hold; what they say is in the document's statements.
 */
const graphKeys = [
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
] as const;

/** A key that describes the graph, in the form in which keys are compared. */
export type GraphKey = (typeof graphKeys)[number];

const isGraphKey = (key: string): key is GraphKey => (graphKeys as readonly string[]).includes(key);

/** Whether a key of front matter names the document itself: `id`, in any case. */
export function isIdKey(key: string): boolean {
  const { role } = readKeyRole(key);
  return role?.meaning === "addresses" && keysByMeaning.addresses[role.rank] === "id";
}

/** Whether a key of front matter is read into statements alone, and is no value that the document has. */
export function isStatementKey(key: string): boolean {
  const { graphKey } = readKeyRole(key);
  return graphKey !== undefined && graphKey !== "entrytype";
}

/** What a key is: the role that it has, if any, and the key of those that describe the graph. */
export interface KeyReading {
  readonly role: KeyRole | undefined;
  readonly graphKey: GraphKey | undefined;
}

/** The keys that were met, since a knowledge base uses few different ones. Cleared when hostile notes fill it. */
const known: Map<string, KeyReading> = new Map();
const mostKnown = 1_000;

/** Reads a key; keys are compared without case, `-` and `_`. */
export function readKeyRole(key: string): KeyReading {
  const met = known.get(key);
  if (met !== undefined) return met;
  const plain = key.toLowerCase().replace(/[-_]/g, "");
  const reading: KeyReading = { role: roles.get(plain), graphKey: isGraphKey(plain) ? plain : undefined };
  if (known.size >= mostKnown) known.clear();
  known.set(key, reading);
  return reading;
}
