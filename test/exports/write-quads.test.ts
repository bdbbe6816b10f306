import fc from "fast-check";
import { DataFactory, Store } from "n3";
import { describe, expect, it } from "vitest";
import { type QuadFormat, writeQuads } from "../../src/exports/write-quads.ts";
import { hostileTexts, unholdableTexts } from "./hostile-texts.ts";
import { quadSet, readQuads, tripleSet } from "./read-rdf.ts";

const { namedNode, blankNode, literal, defaultGraph, quad } = DataFactory;
const formats: readonly QuadFormat[] = ["turtle", "ntriples", "nquads", "trig"];
const iri = (name: string) => namedNode(`urn:example:${name}`);

describe("writeQuads", () => {
  it.each(formats)("writes what reads back to the same quads, each once and sorted: %s", (format) => {
    const texts = [...hostileTexts, ...unholdableTexts];
    const quads = texts.flatMap((text, index) => {
      const graph = index % 3 === 0 ? iri(`g${index % 5}`) : defaultGraph();
      return [
        quad(iri(`s${index % 7}`), iri("text"), literal(text), graph),
        quad(iri(`s${index % 7}`), iri("text"), literal(text, "en"), graph),
        quad(blankNode(`b${index}`), iri("value"), literal(text, iri("type")), graph),
        quad(blankNode(`b${index}`), iri("is"), blankNode(`b${index + 1}`), graph),
      ];
    });
    const text = writeQuads([...quads, ...quads], format);
    const read = readQuads(text, format);
    const setOf = format === "nquads" || format === "trig" ? quadSet : tripleSet;
    expect(setOf(read)).toEqual(setOf(quads as never));
    expect(read).toHaveLength(setOf(quads as never).length);
    expect(writeQuads(quads.toReversed(), format)).toBe(text);
  });

  it("keeps labels of blank nodes that the formats can hold and spells others out without a clash", () => {
    const labels = ["b1", "n3-0", "a.b", "a.", "-x", "x-0061", "é", "with blank", "a> <urn:x"];
    const quads = labels.map((label) => quad(blankNode(label), iri("label"), literal(label)));
    const text = writeQuads(quads, "ntriples");
    expect(text).toContain('_:b1 <urn:example:label> "b1" .\n');
    expect(text).toContain('_:a.b <urn:example:label> "a.b" .\n');
    const store = new Store(readQuads(text, "ntriples") as never);
    expect(new Set(store.getSubjects(null, null, null).map(({ value }) => value)).size).toBe(labels.length);
    expect(
      store
        .getObjects(null, null, null)
        .map(({ value }) => value)
        .sort(),
    ).toEqual([...labels].sort());
  });

  it("encodes what no IRI may hold, and halves of surrogate pairs become U+FFFD", () => {
    const text = writeQuads(
      [quad(namedNode('urn:x> "y'), namedNode("urn:{p}"), literal("half \ud800 and 😀 whole"))],
      "ntriples",
    );
    expect(text).toBe('<urn:x%3E%20%22y> <urn:%7Bp%7D> "half \ufffd and 😀 whole" .\n');
  });

  it("refuses triples as terms", () => {
    const inner = quad(iri("s"), iri("p"), iri("o"));
    for (const format of formats)
      expect(() =>
        writeQuads([{ subject: iri("s"), predicate: iri("p"), object: inner as never, graph: defaultGraph() }], format),
      ).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  it("reads back for any literal", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 12 }), { maxLength: 6 }), (texts) => {
        const quads = texts.map((text) => quad(iri("s"), iri("p"), literal(text)));
        for (const format of formats)
          expect(tripleSet(readQuads(writeQuads(quads, format), format))).toEqual(tripleSet(quads as never));
      }),
      { numRuns: 40 },
    );
  });
});
