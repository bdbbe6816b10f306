/** Tags that a question names and no document has. */
import { nearestName } from "../../base/nearest-name.ts";
import type { UnknownName } from "../../base/unknown-name.ts";
import type { KnowledgeGraph } from "../knowledge-graph.ts";
import { isTagWithin, tagKey } from "../tag-key.ts";

/** Those of the tags that no document has, neither themselves nor one nested in them; a `#` before a tag does not count. */
export function unknownTags(graph: KnowledgeGraph, tags: readonly string[] | undefined): readonly UnknownName[] {
  if (tags === undefined || tags.length === 0) return [];
  const known = new Set<string>();
  for (const document of graph.documents) for (const { name } of document.tags) known.add(tagKey(name));
  return tags.flatMap((tag) => {
    const wanted = tagKey(tag.replace(/^#/, ""));
    for (const key of known) if (isTagWithin(key, wanted)) return [];
    const near = nearestName(wanted, known);
    return [{ name: tag, near: near === undefined ? [] : [near] }];
  });
}
