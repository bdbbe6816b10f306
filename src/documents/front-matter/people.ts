/** Reads authors: names, links to their notes, or maps with a name and an address. */
import type { Person, PropertyValue } from "../markdown-document.ts";
import { findValueLinks, type ValueLink, type ValueLinkOptions, type ValueLinks } from "./value-links.ts";
import { readText } from "./value-texts.ts";

/** A person whose link is not placed yet. */
export interface WrittenPerson extends Omit<Person, "link"> {
  readonly link?: ValueLink;
}

/** The people that a value of a key names, in order, and every link in it, those of people first in each item. */
export interface PeopleReading {
  readonly people: readonly WrittenPerson[];
  readonly links: readonly ValueLink[];
}

/** Whatever is neither a name, a link nor a map with one of them is left out. A value that is several links is several people. */
export function readPeople(value: PropertyValue, key: string, bareBrackets: boolean): PeopleReading {
  const reading = { people: [] as WrittenPerson[], links: [] as ValueLink[] };
  const options: ValueLinkOptions = { bareBrackets, maps: false };
  const whole = findValueLinks(value, key, options);
  if (whole.onlyLinks) addLinked(reading, whole);
  else if (value.type === "list") for (const item of value.items) addItem(reading, item, key, options);
  else addItem(reading, value, key, options);
  return reading;
}

interface Draft {
  readonly people: WrittenPerson[];
  readonly links: ValueLink[];
}

function addItem(into: Draft, item: PropertyValue, key: string, options: ValueLinkOptions): void {
  if (item.type === "map") {
    addMap(into, item.entries, key, options);
    return;
  }
  const found = findValueLinks(item, key, options);
  if (found.onlyLinks) {
    addLinked(into, found);
    return;
  }
  into.links.push(...found.links);
  const name = readText(item);
  if (name !== undefined) into.people.push({ name });
}

function addMap(
  into: Draft,
  entries: ReadonlyMap<string, PropertyValue>,
  key: string,
  options: ValueLinkOptions,
): void {
  const named = entryOf(entries, "name");
  if (named === undefined) return;
  const address = entryOf(entries, "url");
  const url = address === undefined ? undefined : readText(address);
  const found = findValueLinks(named, key, options);
  const [link] = found.links;
  const isLinked = found.onlyLinks && found.links.length === 1 && link !== undefined;
  const name = isLinked ? nameOf(link) : readText(named);
  into.links.push(...found.links);
  if (name === undefined) return;
  into.people.push({ name, ...(url === undefined ? {} : { url }), ...(isLinked ? { link } : {}) });
}

function addLinked(into: Draft, { links }: ValueLinks): void {
  for (const link of links) {
    into.links.push(link);
    const name = nameOf(link);
    if (name !== undefined) into.people.push({ name, link });
  }
}

/** Texts, and links as YAML reads them without quotes; a number is no name in a map. */
function entryOf(entries: ReadonlyMap<string, PropertyValue>, key: string): PropertyValue | undefined {
  for (const [candidate, value] of entries) {
    if (candidate.toLowerCase() !== key) continue;
    if (value.type === "list" || (value.type === "text" && value.value.trim() !== "")) return value;
  }
  return undefined;
}

/** The name by which a link calls a person: its alias, or the last part of its target. */
function nameOf(link: ValueLink): string | undefined {
  const text = link.text === link.target ? link.path : link.text;
  return text.slice(text.lastIndexOf("/") + 1).replace(/\.(?:md|mdx|markdown)$/i, "") || undefined;
}
