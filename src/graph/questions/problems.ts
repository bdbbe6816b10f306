/** What a docs team should look at, with places and what was probably meant. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import { GraphdownError } from "../../base/errors.ts";
import { isBelow, type LogicalPath, parseDirectoryPath } from "../../base/logical-path.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import { isIdKey } from "../../documents/front-matter/metadata-keys.ts";
import { readDocumentId } from "../../documents/front-matter/read-document-id.ts";
import type { Diagnostic, MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import { sharedIds } from "../file-iri.ts";
import { numbersOf } from "../graph-numbers.ts";
import type { GraphProblem, KnowledgeGraph, LinkResolution } from "../knowledge-graph.ts";
import { diagnoseLinks } from "../resolve/diagnose-links.ts";
import { isMedia } from "../resolve/media-files.ts";
import { foldedForm } from "../resolve/name-forms.ts";
import { looseDocuments } from "./backlinks.ts";
import { problemKinds } from "./problem-kinds.ts";
import { TargetSuggestions } from "./target-suggestions.ts";

/** The problems of a graph or a folder of it. */
export interface GraphProblems {
  /** By path, line, column and kind. */
  readonly problems: readonly GraphProblem[];
  /** How many of each kind, in the order of {@link problemKinds}; kinds without a problem are absent. */
  readonly counts: Readonly<Partial<Record<GraphProblem["kind"], number>>>;
  /** Links that lead out of the knowledge base, where kinds were not chosen and so these are not listed; absent where there is none. */
  readonly outsideCount?: number;
}

/** What is asked for. */
export interface ProblemsInput {
  readonly graph: KnowledgeGraph;
  /** Only problems of files below this folder. */
  readonly directory?: string | undefined;
  /** Only these kinds; default all but `outside`. */
  readonly kinds?: readonly string[] | undefined;
}

/**
 * Finds problems. Links are judged against the whole graph, also when the answer is narrowed to a folder. An unknown kind is
 * `invalid_input`.
 */
export function problemsOf({ graph, directory, kinds }: ProblemsInput): GraphProblems {
  const wanted = requireKinds(kinds);
  const folder = parseDirectoryPath(directory ?? "");
  const problems: GraphProblem[] = [];
  let outside = 0;
  const report = (problem: GraphProblem): void => {
    if (!isBelow(problem.path, folder)) return;
    if (wanted.has(problem.kind)) problems.push(problem);
    else if (problem.kind === "outside") outside++;
  };
  const suggestions = new TargetSuggestions(graph);
  for (const [index, document] of graph.documents.entries()) {
    if (!isBelow(document.path, folder)) continue;
    for (const diagnostic of document.diagnostics) report({ ...diagnostic, path: document.path });
    reportLinks(graph, index, suggestions, report);
  }
  if (wanted.has("duplicate-title")) reportDuplicateTitles(graph, report);
  if (wanted.has("duplicate-id") && graph.options.iri === "id") reportDuplicateIds(graph, report);
  if (wanted.has("orphan")) reportOrphans(graph, report);
  if (wanted.has("unused-asset")) reportUnusedAssets(graph, report);
  problems.sort(comparePlaces);
  return {
    problems,
    counts: countKinds(problems),
    ...(kinds === undefined && outside > 0 ? { outsideCount: outside } : {}),
  };
}

type Report = (problem: GraphProblem) => void;

/** The kinds that are asked for; one that is no kind of problem is `invalid_input`. */
export function requireKinds(kinds: readonly string[] | undefined): ReadonlySet<string> {
  if (kinds === undefined) return new Set(problemKinds.filter((kind) => kind !== "outside"));
  for (const kind of kinds) {
    if ((problemKinds as readonly string[]).includes(kind)) continue;
    const near = nearestName(kind, problemKinds);
    throw new GraphdownError({
      code: "invalid_input",
      message: `"${showPath(kind)}" is no kind of problem.`,
      details: { parameter: "kinds", known: problemKinds },
      next: near === undefined ? `Use some of: ${problemKinds.join(", ")}.` : `Did you mean "${near}"?`,
    });
  }
  return new Set(kinds);
}

function reportLinks(graph: KnowledgeGraph, index: number, suggestions: TargetSuggestions, report: Report): void {
  const document = graph.documents[index] as MarkdownDocument;
  const resolutions = graph.linksOf(index);
  for (const { link: place, diagnostic } of diagnoseLinks(document, resolutions)) {
    const link = document.links[place] as MarkdownLink;
    const resolution = resolutions[place] as LinkResolution;
    report(linkProblem({ document, diagnostic, link, resolution, suggestions }));
  }
}

function linkProblem(found: {
  readonly document: MarkdownDocument;
  readonly diagnostic: Diagnostic;
  readonly link: MarkdownLink;
  readonly resolution: LinkResolution;
  readonly suggestions: TargetSuggestions;
}): GraphProblem {
  const { document, diagnostic, link, resolution, suggestions } = found;
  const problem = { ...diagnostic, path: document.path };
  if (resolution.candidates !== undefined) return { ...problem, candidates: resolution.candidates };
  if (diagnostic.kind === "broken") {
    const candidates = suggestions.filesFor(document, link);
    if (candidates.length === 0) return problem;
    const named = candidates.map((path) => `"${showPath(path)}"`).join(" or ");
    return { ...problem, message: `${problem.message} Did you mean ${named}?`, candidates };
  }
  if (diagnostic.kind === "broken-anchor") {
    const near = suggestions.anchorFor(resolution, link);
    if (near !== undefined) return { ...problem, message: `${problem.message} Did you mean "#${showPath(near)}"?` };
  }
  return problem;
}

