/** The answer to a query of filters alone: every document that they let through. */
import type { QueryFilter } from "./parse-query.ts";
import { noHit, type RankedSections } from "./ranked-sections.ts";
import type { SectionTable } from "./search-index.ts";
import type { MatchReason, SearchField } from "./search-result.ts";

const fieldOf: Readonly<Record<QueryFilter["kind"], SearchField | undefined>> = {
  tag: "tags",
  path: undefined,
  title: "title",
  property: "properties",
  link: undefined,
};

/** All documents with a flag, each by the section that stands for it, in the order of their paths; all have the score 1. */
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
  return {
    found: {
      count: documents.length,
      sections: Int32Array.from(documents, (document) => table.mainSections[document] as number),
      scores: new Float64Array(documents.length).fill(1),
    },
    sourceOf: () => "lexical",
    reasonOf: () => ({ fields }),
    hitOf: () => noHit,
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
