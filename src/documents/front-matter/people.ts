/** Reads authors: names, or maps with a name and an address. */
import type { Person, PropertyValue } from "../markdown-document.ts";
import { findValueLinks } from "./value-links.ts";
import { readText } from "./value-texts.ts";

/** The people that a value names, each name once; whatever is neither a name nor a map with one is left out. */
export function readPeople(value: PropertyValue, bareBrackets: boolean): readonly Person[] {
  const people: Person[] = [];
  for (const item of itemsOf(value, bareBrackets)) {
    const person = readPerson(item, bareBrackets);
    if (person !== undefined && !people.some((known) => known.name === person.name)) people.push(person);
  }
  return people;
}

/** The items of a list; a value that is no list, or is a wikilink in bare brackets, is one item. */
function itemsOf(value: PropertyValue, bareBrackets: boolean): readonly PropertyValue[] {
  if (value.type !== "list" || linkedName(value, bareBrackets) !== undefined) return [value];
  return value.items;
}

function readPerson(value: PropertyValue, bareBrackets: boolean): Person | undefined {
  const linked = linkedName(value, bareBrackets);
  if (linked !== undefined) return { name: linked };
  if (value.type !== "map") {
    const text = readText(value);
    return text === undefined ? undefined : { name: text };
  }
  const name = entryOf(value.entries, "name");
  const url = entryOf(value.entries, "url");
  if (name === undefined) return undefined;
  return url === undefined ? { name } : { name, url };
}

function entryOf(entries: ReadonlyMap<string, PropertyValue>, key: string): string | undefined {
  for (const [candidate, value] of entries) {
    if (candidate.toLowerCase() === key && value.type === "text" && value.value.trim() !== "")
      return value.value.trim();
  }
  return undefined;
}

/** The name by which a value that is one link calls a person: its alias, or the last part of its target. */
function linkedName(value: PropertyValue, bareBrackets: boolean): string | undefined {
  if (value.type === "list" && value.items.length !== 1) return undefined;
  if (value.type !== "list" && value.type !== "text") return undefined;
  if (value.type === "list" && value.items[0]?.type !== "list") return undefined;
  const { links, onlyLinks } = findValueLinks(value, "author", { bareBrackets, maps: false });
  const [link] = links;
  if (!onlyLinks || links.length !== 1 || link === undefined) return undefined;
  const text = link.text === link.target ? link.path : link.text;
  return text.slice(text.lastIndexOf("/") + 1).replace(/\.(?:md|mdx|markdown)$/i, "") || undefined;
}
