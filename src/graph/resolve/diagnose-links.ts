/** What is to be said about the links of one document. */
import { showPath } from "../../base/show-path.ts";
import type { Diagnostic, DiagnosticKind, MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import type { LinkResolution } from "../knowledge-graph.ts";

/** A diagnostic and the link that it is about, by its place in the document's list. */
export interface LinkDiagnostic {
  readonly link: number;
  readonly diagnostic: Diagnostic;
}

/** The diagnostics of resolution, in the order of the links. */
export function diagnoseLinks(
  document: MarkdownDocument,
  resolutions: readonly LinkResolution[],
): readonly LinkDiagnostic[] {
  const found: LinkDiagnostic[] = [];
  for (const [index, link] of document.links.entries()) {
    diagnose(link, resolutions[index] as LinkResolution, (kind, message) => {
      const { line, column, target: text } = link;
      found.push({ link: index, diagnostic: { kind, line, column, message, text } });
    });
  }
  return found;
}

function diagnose(
  link: MarkdownLink,
  resolution: LinkResolution,
  report: (kind: DiagnosticKind, message: string) => void,
): void {
  const target = showPath(link.target);
  if (resolution.status === "external") {
    if (resolution.iri === undefined && !/^data:/i.test(link.target)) {
      report("invalid-iri", `The address "${target}" can't be made a valid IRI.`);
    }
    return;
  }
  if (resolution.status === "text" && link.metadata === "thing") {
    report("graph-metadata", `<${target}> is an IRI of the graph itself: name the note by its path, name or title.`);
  }
  if (resolution.status === "outside")
    report("outside", `"${target}" leads out of the knowledge base and is not read.`);
  if (resolution.candidates !== undefined) report("ambiguous", ambiguity(target, resolution));
  else if (resolution.status === "missing") report("broken", `Nothing is found for "${target}".`);
  else if (resolution.caseDiffers) {
    report("case", `"${target}" is found only without regard to case, as ${showPath(resolution.path as string)}.`);
  }
  if (resolution.fragment?.status === "missing") {
    const path = showPath(resolution.path as string);
    report("broken-anchor", `${path} has no section, block or anchor "${showPath(link.fragment as string)}".`);
  }
  const found = resolution.status === "document" || resolution.status === "asset";
  if (link.onlyIfResolved && found) {
    report("unquoted-blank", `A destination with blanks is no link for other tools: write <${target}> or %20.`);
  }
}

/** Candidates that a message names; all of them are in the resolution. */
const named = 5;

function ambiguity(target: string, { candidates = [], path }: LinkResolution): string {
  const shown = candidates.slice(0, named).map(showPath).join(", ");
  const more = candidates.length > named ? ` and ${candidates.length - named} more` : "";
  const outcome = path === undefined ? "none is taken" : `${showPath(path)} is taken`;
  return `"${target}" may mean ${shown}${more}; ${outcome}.`;
}
