/** Gives the keys of front matter their meaning: title, tags, dates, people, addresses, relations, properties. */
import { emptyList } from "../../base/kept-list.ts";
import type {
  Diagnostic,
  DocumentTag,
  FrontMatter,
  GraphStatement,
  MarkdownLink,
  Person,
  Property,
  PropertyValue,
} from "../markdown-document.ts";
import type { TextPlaces } from "../text-places.ts";
import { type DateValue, readDateText } from "./date-text.ts";
import type { DraftStatement } from "./graph-metadata/draft-statement.ts";
import { IriNames } from "./graph-metadata/iri-names.ts";
import { type GraphMetadata, readGraphMetadata } from "./graph-metadata/read-graph-metadata.ts";
import { readLanguageTag } from "./language-tag.ts";
import { isKeywords, type KeyRole, mayHoldLinks, readKeyRole } from "./metadata-keys.ts";
import { type PeopleReading, readPeople } from "./people.ts";
import { textValue } from "./property-value.ts";
import { SourcePlaces } from "./source-places.ts";
import { findValueLinks, type ValueLink } from "./value-links.ts";
import { readText, readTexts } from "./value-texts.ts";

/** What front matter says of its document. */
export interface DocumentMetadata {
  readonly title?: string;
  readonly description?: string;
  /** A BCP 47 tag. */
  readonly language?: string;
  readonly aliases: readonly string[];
  /** Other addresses of the document, as written. */
  readonly addresses: readonly string[];
  /** Each name once, by its first spelling. */
  readonly tags: readonly DocumentTag[];
  readonly published?: DateValue;
  readonly modified?: DateValue;
  readonly authors: readonly Person[];
  /** Keys without a meaning of their own, and those whose value does not fit their meaning; relations are links instead, items of lists too. */
  readonly properties: readonly Property[];
  /** Links in values, by their place; those that are the whole value of a key carry it as `relation`. */
  readonly links: readonly MarkdownLink[];
  /** What the keys that describe the graph say; absent without such a key. */
  readonly statements?: readonly GraphStatement[];
  readonly diagnostics: readonly Diagnostic[];
}

const noMetadata: DocumentMetadata = {
  aliases: emptyList,
  addresses: emptyList,
  tags: emptyList,
  authors: emptyList,
  properties: emptyList,
  links: emptyList,
  diagnostics: emptyList,
};

/** A value that several keys can give, with the rank of the key that gave it. */
interface Ranked<Value> {
  readonly value: Value;
  readonly rank: number;
  readonly key: string;
}

/** A person whose link has no index yet. */
interface DraftPerson extends Omit<Person, "link"> {
  readonly link?: MarkdownLink | undefined;
}

interface Draft {
  readonly frontMatter: FrontMatter;
  readonly textPlaces: TextPlaces;
  /** YAML takes wikilinks without quotes for lists. */
  readonly bareBrackets: boolean;
  places: SourcePlaces | undefined;
  title?: Ranked<string>;
  description?: Ranked<string>;
  language?: Ranked<string>;
  published?: Ranked<DateValue>;
  modified?: Ranked<DateValue>;
  // Collections are made when the first item comes: this runs for every note, and most have only a few of these keys.
  aliases?: Set<string>;
  addresses?: Set<string>;
  tagNames?: Set<string>;
  authors?: Map<string, DraftPerson>;
  readonly tags: DocumentTag[];
  readonly properties: Property[];
  /** There is a key that describes the graph. */
  hasGraphKeys: boolean;
  /** A property was added after keys that follow it. */
  unordered: boolean;
  readonly links: MarkdownLink[];
  readonly diagnostics: Diagnostic[];
}

/** What {@link readMetadata} takes. */
export interface MetadataInput {
  readonly frontMatter: FrontMatter | undefined;
  /** Those of the text that has the front matter. */
  readonly places: TextPlaces;
}

