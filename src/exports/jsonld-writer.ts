/** The graph as JSON-LD, written node by node from its triples; the only context is the one in the text itself. */
import { CompactedNodes, expandedNode } from "./jsonld-node.ts";
import { JsonldTerms } from "./jsonld-terms.ts";
import type { ResolvedExportOptions } from "./resolve-export-options.ts";
import type { SubjectBlock } from "./subject-block.ts";
import type { PlannedTriples } from "./text-plan.ts";

type Context = Readonly<Record<string, unknown>>;

/**
 * Plans a JSON-LD text with one node object for each subject, each on a line of its own. `compacted` has the context and `@graph`;
 * `expanded` has whole IRIs and no context; `flattened` is the same sorted by `@id`, for which all of it is held in memory.
 */
export function planJsonld(
  blocks: Iterable<SubjectBlock>,
  { form, context }: Pick<ResolvedExportOptions, "form"> & { context: Context },
): PlannedTriples {
  if (form === "compacted") {
    const usable = withoutCycles(context);
    return {
      opening: `{"@context":${JSON.stringify(usable)},\n"@graph":[`,
      statements: separated(compactedNodes(blocks, new JsonldTerms(usable))),
      closingAfter: () => "\n]}\n",
      smallest: '{"@graph":[]}\n',
    };
  }
  const nodes = form === "flattened" ? sortedNodes(blocks) : expandedNodes(blocks);
  return { opening: "[", statements: separated(nodes), closingAfter: () => "\n]\n", smallest: "[]\n" };
}

/** A base IRI whose scheme is one of our prefixes would make the prefix below it mean itself, which no reader takes. */
function withoutCycles(context: Context): Context {
  const entries = Object.entries(context);
  return Object.fromEntries(
    entries.filter(([name, value]) => !(typeof value === "string" && value.startsWith(`${name}:`))),
  );
}

function* separated(nodes: Iterable<string>): Generator<string> {
  let separator = "\n";
  for (const node of nodes) {
    yield separator + node;
    separator = ",\n";
  }
}

function* compactedNodes(blocks: Iterable<SubjectBlock>, terms: JsonldTerms): Generator<string> {
  const nodes = new CompactedNodes(terms);
  for (const block of blocks) yield nodes.write(block) ?? expandedNode(block, '"@context":null,');
}

function* expandedNodes(blocks: Iterable<SubjectBlock>): Generator<string> {
  for (const block of blocks) yield expandedNode(block);
}

function* sortedNodes(blocks: Iterable<SubjectBlock>): Generator<string> {
  const nodes = Array.from(blocks, (block) => ({ subject: block.subject, text: inOnePiece(expandedNode(block)) }));
  nodes.sort((a, b) => (a.subject < b.subject ? -1 : 1));
  for (const { text } of nodes) yield text;
}

/**
 * The same text. An engine keeps a text that was put together as a tree of its parts until somebody looks into it, and to hold many
 * such trees takes several times as long as to hold texts.
 */
function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}
