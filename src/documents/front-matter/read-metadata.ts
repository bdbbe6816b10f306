/** Gives the keys of front matter their meaning: title, tags, dates, people, addresses, relations, properties. */
import type {
  Diagnostic,
  DocumentTag,
  FrontMatter,
  MarkdownLink,
  Person,
  Property,
  PropertyValue,
} from "../markdown-document.ts";
import { type DateValue, readDateText } from "./date-text.ts";
import { readLanguageTag } from "./language-tag.ts";
import { isGraphKey, type KeyRole, mayHoldLinks, roleOfKey } from "./metadata-keys.ts";
import { readPeople } from "./people.ts";
import { createSourcePlaces, type SourcePlaces } from "./source-places.ts";
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
  /** Keys without a meaning of their own, and those whose value does not fit their meaning; relations are links instead. */
  readonly properties: readonly Property[];
  /** Links in values, by their place; those that are the whole value of a key carry it as `relation`. */
  readonly links: readonly MarkdownLink[];
  readonly diagnostics: readonly Diagnostic[];
}

const noMetadata: DocumentMetadata = {
  aliases: [],
  addresses: [],
  tags: [],
  authors: [],
  properties: [],
  links: [],
  diagnostics: [],
};

/** A value that several keys can give, with the rank of the key that gave it. */
interface Ranked<Value> {
  readonly value: Value;
  readonly rank: number;
  readonly key: string;
}

interface Draft {
  readonly frontMatter: FrontMatter;
  /** YAML takes wikilinks without quotes for lists. */
  readonly bareBrackets: boolean;
  places: SourcePlaces | undefined;
  title?: Ranked<string>;
  description?: Ranked<string>;
  language?: Ranked<string>;
  published?: Ranked<DateValue>;
  modified?: Ranked<DateValue>;
  readonly aliases: Set<string>;
  readonly addresses: Set<string>;
  readonly tagNames: Set<string>;
  readonly tags: DocumentTag[];
  readonly authors: Map<string, Person>;
  /** Keys whose value is a property. */
  readonly propertyKeys: Set<string>;
  readonly links: MarkdownLink[];
  readonly diagnostics: Diagnostic[];
}

/** Reads the metadata of a block. Without a block, or with an invalid one, everything is empty. */
export function readMetadata({ frontMatter }: { readonly frontMatter: FrontMatter | undefined }): DocumentMetadata {
  if (frontMatter === undefined || frontMatter.values.size === 0) return noMetadata;
  const draft: Draft = {
    frontMatter,
    bareBrackets: frontMatter.format === "yaml",
    places: undefined,
    aliases: new Set(),
    addresses: new Set(),
    tagNames: new Set(),
    tags: [],
    authors: new Map(),
    propertyKeys: new Set(),
    links: [],
    diagnostics: [],
  };
  for (const [key, value] of frontMatter.values) readKey(draft, key, value);
  return finish(draft);
}

function readKey(draft: Draft, key: string, value: PropertyValue): void {
  const role = roleOfKey(key);
  if (role !== undefined && value.type !== "null" && !readRole(draft, role, key, value)) draft.propertyKeys.add(key);
  if (!mayHoldLinks(role?.meaning)) return;
  const isGraph = role === undefined && isGraphKey(key);
  const maps = role === undefined && !isGraph;
  const { links, onlyLinks } = findValueLinks(value, key, { bareBrackets: draft.bareBrackets, maps });
  for (const link of links) addLink(draft, key, link);
  if (role === undefined && (isGraph || !onlyLinks)) draft.propertyKeys.add(key);
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
      return addAll(draft.addresses, value.type === "text" ? [value.value.trim()] : readTexts(value, false));
    case "tags":
      return addTags(draft, key, readTexts(value, true));
    case "authors":
      return addPeople(draft, readPeople(value, draft.bareBrackets));
  }
}

function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/\s*[\r\n]\s*/g, " ");
}

function dateOf(value: PropertyValue): DateValue | undefined {
  if (value.type === "date" || value.type === "dateTime")
    return { type: value.type, value: value.value, text: value.text };
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
  if (known !== undefined) draft.propertyKeys.add(known.key);
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
  for (const text of texts) (text.startsWith("/") ? draft.addresses : draft.aliases).add(text);
  return texts.length > 0;
}

function addAll(into: Set<string>, texts: readonly string[]): boolean {
  for (const text of texts) if (text !== "") into.add(text);
  return texts.length > 0;
}

function addTags(draft: Draft, key: string, texts: readonly string[]): boolean {
  for (const text of texts) {
    const name = text.replace(/^#+/, "").trim();
    if (name === "" || draft.tagNames.has(name.toLowerCase())) continue;
    draft.tagNames.add(name.toLowerCase());
    const { line, column } = placesOf(draft).find(key, name);
    draft.tags.push({ name, source: "frontmatter", line, column, section: 0 });
    if (!/\s/.test(name)) continue;
    const message = `The tag ${JSON.stringify(name.slice(0, 100))} holds a blank; most tools read only single words as tags.`;
    draft.diagnostics.push({ kind: "invalid-tag", line, column, message, text: name });
  }
  return true;
}

function addPeople(draft: Draft, people: readonly Person[]): boolean {
  for (const person of people) if (!draft.authors.has(person.name)) draft.authors.set(person.name, person);
  return people.length > 0;
}

function addLink(draft: Draft, key: string, { written, ...link }: ValueLink): void {
  const { line, column, range } = placesOf(draft).find(key, written);
  draft.links.push({ syntax: "frontmatter", embed: false, ...link, line, column, range, section: 0, external: false });
}

/** Made when the first place is asked for: most notes have no links in their front matter. */
function placesOf(draft: Draft): SourcePlaces {
  draft.places ??= createSourcePlaces(draft.frontMatter);
  return draft.places;
}

function finish(draft: Draft): DocumentMetadata {
  const { frontMatter, propertyKeys, title, description, language, published, modified } = draft;
  const properties: Property[] = [];
  for (const [key, value] of frontMatter.values) {
    if (!propertyKeys.has(key)) continue;
    properties.push({ key, value, source: "frontmatter", line: frontMatter.lines.get(key) ?? 1, section: 0 });
  }
  return {
    ...(title && { title: title.value }),
    ...(description && { description: description.value }),
    ...(language && { language: language.value }),
    ...(published && { published: published.value }),
    ...(modified && { modified: modified.value }),
    aliases: [...draft.aliases],
    addresses: [...draft.addresses],
    tags: draft.tags,
    authors: [...draft.authors.values()],
    properties,
    links: draft.links.sort((a, b) => a.range.start - b.range.start),
    diagnostics: draft.diagnostics,
  };
}