/** Reads the metadata of a block. Without a block, or with an invalid one, everything is empty. */
export function readMetadata({ frontMatter, places }: MetadataInput): DocumentMetadata {
  if (frontMatter === undefined || frontMatter.values.size === 0) return noMetadata;
  const draft: Draft = {
    frontMatter,
    textPlaces: places,
    bareBrackets: frontMatter.format === "yaml",
    places: undefined,
    tags: [],
    properties: [],
    hasGraphKeys: false,
    unordered: false,
    links: [],
    diagnostics: [],
  };
  frontMatter.values.forEach((value, key) => {
    readKey(draft, key, value);
  });
  return finish(draft);
}

function readKey(draft: Draft, key: string, value: PropertyValue): void {
  const { role, graphKey } = readKeyRole(key);
  if (graphKey !== undefined) {
    if (value.type !== "null") draft.hasGraphKeys = true;
    addProperty(draft, key, value);
    return;
  }
  if (role === undefined && sameAsKey.test(key) && addAddressLinks(draft, key, value)) return;
  if (role !== undefined && value.type !== "null" && !readRole(draft, role, key, value)) addProperty(draft, key, value);
  // The links of authors are read with them.
  if (role !== undefined && (role.meaning === "authors" || !mayHoldLinks(role.meaning))) return;
  const { links, onlyLinks, rest } = findValueLinks(value, key, {
    bareBrackets: draft.bareBrackets,
    maps: role === undefined,
  });
  for (const link of links) addLink(draft, key, link);
  if (role === undefined && !onlyLinks) addProperty(draft, key, rest);
}

function addProperty(draft: Draft, key: string, value: PropertyValue): void {
  const line = draft.frontMatter.lines.get(key) ?? 1;
  draft.properties.push({ key, value, source: "frontmatter", line, section: 0 });
}

/** Takes a value for the meaning of its key; `false` where it does not fit, so that it is kept as a property. */
function readRole(draft: Draft, role: KeyRole, key: string, value: PropertyValue): boolean {
  switch (role.meaning) {
    case "title":
    case "description":
      return offer(draft, role.meaning, oneLine(readText(value)), { role, key });
    case "published":
    case "modified":
      return offer(draft, role.meaning, dateOf(value), { role, key });
    case "language":
      return readLanguage(draft, role, key, value);
    case "aliases":
      return addAliases(draft, value);
    case "addresses":
      return addAddresses(draft, value.type === "text" ? [value.value.trim()] : readTexts(value, false));
    case "tags":
      return addTags(draft, key, readTexts(value, true).flatMap(partsOfTag), isKeywords(role));
    case "authors":
      return addPeople(draft, key, readPeople(value, key, draft.bareBrackets));
  }
}

/** No tag holds a comma, so that an item of a list with one is several tags: `["alpha, beta"]`. */
function partsOfTag(text: string): readonly string[] {
  return text.includes(",") ? readTexts(textValue(text), false) : [text];
}

function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/\s*[\r\n]\s*/g, " ");
}

function dateOf(value: PropertyValue): DateValue | undefined {
  if (value.type === "date" || value.type === "dateTime") return value;
  return value.type === "text" ? readDateText(value.value) : undefined;
}

type RankedMeaning = "title" | "description" | "language" | "published" | "modified";

/** Keeps a value when its key ranks before the one that is known; the key that loses becomes a property. */
function offer<Meaning extends RankedMeaning>(
  draft: Draft,
  meaning: Meaning,
  value: NonNullable<Draft[Meaning]>["value"] | undefined,
  { role, key }: { readonly role: KeyRole; readonly key: string },
): boolean {
  if (value === undefined) return false;
  const known = draft[meaning];
  if (known !== undefined && known.rank <= role.rank) return false;
  if (known !== undefined) {
    addProperty(draft, known.key, draft.frontMatter.values.get(known.key) as PropertyValue);
    draft.unordered = true;
  }
  draft[meaning] = { value, rank: role.rank, key } as Draft[Meaning];
  return true;
}

