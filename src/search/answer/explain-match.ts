/** Which words of a query stand in which fields of a section. */

import { fieldOf, findPosting, type Postings } from "../index/postings.ts";
import type { ResolvedPlan, TermVariant } from "../query/resolve-terms.ts";
import type { SectionTable } from "../search-index.ts";
import {
  ALIASES,
  DESCRIPTION,
  NAME,
  OWN_HEADING,
  PROPERTIES,
  TAGS,
  TITLE,
  UPPER_HEADING,
} from "../words/document-fields.ts";
import { noStemmer } from "../words/stemming.ts";
import type { MatchReason, SearchField } from "./search-result.ts";

const namedFields: readonly (SearchField | undefined)[] = Object.assign([], {
  [TITLE]: "title",
  [NAME]: "title",
  [ALIASES]: "aliases",
  [TAGS]: "tags",
  [DESCRIPTION]: "description",
  [PROPERTIES]: "properties",
});

const headingFields: readonly (SearchField | undefined)[] = Object.assign([], {
  [OWN_HEADING]: "headings",
  [UPPER_HEADING]: "headings",
});

const bodyFields: readonly (SearchField | undefined)[] = ["body"];

const fieldOrder: readonly SearchField[] = [
  "title",
  "aliases",
  "headings",
  "tags",
  "description",
  "body",
  "properties",
];

/** The fields of a section and its document with the words that were found in them, as the query writes them. */
export function explainMatch(resolved: ResolvedPlan, table: SectionTable, section: number): MatchReason["fields"] {
  const document = table.documentOf[section] as number;
  const stemmer = table.stemmers[document] as number;
  const words = new Map<SearchField, Set<number>>();
  const { names, headings, bodies } = resolved.table;
  for (const { word, variants } of resolved.terms)
    for (const variant of variants) {
      if (variant.stemmer !== noStemmer && variant.stemmer !== stemmer) continue;
      note(words, word, fieldsOf(names, variant, document, namedFields));
      note(words, word, fieldsOf(headings, variant, section, headingFields));
      note(words, word, fieldsOf(bodies, variant, section, bodyFields));
    }
  return fieldOrder.flatMap((field) => {
    const found = words.get(field);
    if (found === undefined) return [];
    const terms = [...found].sort((left, right) => left - right).map((word) => resolved.plan.words[word]?.text ?? "");
    return [{ field, terms }];
  });
}

function note(words: Map<SearchField, Set<number>>, word: number, fields: readonly SearchField[]): void {
  for (const field of fields) {
    const known = words.get(field);
    if (known === undefined) words.set(field, new Set([word]));
    else known.add(word);
  }
}

function fieldsOf(
  postings: Postings,
  { term }: TermVariant,
  owner: number,
  fields: readonly (SearchField | undefined)[],
): SearchField[] {
  const found: SearchField[] = [];
  const first = findPosting(postings, term, owner);
  if (first === -1) return found;
  const end = postings.starts[term + 1] as number;
  for (let at = first; at < end && postings.owners[at] === owner; at++) {
    const field = fields[fieldOf(postings.values[at] as number)];
    if (field !== undefined) found.push(field);
  }
  return found;
}
