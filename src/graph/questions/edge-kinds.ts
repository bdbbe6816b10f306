/** Every kind of edge, in the order in which they are named. */
import type { EdgeKind } from "../knowledge-graph.ts";

export const edgeKinds: readonly EdgeKind[] = [
  "linksTo",
  "embeds",
  "relation",
  "cites",
  "taggedWith",
  "mentions",
  "contains",
  "partOf",
];
