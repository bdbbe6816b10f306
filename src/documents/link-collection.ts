/** Collects the links of one document while it is scanned: splits targets, tells external ones and slips of the pen. */
import type { DiagnosticKind, LinkSyntax, MarkdownLink } from "./markdown-document.ts";
import { intendedScheme, kindOfScheme, schemeOf } from "./schemes.ts";
import { unescapeTarget } from "./wikilinks.ts";

/** A link whose line, column, section and surrounding block are filled in once all links are known and in order. */
export type DraftLink = { -readonly [Key in keyof MarkdownLink]: MarkdownLink[Key] };

/** A diagnostic whose place is an offset yet. */
export interface Finding {
  readonly kind: DiagnosticKind;
  readonly offset: number;
  readonly message: string;
  readonly text?: string;
}

/** What was found so far, in any order. */
export interface LinkCollection {
  readonly links: DraftLink[];
  readonly findings: Finding[];
}

/** A link as a scanner sees it. */
export interface WrittenLink {
  readonly syntax: LinkSyntax;
  readonly embed: boolean;
  readonly lookup: "wikilink" | "path";
  readonly target: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds a link and gives it back. One without a target is no link; one whose scheme is a slip of the pen is none either and gives the
 * diagnostic `unknown-scheme`.
 */
export function addLink(collection: LinkCollection, written: WrittenLink): DraftLink | undefined {
  const { target, lookup } = written;
  if (target === "") return undefined;
  const scheme = lookup === "path" || target.includes("://") ? schemeOf(target) : undefined;
  if (scheme !== undefined && !acceptScheme(collection, written, scheme)) return undefined;
  const link: DraftLink = {
    syntax: written.syntax,
    embed: written.embed,
    lookup,
    target,
    path: target,
    text: written.text,
    line: 0,
    column: 0,
    range: { start: written.start, end: written.end },
    section: 0,
    external: scheme !== undefined || (lookup === "path" && target.startsWith("//")),
  };
  if (lookup === "path" || link.external) splitDestination(link);
  else splitWikilink(link);
  collection.links.push(link);
  return link;
}

function acceptScheme(collection: LinkCollection, written: WrittenLink, scheme: string): boolean {
  const kind = kindOfScheme(scheme);
  if (kind === "known") return true;
  collection.findings.push({
    kind: kind === "foreign" ? "foreign-scheme" : "unknown-scheme",
    offset: written.start,
    message:
      kind === "foreign"
        ? `The scheme ${scheme}: leads to an application or a machine of the writer, which other readers may not have.`
        : `The scheme ${scheme}: does not exist; ${intendedScheme(scheme)}: is probably meant. This is not taken as a link.`,
    text: written.target,
  });
  return kind === "foreign";
}

/** Splits a destination at the first `#`, and what stands before it at the first `?`. */
function splitDestination(link: DraftLink): void {
  const { target } = link;
  const hash = target.indexOf("#");
  if (hash !== -1) {
    link.fragment = target.slice(hash + 1);
    link.path = target.slice(0, hash);
  }
  const query = link.path.indexOf("?");
  if (query !== -1) link.path = link.path.slice(0, query);
}

/** Splits a wikilink's target at the first `#`; `?` belongs to the name, and so does a `#` that ends the target (`[[C#]]`). */
function splitWikilink(link: DraftLink): void {
  const { target } = link;
  const hash = target.indexOf("#");
  if (hash === -1 || hash === target.length - 1) {
    link.path = unescapeTarget(target);
    return;
  }
  link.path = unescapeTarget(target.slice(0, hash).trimEnd());
  link.fragment = unescapeTarget(target.slice(hash + 1).trimStart());
}
