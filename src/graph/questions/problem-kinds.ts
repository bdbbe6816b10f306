/** The kinds of problems, apart from what finds them: lists and help texts need only the names. */
import type { GraphProblem } from "../knowledge-graph.ts";

/** Every kind of problem. `outside` is only reported when it is asked for, `duplicate-id` only with the option `iri: "id"`. */
export const problemKinds: readonly GraphProblem["kind"][] = [
  "broken",
  "broken-anchor",
  "ambiguous",
  "case",
  "outside",
  "unquoted-blank",
  "unescaped-pipe",
  "unknown-scheme",
  "foreign-scheme",
  "invalid-iri",
  "invalid-frontmatter",
  "invalid-lang",
  "invalid-tag",
  "yaml-tag",
  "graph-metadata",
  "bad-line",
  "depth",
  "skipped",
  "duplicate-title",
  "duplicate-id",
  "orphan",
  "unused-asset",
];
