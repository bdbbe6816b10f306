/** A layered map is a map whose copies do not change one another. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { LayeredMap } from "../../src/base/layered-map.ts";

it("gives what a plain copied map gives, whatever is set in copies of it", () => {
  const steps = fc.array(fc.array(fc.tuple(fc.nat(20), fc.nat()), { maxLength: 8 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat())), steps, (first, forks) => {
      const made = [{ layered: new LayeredMap(new Map(first)), plain: new Map(first) }];
      for (const changes of forks) {
        const last = made.at(-1) as (typeof made)[number];
        const next = { layered: last.layered.fork(), plain: new Map(last.plain) };
        for (const [key, value] of changes) {
          next.layered.set(key, value);
          next.plain.set(key, value);
        }
        made.push(next);
      }
      for (const { layered, plain } of made) {
        expect([...layered.keys()].sort((a, b) => a - b)).toEqual([...plain.keys()].sort((a, b) => a - b));
        for (let key = 0; key <= 20; key++) expect(layered.get(key)).toBe(plain.get(key));
      }
    }),
  );
});

it("makes a new base of many changes", () => {
  let map = new LayeredMap<number, number>(new Map([[0, 0]]));
  for (let key = 1; key < 3_000; key++) {
    map = map.fork();
    map.set(key, key);
  }
  expect([...map.keys()].length).toBe(3_000);
  expect(map.get(0)).toBe(0);
  expect(map.get(2_999)).toBe(2_999);
});
