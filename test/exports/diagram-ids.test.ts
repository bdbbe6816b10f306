import { describe, expect, it } from "vitest";
import { sha256OfText } from "../../src/base/hash.ts";
import { diagramIds } from "../../src/exports/diagram-ids.ts";
import { isolateDirection } from "../../src/exports/isolate-direction.ts";

describe("diagramIds", () => {
  it("gives n and ten digits of the hash of each IRI, whatever the others are", () => {
    const iris = ["urn:a", "urn:b", "urn:c"];
    const ids = diagramIds(iris);
    expect(ids).toEqual(iris.map((iri) => `n${sha256OfText(iri).slice(0, 10)}`));
    expect(diagramIds(iris.toReversed())).toEqual(ids.toReversed());
    expect(diagramIds([])).toEqual([]);
    const long = [`urn:${"é".repeat(5_000)}`, "urn:after"];
    expect(diagramIds(long)).toEqual(long.map((iri) => `n${sha256OfText(iri).slice(0, 10)}`));
  });

  it("gives as many more digits as tell two apart", () => {
    const digests: Record<string, string> = {
      a: `0123456789ab${"0".repeat(52)}`,
      b: `0123456789ac${"0".repeat(52)}`,
      c: `9${"0".repeat(63)}`,
    };
    expect(diagramIds(["a", "b", "c"], (iri, count) => (digests[iri] as string).slice(0, count))).toEqual([
      "n0123456789ab",
      "n0123456789ac",
      "n9000000000",
    ]);
  });
});

describe("isolateDirection", () => {
  it("leaves plain text of any script alone", () => {
    for (const text of ["plain", "العربية", "e\u0301", ""]) expect(isolateDirection(text)).toBe(text);
  });

  it("closes what a text opens and opens what it closes", () => {
    const balance = (text: string): number => {
      let open = 0;
      for (const character of text) {
        if (/[\u2066-\u2068]/.test(character)) open++;
        if (character === "\u2069") open--;
        expect(open).toBeGreaterThanOrEqual(0);
      }
      return open;
    };
    for (const text of ["\u202e", "\u2066", "\u2069", "\u2069\u2066\u2069\u2069\u2067\u2067"]) {
      const isolated = isolateDirection(text);
      expect(balance(isolated)).toBe(0);
      expect(isolated).toMatch(new RegExp(`^\u2068+${text}\u2069+$`));
    }
  });
});
