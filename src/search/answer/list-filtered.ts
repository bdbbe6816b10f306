/** The answer to a query of filters and exclusions alone: every document that they let through. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { QueryFilter } from "../query/parse-query.ts";
import { noHit, type RankedSections } from "../ranking/ranked-sections.ts";
import { listingScores } from "../ranking/scoring.ts";
import type { SectionTable } from "../search-index.ts";
import { foldWord } from "../words/fold-word.ts";
import type { MatchReason, SearchField } from "./search-result.ts";

const fieldOf: Readonly<Record<QueryFilter["kind"], SearchField | undefined>> = {
  tag: "tags",
  path: undefined,
  title: "title",
  property: "properties",
  link: undefined,
};

/**
 * All documents with a flag, each by the section that stands for it: those with a title that a filter gives in full first, then those with
 * such an alias, each in the order of their paths.
 */
export function listFiltered({
  table,
  allowed,
  filters,
  tags,
}: {
  readonly table: SectionTable;
  readonly allowed: Uint8Array;
  readonly filters: readonly QueryFilter[];
  /** Tags that the caller asked for beside the query. */
  readonly tags: readonly string[];
}): RankedSections {
  const documents = [...allowed.keys()].filter((document) => allowed[document] === 1);
  const fields = fieldsOf(filters, tags);
  const scoreOf = scoreBy(filters);
  return {
    found: {
      count: documents.length,
      sections: Int32Array.from(documents, (document) => table.mainSections[document] as number),
      scores: Float64Array.from(documents, (document) => scoreOf(table.documents[document] as MarkdownDocument)),
    },
    sourceOf: () => "lexical",
    reasonOf: () => ({ fields }),
    hitOf: () => noHit,
  };
}

/** Without a filter on titles all documents are equal. */
function scoreBy(filters: readonly QueryFilter[]): (document: MarkdownDocument) => number {
  const wanted = new Set(
    filters.filter(({ kind, negated }) => kind === "title" && !negated).map(({ value }) => foldWord(value)),
  );
  if (wanted.size === 0) return () => listingScores.title;
  return ({ title, aliases }) => {
    if (wanted.has(foldWord(title))) return listingScores.title;
    return aliases.some((alias) => wanted.has(foldWord(alias))) ? listingScores.alias : listingScores.contains;
  };
}

function fieldsOf(filters: readonly QueryFilter[], tags: readonly string[]): MatchReason["fields"] {
  const terms = new Map<SearchField, string[]>();
  const add = (field: SearchField, term: string): void => {
    terms.set(field, [...(terms.get(field) ?? []), term]);
  };
  for (const tag of tags) add("tags", tag);
  for (const { kind, value, negated } of filters) {
    const field = fieldOf[kind];
    if (field !== undefined && !negated) add(field, value);
  }
  return [...terms].map(([field, found]) => ({ field, terms: found }));
}
