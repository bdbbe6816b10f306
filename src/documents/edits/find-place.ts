/** Finds the part of a document that a caller names: a section by its heading, or a block by its id. */
import { editConflict, quoted } from "../../base/edit-errors.ts";
import type { GraphdownError } from "../../base/errors.ts";
import type { Anchor, MarkdownDocument, Section } from "../markdown-document.ts";
import { comparableAnchor, comparableHeading } from "../slug.ts";

/** A heading as text or as written, a path of headings (`Chapter > Part`, `Chapter#Part`, or a list), or `^block-id`. */
export type PlaceName = string | readonly string[];

/** What a name means. */
export type DocumentPlace =
  | { readonly kind: "section"; readonly section: Section }
  | { readonly kind: "block"; readonly anchor: Anchor };

/** Headings that one error lists. */
const listedHeadings = 50;

/**
 * The one place that a name means: the strictest way of comparing that finds any counts. None is an `edit_conflict` with reason
 * `section_not_found` and the headings there are; several are reason `ambiguous` with all of them.
 */
export function findPlace(document: MarkdownDocument, name: PlaceName): DocumentPlace {
  if (typeof name === "string" && name.trim().startsWith("^")) return findBlock(document, name.trim().slice(1));
  for (const path of readingsOf(name)) {
    const found = findSections(document, path);
    if (found.length > 1) throw ambiguous(document, name, found);
    if (found[0] !== undefined) return { kind: "section", section: found[0] };
  }
  throw notFound(document, name);
}

function findBlock(document: MarkdownDocument, id: string): DocumentPlace {
  const wanted = comparableAnchor(id);
  const found = document.anchors.filter(({ kind, name }) => kind === "block" && comparableAnchor(name) === wanted);
  if (found.length > 1) {
    const lines = found.map(({ line }) => line);
    throw editConflict(
      "ambiguous",
      `The block id ^${id} stands on the lines ${lines.join(", ")}.`,
      "Edit the lines by their numbers, or give each block an id of its own.",
      { lines },
    );
  }
  if (found[0] !== undefined) return { kind: "block", anchor: found[0] };
  const blocks = document.anchors.filter(({ kind }) => kind === "block").map((anchor) => `^${anchor.name}`);
  throw editConflict(
    "section_not_found",
    `There is no block with the id ${quoted(`^${id}`)}.`,
    blocks.length === 0
      ? "The document has no block ids; name a heading."
      : "Name one of the blocks in details.blocks.",
    { blocks: blocks.slice(0, listedHeadings) },
  );
}

/** A text is first taken as one heading, then as a path of them. */
function readingsOf(name: PlaceName): readonly (readonly string[])[] {
  if (typeof name !== "string") return [name];
  const whole = withoutHashes(name);
  const byArrow = name.split(/\s+>\s+/);
  const byHash = whole.split("#").map((part) => part.trim());
  return [[name], byArrow, byHash].filter((path, index) => index === 0 || path.length > 1);
}

/** How a heading and a name are compared, from the strictest to the most lenient way. */
const comparisons: readonly ((section: Section, name: string, source: string) => boolean)[] = [
  ({ text }, name) => text === name,
  (_section, name, source) => withoutHashes(source) === withoutHashes(name),
  ({ text }, name) => comparableAnchor(text) === comparableAnchor(plainName(name)),
  ({ slug }, name) => slug !== "" && slug === comparableAnchor(name),
  ({ text }, name) => lenient(text) !== "" && lenient(text) === lenient(plainName(name)),
];

function findSections(document: MarkdownDocument, path: readonly string[]): readonly Section[] {
  const name = (path.at(-1) ?? "").trim();
  if (name === "") return [];
  const sections = document.sections.slice(1);
  for (const matches of comparisons) {
    const found = sections.filter(
      (section) =>
        matches(section, name, headingSource(document, section)) && isBelow(document, section, path.slice(0, -1)),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether the headings of a path stand above a section, in this order; some may be left out. */
function isBelow(document: MarkdownDocument, section: Section, ancestors: readonly string[]): boolean {
  let wanted = ancestors.length - 1;
  for (let index = section.parent; index > 0 && wanted >= 0; ) {
    const parent = document.sections[index] as Section;
    if (lenient(parent.text) === lenient(plainName(ancestors[wanted] as string))) wanted--;
    index = parent.parent;
  }
  return wanted < 0;
}

/** The first line of a section, as it is written. */
export function headingSource({ text }: MarkdownDocument, { own }: Section): string {
  return (/^[^\r\n]*/.exec(text.slice(own.start, own.end))?.[0] ?? "").trim();
}

function withoutHashes(source: string): string {
  return source
    .replace(/^[\s>]*#{1,6}(?=\s|$)/, "")
    .replace(/\s#+\s*$/, "")
    .trim();
}

/** A name that was given as it is written, as text: without hashes, tags of HTML and a custom id. */
function plainName(name: string): string {
  return withoutHashes(name)
    .replace(/<[^<>]*>/g, "")
    .replace(/\{:?\s*#[^{}]*\}\s*$/, "")
    .trim();
}

/** Without emoji too, and with punctuation as blanks. */
function lenient(text: string): string {
  return comparableHeading(text.replace(/\p{Extended_Pictographic}|\u200d/gu, " "));
}

function ambiguous(document: MarkdownDocument, name: PlaceName, found: readonly Section[]): GraphdownError {
  const candidates = found.map(({ headingPath, slug, startLine }) => ({
    heading: headingPath.join(" > "),
    slug,
    line: startLine,
  }));
  const listed = candidates.slice(0, 10).map(({ heading, line }) => `"${heading}" (line ${line})`);
  return editConflict(
    "ambiguous",
    `${shown(name)} names ${found.length} sections of "${document.title}": ${listed.join(", ")}.`,
    'Name one of them by its path, such as "Parent > Child", or by its slug.',
    { candidates: candidates.slice(0, listedHeadings) },
  );
}

function notFound(document: MarkdownDocument, name: PlaceName): GraphdownError {
  const headings = document.sections.slice(1).map(({ headingPath }) => headingPath.join(" > "));
  return editConflict(
    "section_not_found",
    `There is no section ${shown(name)}, and none is made.`,
    headings.length === 0
      ? "The document has no headings; use file_access_append or file_access_insert."
      : `Its headings are: ${headings.slice(0, 10).map(quoted).join(", ")}${headings.length > 10 ? "…" : ""}.`,
    { headings: headings.slice(0, listedHeadings), headingCount: headings.length },
  );
}

function shown(name: PlaceName): string {
  return quoted(typeof name === "string" ? name : name.join(" > "));
}
