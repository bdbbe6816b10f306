/** The prefixes that a query may use without declaring them: those of the graph's own terms. */
import { prefixes } from "../../graph/prefixes.ts";

/** The declarations on one line, which goes before the first line of a query. A query that declares a prefix itself means its own. */
export const knownPrefixes: string = [...prefixes]
  .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`)
  .join(" ");
