import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagram } from "../../src/exports/diagram.ts";
import { layerCost } from "../../src/exports/layer-cost.ts";

type Arrow = readonly [source: number, target: number];

function diagramOf(count: number, arrows: readonly Arrow[]): Diagram {
  const nodes = Array.from({ length: count }, (_, at) => ({
    kind: "document" as const,
    iri: `urn:${at}`,
    label: `${at}`,
    folder: "" as const,
    path: undefined,
    section: undefined,
  }));
  return { nodes, edges: arrows.map(([source, target]) => ({ source, target, kind: "linksTo", label: "" })) };
}

/** The layer of a box where there are no circles: the longest way to it, looked for by trying all. */
function slowLayer(box: number, arrows: readonly Arrow[]): number {
  return Math.max(0, ...arrows.filter(([, to]) => to === box).map(([from]) => slowLayer(from, arrows) + 1));
}

describe("the work of drawing in layers", () => {
  it("is nothing for a tree, and grows with each layer that an arrow passes", () => {
    expect(
      layerCost(
        diagramOf(4, [
          [0, 1],
          [0, 2],
          [2, 3],
        ]),
      ),
    ).toBe(0);
    expect(
      layerCost(
        diagramOf(4, [
          [0, 1],
          [1, 2],
          [2, 3],
          [0, 3],
          [0, 2],
        ]),
      ),
    ).toBe(3);
    expect(
      layerCost(
        diagramOf(3, [
          [0, 0],
          [0, 1],
          [1, 0],
        ]),
      ),
    ).toBe(0);
    expect(
      layerCost(
        diagramOf(4, [
          [0, 1],
          [1, 2],
          [2, 3],
          [3, 0],
        ]),
      ),
    ).toBe(2);
  });

  it("equals what the longest ways say where there are no circles", () => {
    const arrow = fc.tuple(fc.nat(7), fc.nat(7)).map(([a, b]): Arrow => (a < b ? [a, b] : [b, a]));
    fc.assert(
      fc.property(fc.array(arrow, { maxLength: 12 }), (arrows) => {
        const real = arrows.filter(([from, to]) => from !== to);
        const passed = real.map(([from, to]) => slowLayer(to, real) - slowLayer(from, real) - 1);
        expect(layerCost(diagramOf(8, real))).toBe(passed.reduce((sum, each) => sum + each, 0));
      }),
    );
  });
});
