/** What is computed from a graph when it is first asked for, and moves with it where that is cheaper than to begin again. */
import type { DocumentOrder } from "./document-order.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import type { TouchedDocument } from "./resolve/link-state.ts";
import { Resolution } from "./resolve/resolution.ts";

/** From one graph to the next. */
export interface GraphStep {
  /** Documents that came, went or changed, and those with a link that leads elsewhere. All others and their links are the same objects as before. */
  readonly touched: readonly TouchedDocument[];
  /** Whether documents came or went, so that others have other places. */
  readonly isShifted: boolean;
}

/** Something that is computed from a graph. */
export interface GraphTable<Value> {
  readonly build: (graph: KnowledgeGraph) => Value;
  /** The value of the next graph, from that of the one before, which stays as it is; `undefined` where it is to be built when it is asked for. */
  readonly move: (value: Value, graph: KnowledgeGraph, step: GraphStep) => Value | undefined;
}

type Values = Map<GraphTable<unknown>, unknown>;

interface Kept {
  readonly order: DocumentOrder;
  readonly values: Values;
}

const kept: WeakMap<KnowledgeGraph, Kept> = new WeakMap();

/** Gives a new graph its order of documents and, where it came from another, what had been computed from that. */
export function rememberTables(
  graph: KnowledgeGraph,
  order: DocumentOrder,
  from?: { readonly graph: KnowledgeGraph; readonly step: GraphStep },
): void {
  const values: Values = new Map();
  kept.set(graph, { order, values });
  if (from === undefined) return;
  for (const [table, value] of kept.get(from.graph)?.values ?? []) {
    const moved = table.move(value, graph, from.step);
    if (moved !== undefined) values.set(table, moved);
  }
}

/** The value of a table for a graph. */
export function tableOf<Value>(table: GraphTable<Value>, graph: KnowledgeGraph): Value {
  const { values } = keptOf(graph);
  const known = values.get(table as GraphTable<unknown>) as Value | undefined;
  if (known !== undefined) return known;
  const value = table.build(graph);
  values.set(table as GraphTable<unknown>, value);
  return value;
}

/** Gives a graph the value of a table, which is known from elsewhere. */
export function presetTable<Value>(table: GraphTable<Value>, graph: KnowledgeGraph, value: Value): void {
  keptOf(graph).values.set(table as GraphTable<unknown>, value);
}

/** The order of a graph's documents. */
export function orderOf(graph: KnowledgeGraph): DocumentOrder {
  return keptOf(graph).order;
}

function keptOf(graph: KnowledgeGraph): Kept {
  const found = kept.get(graph);
  if (found === undefined) throw new TypeError("The graph was not made by buildGraph.");
  return found;
}

/** Whether each document leads to the same documents as before, in the same order. */
export function keepsNeighbours({ touched, isShifted }: GraphStep): boolean {
  return (
    !isShifted &&
    touched.every(({ file, before, after }) => {
      const [old, now] = [neighboursIn(before?.links ?? [], file), neighboursIn(after?.links ?? [], file)];
      return old.length === now.length && old.every((target, place) => target === now[place]);
    })
  );
}

/** Whether each document has the very links that it had. */
export function keepsLinks({ touched, isShifted }: GraphStep): boolean {
  return !isShifted && touched.every(({ before, after }) => before?.links === after?.links);
}

/** The documents that links lead to, each once, in their order, by their numbers in the table of files; without the document itself. */
export function neighboursIn(links: KnowledgeGraph["links"][number], self: number): readonly number[] {
  const found: number[] = [];
  // Few documents have so many links that a set pays.
  const seen = links.length > scanned ? new Set<number>() : undefined;
  for (const link of links) {
    const target = Resolution.documentOf(link);
    if (target === -1 || target === self) continue;
    if (seen === undefined ? found.includes(target) : seen.has(target)) continue;
    seen?.add(target);
    found.push(target);
  }
  return found;
}

const scanned = 16;