function readLanguage(draft: Draft, role: KeyRole, key: string, value: PropertyValue): boolean {
  const only = value.type === "list" && value.items.length === 1 ? (value.items[0] as PropertyValue) : value;
  const tag = only.type === "text" ? readLanguageTag(only.value) : undefined;
  if (tag !== undefined) return offer(draft, "language", tag, { role, key });
  const { line, column } = placesOf(draft).find(key, only.text);
  const message = `${JSON.stringify(only.text.slice(0, 100))} is not a language tag (BCP 47), such as en or pt-BR.`;
  draft.diagnostics.push({ kind: "invalid-lang", line, column, message, text: only.text });
  return false;
}

function addAliases(draft: Draft, value: PropertyValue): boolean {
  const texts = readTexts(value, false);
  draft.aliases ??= new Set();
  for (const text of texts) if (!text.startsWith("/")) draft.aliases.add(text);
  const addresses = texts.filter((text) => text.startsWith("/"));
  return addresses.length > 0 ? addAddresses(draft, addresses) : texts.length > 0;
}

function addAddresses(draft: Draft, texts: readonly string[]): boolean {
  draft.addresses ??= new Set();
  for (const text of texts) if (text !== "") draft.addresses.add(text);
  return texts.length > 0;
}

/** Adds tags; `false` where a keyword is a phrase, which is no tag: the key is kept as a property then. */
function addTags(draft: Draft, key: string, texts: readonly string[], areKeywords: boolean): boolean {
  let hasPhrase = false;
  const names = draft.tagNames ?? new Set();
  draft.tagNames = names;
  for (const text of texts) {
    const name = text.startsWith("#") ? text.replace(/^#+/, "").trim() : text;
    const folded = name.toLowerCase();
    if (name === "" || names.has(folded)) continue;
    if (areKeywords && /\s/.test(name)) {
      hasPhrase = true;
      continue;
    }
    names.add(folded);
    const { line, column } = placesOf(draft).find(key, name);
    draft.tags.push({ name, source: "frontmatter", line, column, section: 0 });
    if (!/\s/.test(name)) continue;
    const message = `The tag ${JSON.stringify(name.slice(0, 100))} holds a blank; most tools read only single words as tags.`;
    draft.diagnostics.push({ kind: "invalid-tag", line, column, message, text: name });
  }
  return !hasPhrase;
}

/** Adds people, each name once, with its link where it has one; and all links. */
function addPeople(draft: Draft, key: string, { people, links }: PeopleReading): boolean {
  const placed = new Map(links.map((link) => [link, addLink(draft, key, link)]));
  const authors = draft.authors ?? new Map<string, DraftPerson>();
  draft.authors = authors;
  for (const { name, url, link } of people) {
    const known = authors.get(name);
    if (known?.link !== undefined || (known !== undefined && link === undefined)) continue;
    const address = known?.url ?? url;
    authors.set(name, {
      name,
      ...(address === undefined ? {} : { url: address }),
      ...(link === undefined ? {} : { link: placed.get(link) }),
    });
  }
  return people.length > 0;
}

function addLink(draft: Draft, key: string, link: ValueLink): MarkdownLink {
  const placed = linkAt(placesOf(draft), key, link);
  draft.links.push(placed);
  return placed;
}

/** The key of what is the same thing elsewhere, as its relation is called. */
const sameAsKey = /^same[-_ ]?as$/i;

/** Adds the links of a value that is nothing but addresses; other relations lead out of the knowledge base only in the body. */
function addAddressLinks(draft: Draft, key: string, value: PropertyValue): boolean {
  const names = new IriNames(new Map());
  const texts = (value.type === "list" ? value.items : [value]).map((item) => readText(item) ?? "");
  if (texts.length === 0 || texts.some((text) => names.read(text) === undefined)) return false;
  for (const text of texts) {
    const link: ValueLink = { lookup: "path", written: text, target: text, path: text, text, relation: key };
    draft.links.push({ ...linkAt(placesOf(draft), key, link), target: names.read(text) as string, external: true });
  }
  return true;
}

function linkAt(places: SourcePlaces, key: string, link: ValueLink): Writable<MarkdownLink> {
  const { line, column, range } = places.find(key, link.written);
  const { lookup, target, path, text, fragment, relation } = link;
  // Written out, since spreading an object into another is several times slower.
  const found: Writable<MarkdownLink> = {
    syntax: "frontmatter",
    embed: false,
    lookup,
    target,
    path,
    text,
    line,
    column,
    range,
    section: 0,
    external: false,
  };
  if (fragment !== undefined) found.fragment = fragment;
  if (relation !== undefined) found.relation = relation;
  return found;
}

/** Reads the keys that describe the graph. They are few, and have a finder of places to themselves, which wants texts in their order. */
function readGraphKeys({ frontMatter, textPlaces, bareBrackets }: Draft): GraphMetadata {
  const places = new SourcePlaces(frontMatter, textPlaces);
  return readGraphMetadata({
    frontMatter,
    bareBrackets,
    placeOf: (key, text) => places.find(key, text),
    makeLink: (key, { metadata, external, ...link }) => ({ ...linkAt(places, key, link), metadata, external }),
  });
}

/** Statements with their links by place. */
function withLinkPlaces(drafts: readonly DraftStatement[], links: readonly MarkdownLink[]): readonly GraphStatement[] {
  const places = new Map(links.map((link, place) => [link, place]));
  const placeOf = (link: MarkdownLink): number => places.get(link) as number;
  return drafts.map(({ subject, object, ...rest }) => ({
    ...rest,
    ...(subject === undefined ? {} : { subject: placeOf(subject) }),
    object: "link" in object ? { link: placeOf(object.link) } : object,
  }));
}

/** People with their links by index. */
function withLinkIndexes(authors: ReadonlyMap<string, DraftPerson>, links: readonly MarkdownLink[]): readonly Person[] {
  return Array.from(authors.values(), ({ link, ...person }) => {
    return link === undefined ? person : { ...person, link: links.indexOf(link) };
  });
}

/** Made when the first place is asked for: most notes have no links in their front matter. */
function placesOf(draft: Draft): SourcePlaces {
  draft.places ??= new SourcePlaces(draft.frontMatter, draft.textPlaces);
  return draft.places;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function finish(draft: Draft): DocumentMetadata {
  const graph = draft.hasGraphKeys ? readGraphKeys(draft) : undefined;
  if (graph !== undefined) {
    draft.links.push(...graph.links);
    draft.diagnostics.push(...graph.diagnostics);
  }
  const { aliases, addresses, authors } = draft;
  const metadata: Writable<DocumentMetadata> = {
    aliases: aliases === undefined ? emptyList : [...aliases],
    addresses: addresses === undefined ? emptyList : [...addresses],
    tags: draft.tags,
    authors: emptyList,
    properties: draft.unordered ? inOrder(draft.properties, draft.frontMatter) : draft.properties,
    links: draft.links.length < 2 ? draft.links : draft.links.sort((a, b) => a.range.start - b.range.start),
    diagnostics: draft.diagnostics,
  };
  if (authors !== undefined) metadata.authors = withLinkIndexes(authors, metadata.links);
  if (graph !== undefined) metadata.statements = withLinkPlaces(graph.statements, metadata.links);
  if (draft.title !== undefined) metadata.title = draft.title.value;
  if (draft.description !== undefined) metadata.description = draft.description.value;
  if (draft.language !== undefined) metadata.language = draft.language.value;
  if (draft.published !== undefined) metadata.published = draft.published.value;
  if (draft.modified !== undefined) metadata.modified = draft.modified.value;
  return metadata;
}

function inOrder(properties: readonly Property[], frontMatter: FrontMatter): readonly Property[] {
  const byKey = new Map(properties.map((property) => [property.key, property]));
  return [...frontMatter.values.keys()].flatMap((key) => byKey.get(key) ?? []);
}
