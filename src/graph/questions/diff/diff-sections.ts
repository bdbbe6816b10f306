/** What became of the sections of a document between two graphs. */
import type { LogicalPath } from "../../../base/logical-path.ts";
import type { MarkdownDocument, Section } from "../../../documents/markdown-document.ts";

/** A section by its heading. */
export interface DiffSection {
  readonly path: LogicalPath;
  readonly line: number;
  readonly level: number;
  readonly heading: string;
  readonly slug: string;
}

/** Sections that are different, each list by place. What stands before the first heading is none. */
export interface DiffedSections {
  readonly added: DiffSection[];
  readonly removed: DiffSection[];
  /** The heading is the same to links, and its words, its level, what it stands below, or the section's own text are not. */
  readonly changed: DiffSection[];
}

/** Adds the differences of one document's sections. A section is the same as long as its slug is; where it stands does not matter. */
export function diffSections(
  from: MarkdownDocument | undefined,
  to: MarkdownDocument | undefined,
  found: DiffedSections,
): void {
  const earlier = new Map(headed(from).map((section) => [section.slug, section]));
  for (const section of headed(to)) {
    const before = earlier.get(section.slug);
    earlier.delete(section.slug);
    const shown = show(to as MarkdownDocument, section);
    if (before === undefined) found.added.push(shown);
    else if (!isSame(from as MarkdownDocument, before, to as MarkdownDocument, section)) found.changed.push(shown);
  }
  for (const section of earlier.values()) found.removed.push(show(from as MarkdownDocument, section));
}

function headed(document: MarkdownDocument | undefined): readonly Section[] {
  return document?.sections.slice(1) ?? [];
}

function isSame(from: MarkdownDocument, before: Section, to: MarkdownDocument, after: Section): boolean {
  return (
    before.level === after.level &&
    before.headingPath.join("\n") === after.headingPath.join("\n") &&
    ownText(from, before) === ownText(to, after)
  );
}

/** Blank lines at the end belong to what follows as well, and line ends are no text. */
function ownText({ text }: MarkdownDocument, { own }: Section): string {
  return text.slice(own.start, own.end).replace(/\r\n?/g, "\n").trimEnd();
}

function show({ path }: MarkdownDocument, { startLine: line, level, text: heading, slug }: Section): DiffSection {
  return { path, line, level, heading, slug };
}
