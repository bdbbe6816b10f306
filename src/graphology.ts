/** `graphdown/graphology`: the graph for tools that work on graphology graphs, and its communities. Apart, since most have no need of it. */
export { type Communities, communitiesOf } from "./graph/communities.ts";
export { type GraphologyEdge, type GraphologyNode, toGraphology } from "./graph/to-graphology.ts";
