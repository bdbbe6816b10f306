/** SHACL property paths: read from a shapes graph, followed in a data graph. */
import type { TripleSet } from "../rdf/triple-set.ts";
import type { WorkGuard } from "../rdf/work-guard.ts";

/** A way from a node to others. */
export type PropertyPath =
  | { readonly kind: "predicate"; readonly predicate: number }
  | { readonly kind: "sequence" | "alternative"; readonly parts: readonly PropertyPath[] }
  | { readonly kind: "inverse" | "zeroOrMore" | "oneOrMore" | "zeroOrOne"; readonly of: PropertyPath };

/** All nodes that a path leads to, each once, in the order in which they are come to. */
export function followPath(
  path: PropertyPath,
  start: number,
  graph: { readonly data: TripleSet; readonly guard: WorkGuard },
): ReadonlySet<number> {
  const { data, guard } = graph;
  const follow = (way: PropertyPath, from: ReadonlySet<number>, backwards: boolean): Set<number> => {
    switch (way.kind) {
      case "predicate": {
        const reached = new Set<number>();
        for (const node of from) {
          guard.step();
          const next = backwards ? data.subjects(way.predicate, node) : data.objects(node, way.predicate);
          for (const each of next) {
            guard.step();
            reached.add(each);
          }
        }
        return reached;
      }
      case "inverse":
        return follow(way.of, from, !backwards);
      case "sequence": {
        const parts = backwards ? way.parts.toReversed() : way.parts;
        return parts.reduce((reached, part) => follow(part, reached, backwards), new Set(from));
      }
      case "alternative":
        return union(way.parts.map((part) => follow(part, from, backwards)));
      case "zeroOrOne":
        return union([from, follow(way.of, from, backwards)]);
      case "zeroOrMore":
        return closure(new Set(from), from, (nodes) => follow(way.of, nodes, backwards));
      default: {
        const first = follow(way.of, from, backwards);
        return closure(new Set(first), first, (nodes) => follow(way.of, nodes, backwards));
      }
    }
  };
  return follow(path, new Set([start]), false);
}

/** Everything that steps lead to, together with what is there. */
function closure(
  reached: Set<number>,
  start: ReadonlySet<number>,
  step: (nodes: ReadonlySet<number>) => ReadonlySet<number>,
): Set<number> {
  let edge = start;
  while (edge.size > 0) {
    const next = new Set<number>();
    for (const node of step(edge)) {
      if (reached.has(node)) continue;
      reached.add(node);
      next.add(node);
    }
    edge = next;
  }
  return reached;
}

function union(sets: readonly ReadonlySet<number>[]): Set<number> {
  const all = new Set<number>();
  for (const set of sets) for (const node of set) all.add(node);
  return all;
}

/** The path as SPARQL writes it; `nameOf` writes a predicate. */
export function pathText(path: PropertyPath, nameOf: (predicate: number) => string): string {
  switch (path.kind) {
    case "predicate":
      return nameOf(path.predicate);
    case "sequence":
      return path.parts.map((part) => innerText(part, nameOf)).join("/");
    case "alternative":
      return path.parts.map((part) => innerText(part, nameOf)).join("|");
    case "inverse":
      return `^${innerText(path.of, nameOf)}`;
    default:
      return innerText(path.of, nameOf) + { zeroOrMore: "*", oneOrMore: "+", zeroOrOne: "?" }[path.kind];
  }
}

function innerText(path: PropertyPath, nameOf: (predicate: number) => string): string {
  const text = pathText(path, nameOf);
  return path.kind === "predicate" ? text : `(${text})`;
}
