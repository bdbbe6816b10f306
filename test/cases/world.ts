/** The knowledge base of one case, opened through the library, with its answers in the forms that checks compare. */
import {
  createFileContext,
  createMemoryStore,
  type FileContext,
  type FileContextOptions,
  type FileStore,
} from "../../src/node-index.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";

/** A node of the JSON export. */
export interface JsonNode {
  readonly id: string;
  readonly kind: string;
  readonly path?: string;
  readonly label: string;
  readonly [field: string]: unknown;
}

export interface JsonPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly target: string;
  readonly fragment?: string;
}

export interface JsonEdge {
  readonly source: string;
  readonly target: string;
  readonly kind: string;
  readonly relation?: string;
  readonly syntax?: string;
  readonly places: readonly JsonPlace[];
}

export interface JsonProblem {
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly text?: string;
  readonly candidates?: readonly string[];
}

export interface JsonGraph {
  readonly nodes: readonly JsonNode[];
  readonly edges: readonly JsonEdge[];
  readonly problems: readonly JsonProblem[];
}

/** An opened case. */
export interface World {
  readonly context: FileContext;
  readonly store: FileStore;
  readonly graph: JsonGraph;
  /** `[source path, target path, type]`, unique, self-links left out; type as the case words have it. */
  readonly edges: readonly (readonly [string, string, string])[];
  node(id: string): JsonNode | undefined;
}

export async function openWorld(of: BehaviourCase, options: Partial<FileContextOptions> = {}): Promise<World> {
  const store = createMemoryStore({ files: filesOf(of) });
  const context = await createFileContext({ store, approvals: "none", ...options });
  const exported = await context.export("json", { maximumCharacters: Number.MAX_SAFE_INTEGER });
  const graph = JSON.parse(exported.content) as JsonGraph;
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const node = (id: string): JsonNode | undefined => nodes.get(id);
  const edges = new Map<string, readonly [string, string, string]>();
  for (const edge of graph.edges) {
    const from = node(edge.source)?.path;
    const to = node(edge.target);
    const type = typeOf(edge);
    if (
      type === undefined ||
      from === undefined ||
      to?.kind !== "document" ||
      to.path === undefined ||
      to.path === from
    )
      continue;
    edges.set(JSON.stringify([from, to.path, type]), [from, to.path, type]);
  }
  return { context, store, graph, edges: [...edges.values()], node };
}

/** The edge type of a case: `frontmatter:<key>`, `relation:<type>`, `embed`, or the syntax; `undefined` for edges of the structure. */
function typeOf({ kind, relation, syntax }: JsonEdge): string | undefined {
  if (syntax === undefined) return undefined;
  if (kind === "relation") return `${syntax === "frontmatter" ? "frontmatter" : "relation"}:${relation}`;
  return kind === "embeds" ? "embed" : syntax;
}

/** The documents of the graph by path. */
export function documentsOf(world: World): readonly (JsonNode & { readonly path: string })[] {
  return world.graph.nodes.filter((node): node is JsonNode & { path: string } => node.kind === "document");
}

/** The path of a target as a reader understands it: without fragment, percent-decoded once. */
export function readablePath(target: string): string {
  const path = target.split("#")[0] as string;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
