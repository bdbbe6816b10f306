/** How a set of notes writes its wikilinks: `[[target|text]]`, or `[[text|target]]` and `dendron://` as Dendron does. */
import type { MarkdownDocument, MarkdownLink } from "../documents/markdown-document.ts";
import type { GraphOptions } from "./knowledge-graph.ts";
import { baseNameOf, foldedForm, withoutMarkdownExtension } from "./resolve/name-forms.ts";

/** How many links must speak for the text first, beyond four times those that speak against it. */
const minimumEvidence = 5;

/** Evidence that nothing outweighs any more. */
const settled = -1_000;

/** The documents with their links read as the notes mean them. Unchanged, the very same list, for all but Dendron's way of writing. */
export function readWikilinks(
  documents: readonly MarkdownDocument[],
  order: GraphOptions["wikilinkOrder"],
): readonly MarkdownDocument[] {
  const textFirst = order === "text-first" || (order === "auto" && isTextFirst(documents));
  const isOther = (link: MarkdownLink): boolean => isDendronLink(link) || (textFirst && hasText(link));
  if (!documents.some(({ links }) => links.some(isOther))) return documents;
  return documents.map((document) => (document.links.some(isOther) ? rewrite(document, textFirst) : document));
}

/** Whether names of notes stand behind the pipe, and hardly ever before it. */
function isTextFirst(documents: readonly MarkdownDocument[]): boolean {
  let names: ReadonlySet<string> | undefined;
  let evidence = 0;
  for (const { links } of documents) {
    for (const link of links) {
      if (!hasText(link)) continue;
      names ??= new Set(documents.map(({ path }) => nameOf(path)));
      const before = names.has(nameOf(link.path));
      const behind = names.has(nameOf(splitTarget(withoutVault(link.text)).path));
      if (before !== behind) evidence += behind ? 1 : -4;
      if (evidence < settled) return false;
    }
  }
  return evidence >= minimumEvidence;
}

function hasText({ lookup, syntax, text, target }: MarkdownLink): boolean {
  return lookup === "wikilink" && (syntax === "wikilink" || syntax === "inline") && text !== target && text !== "";
}

function nameOf(path: string): string {
  const name = baseNameOf(path);
  return foldedForm(withoutMarkdownExtension(name) ?? name);
}

const vault = /^dendron:\/\/[^/]*\//;

function isDendronLink({ external, target }: MarkdownLink): boolean {
  return external && target.startsWith("dendron:") && vault.test(target);
}

function withoutVault(target: string): string {
  return target.replace(vault, "");
}

function splitTarget(target: string): Pick<MarkdownLink, "path" | "fragment"> {
  const hash = target.indexOf("#");
  return hash === -1 ? { path: target } : { path: target.slice(0, hash), fragment: target.slice(hash + 1) };
}

function rewrite(document: MarkdownDocument, textFirst: boolean): MarkdownDocument {
  const links = document.links.map((link) => {
    if (isDendronLink(link)) return readTarget(link, link.target, link.text);
    return textFirst && hasText(link) ? readTarget(link, link.text, link.target) : link;
  });
  // What was said of the scheme is settled: it names a note of this set.
  const diagnostics = document.diagnostics.filter(
    ({ kind, text }) => kind !== "foreign-scheme" || text === undefined || !vault.test(text),
  );
  return { ...document, links, diagnostics };
}

function readTarget(link: MarkdownLink, target: string, text: string): MarkdownLink {
  const { fragment: _, ...rest } = link;
  const inVault = withoutVault(target);
  const external = inVault === target && /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(target);
  return { ...rest, lookup: "wikilink", target, text, external, ...splitTarget(inVault) };
}
