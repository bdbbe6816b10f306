/** How much work it is to draw a diagram in layers. */
import type { Diagram } from "./diagram.ts";

/**
 * How many layers all arrows together pass through between their ends, when boxes stand in layers along the arrows: each passing is a point
 * that a layout in layers has to place, and its time grows with their square. Arrows that close a circle are taken the other way round.
 */
export function layerCost({ nodes, edges }: Diagram): number {
  const targets: number[][] = nodes.map(() => []);
  for (const { source, target } of edges) if (source !== target) targets[source]?.push(target);
  const layers = layersOf(targets);
  let cost = 0;
  for (const { source, target } of edges) {
    const distance = Math.abs((layers[source] as number) - (layers[target] as number));
    cost += Math.max(0, distance - 1);
  }
  return cost;
}

/** The layer of each box: one more than that of the last one that leads to it. */
function layersOf(targets: readonly (readonly number[])[]): Int32Array {
  const { order, closing } = visitAll(targets);
  const layers = new Int32Array(targets.length);
  for (const source of order.reverse()) {
    for (const target of targets[source] as readonly number[]) {
      if (closing.has(source * targets.length + target)) continue;
      layers[target] = Math.max(layers[target] as number, (layers[source] as number) + 1);
    }
  }
  return layers;
}

/** Boxes after all that they lead to, and the arrows that close circles. */
function visitAll(targets: readonly (readonly number[])[]): {
  readonly order: number[];
  readonly closing: ReadonlySet<number>;
} {
  const isEntered = new Uint8Array(targets.length);
  const isOpen = new Uint8Array(targets.length);
  const order: number[] = [];
  const closing = new Set<number>();
  for (let root = 0; root < targets.length; root++) {
    if (isEntered[root] === 1) continue;
    const path = [{ box: root, next: 0 }];
    isEntered[root] = isOpen[root] = 1;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { box } = top;
      const target = targets[box]?.[top.next++];
      if (target === undefined) {
        isOpen[box] = 0;
        order.push(box);
        path.pop();
      } else if (isOpen[target] === 1) closing.add(box * targets.length + target);
      else if (isEntered[target] === 0) {
        isEntered[target] = isOpen[target] = 1;
        path.push({ box: target, next: 0 });
      }
    }
  }
  return { order, closing };
}