const edition = /^(?:v?\d+(?:\.\d+)*(?:\.x)?|latest|next|stable|[a-z]{2}(?:-[a-z]{2,4})?)$/i;

/** The path without what tells versions and translations of one page apart: they share their title on purpose. */
function workOf(path: string): string {
  const segments = path.replace(/\.[a-z]{2}(?:-[a-z]{2,4})?(?=\.[^./]+$)/i, "").split("/");
  return segments.filter((segment, index) => index === segments.length - 1 || !edition.test(segment)).join("/");
}

/**
 * Titles that documents state and share. Documents that are named by their file alone are not meant to be told apart by their title,
 * and neither are the versions and translations of one page.
 */
function reportDuplicateTitles(graph: KnowledgeGraph, report: Report): void {
  const byTitle = new Map<string, MarkdownDocument[]>();
  for (const document of graph.documents) {
    if (document.titleSource === "name") continue;
    const key = foldedForm(document.title).trim();
    const known = byTitle.get(key);
    if (known === undefined) byTitle.set(key, [document]);
    else known.push(document);
  }
  for (const documents of byTitle.values()) {
    if (documents.length < 2 || new Set(documents.map(({ path }) => workOf(path))).size < 2) continue;
    for (const document of documents) report(duplicateTitle(document, documents));
  }
}

/** Other documents of one title or id that are named. */
const namedDuplicates = 10;

function otherPaths(document: MarkdownDocument, all: readonly MarkdownDocument[]): readonly LogicalPath[] {
  const paths: LogicalPath[] = [];
  for (let index = 0; index < all.length && paths.length < namedDuplicates; index++) {
    if (all[index] !== document) paths.push((all[index] as MarkdownDocument).path);
  }
  return paths;
}

function duplicateTitle(document: MarkdownDocument, all: readonly MarkdownDocument[]): GraphProblem {
  const { path, title } = document;
  const candidates = otherPaths(document, all);
  const more = all.length > 2 ? ` and ${all.length - 2} more` : "";
  return {
    kind: "duplicate-title",
    path,
    line: titleLine(document),
    column: 1,
    message: `The title "${showPath(title)}" is also that of ${showPath(candidates[0] as LogicalPath)}${more}.`,
    text: title,
    candidates,
  };
}

/** Documents whose IRI is not that of their id, because others have it too. */
function reportDuplicateIds(graph: KnowledgeGraph, report: Report): void {
  for (const places of sharedIds(graph)) {
    const documents = places.map((place) => graph.documents[place] as MarkdownDocument);
    for (const document of documents) report(duplicateId(document, documents));
  }
}

function duplicateId(document: MarkdownDocument, all: readonly MarkdownDocument[]): GraphProblem {
  const { path, frontMatter } = document;
  const id = readDocumentId(frontMatter) as string;
  const candidates = otherPaths(document, all);
  const more = all.length > 2 ? ` and ${all.length - 2} more` : "";
  return {
    kind: "duplicate-id",
    path,
    line: [...(frontMatter?.lines ?? [])].find(([key]) => isIdKey(key))?.[1] ?? 1,
    column: 1,
    message: `The id "${showPath(id)}" is also that of ${showPath(candidates[0] as LogicalPath)}${more}, so the document's IRI is that of its path.`,
    text: id,
    candidates,
  };
}

function titleLine({ titleSource, frontMatter, sections, title }: MarkdownDocument): number {
  if (titleSource === "frontmatter") {
    for (const [key, line] of frontMatter?.lines ?? []) if (key.toLowerCase() === "title") return line;
  }
  return sections.find(({ index, text }) => index > 0 && text === title)?.startLine ?? 1;
}

function reportOrphans(graph: KnowledgeGraph, report: Report): void {
  for (const index of looseDocuments(graph).orphans) {
    const { path } = graph.documents[index] as MarkdownDocument;
    report({
      kind: "orphan",
      path,
      line: 1,
      column: 1,
      message: "No other document links here, and this one links to none.",
    });
  }
}

/** Pictures, sounds, films and papers that no document shows or links to. Other files have other uses. */
function reportUnusedAssets(graph: KnowledgeGraph, report: Report): void {
  const { assets } = numbersOf(graph).linked;
  for (const path of graph.otherPaths) {
    if (!isMedia(path) || assets.numberOf(path) !== undefined) continue;
    report({ kind: "unused-asset", path, line: 1, column: 1, message: "No document links to this file or shows it." });
  }
}

function comparePlaces(a: GraphProblem, b: GraphProblem): number {
  return (
    compareCodePoints(a.path, b.path) ||
    a.line - b.line ||
    a.column - b.column ||
    compareCodePoints(a.kind, b.kind) ||
    compareCodePoints(a.text ?? "", b.text ?? "")
  );
}

function countKinds(problems: readonly GraphProblem[]): GraphProblems["counts"] {
  const counts = new Map<string, number>();
  for (const { kind } of problems) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries(
    problemKinds.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind) as number]] : [])),
  );
}
