/** What of a document is searched besides its body: its names, tags, description and properties. */
import type { MarkdownDocument, PropertyValue } from "../../documents/markdown-document.ts";

/** Fields of a document as postings number them. */
export const TITLE = 0;
export const NAME = 1;
export const ALIASES = 2;
export const TAGS = 3;
export const DESCRIPTION = 4;
export const PROPERTIES = 5;
/**
 * The file name of a document that is titled by it, for its words alone: they are looked through for what a misspelled one may mean, but
 * nothing is ranked by them, since the title says the same.
 */
export const UNRANKED_NAME = 6;

/** Fields of a section as postings number them: its own heading, and the headings above it. */
export const OWN_HEADING = 0;
export const UPPER_HEADING = 1;

/** The file's name without its extension. */
export function baseNameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Calls `visit` with each text of each field of a document. */
export function visitDocumentFields(document: MarkdownDocument, visit: (field: number, text: string) => void): void {
  visit(TITLE, document.title);
  if (document.titleSource !== "name") visit(NAME, baseNameOf(document.path));
  for (const alias of document.aliases) visit(ALIASES, alias);
  for (const tag of document.tags) visit(TAGS, tag.name);
  if (document.description !== undefined) visit(DESCRIPTION, document.description);
  for (const author of document.authors) visit(PROPERTIES, author.name);
  for (const property of document.properties)
    if (property.source === "frontmatter") visitValue(property.value, (text) => visit(PROPERTIES, text));
}

/** Calls `visit` with the text of each scalar of a value. */
function visitValue(value: PropertyValue, visit: (text: string) => void): void {
  if (value.type === "list") for (const item of value.items) visitValue(item, visit);
  else if (value.type === "map") for (const entry of value.entries.values()) visitValue(entry, visit);
  else if (value.type !== "null") visit(value.text);
}

/**
 * Whether a section's heading only says the document's title again. Its words then count as the title's, once for the document.
 */
export function repeatsTitle(document: MarkdownDocument, heading: string): boolean {
  return heading === document.title;
}
