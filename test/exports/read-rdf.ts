/** Reads RDF texts with the libraries that everybody uses, into sets of triples that can be compared. */
import jsonld from "jsonld";
import { Parser } from "n3";
import { parse } from "oxigraph";
import { expect } from "vitest";
import type { Quad } from "../../src/graph/terms.ts";

/** The terms that all libraries agree on. */
interface Triple {
  readonly subject: { readonly value: string };
  readonly predicate: { readonly value: string };
  readonly graph?: { readonly value: string };
  readonly object: {
    readonly termType: string;
    readonly value: string;
    readonly language?: string;
    readonly datatype?: { readonly value: string };
  };
}

/** A triple as one text; language tags are compared without case, as RDF has it. */
export function tripleText({ subject, predicate, object }: Triple): string {
  const { termType, value, language, datatype } = object;
  const written = termType === "Literal" ? [value, language?.toLowerCase() ?? "", datatype?.value] : [termType, value];
  return JSON.stringify([subject.value, predicate.value, ...written]);
}

/** Triples as sorted texts, each once. */
export function tripleSet(triples: Iterable<Triple | Quad>): string[] {
  return [...new Set(Array.from(triples, (triple) => tripleText(triple as Triple)))].sort();
}

/** A quad as one text: the triple and the IRI of its graph, which is empty for the default graph. */
export function quadText(quad: Triple | Quad): string {
  return `${tripleText(quad as Triple)} ${(quad as Triple).graph?.value ?? ""}`;
}

export function quadSet(quads: Iterable<Triple | Quad>): string[] {
  return [...new Set(Array.from(quads, quadText))].sort();
}

/** The RDF formats that n3 and Oxigraph both read, with their media types. */
export const lineAndBlockFormats = {
  turtle: "text/turtle",
  ntriples: "application/n-triples",
  nquads: "application/n-quads",
  trig: "application/trig",
} as const;

export type LineOrBlockFormat = keyof typeof lineAndBlockFormats;

/** The quads of a text as both libraries read it, which must be the same ones. */
export function readQuads(text: string, format: LineOrBlockFormat): readonly (Triple | Quad)[] {
  const type = lineAndBlockFormats[format];
  const quads = new Parser({ format: type, blankNodePrefix: "" }).parse(text) as unknown as Triple[];
  const others = parse(text, { format: type }) as unknown as Triple[];
  expect(quadSet(others)).toEqual(quadSet(quads));
  expect(others).toHaveLength(quads.length);
  return quads;
}

export function readTurtle(text: string): string[] {
  return tripleSet(new Parser({ format: "text/turtle" }).parse(text));
}

/** Reads with every remote document denied, and with every loss of data an error. */
export async function readJsonld(text: string): Promise<string[]> {
  const document = JSON.parse(text) as jsonld.JsonLdDocument;
  const quads = await jsonld.toRDF(document, { documentLoader: denyEverything, safe: true } as jsonld.Options.ToRdf);
  return tripleSet(quads as unknown as Triple[]);
}

/** A document loader that refuses everything, our own context too. */
export async function denyEverything(url: string): Promise<never> {
  throw new Error(`asked for ${url}`);
}
