/** Reads RDF texts with the libraries that everybody uses, into sets of triples that can be compared. */
import jsonld from "jsonld";
import { Parser } from "n3";
import type { Quad } from "../../src/graph/terms.ts";

/** The terms that all libraries agree on. */
interface Triple {
  readonly subject: { readonly value: string };
  readonly predicate: { readonly value: string };
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

export function readTurtle(text: string): string[] {
  return tripleSet(new Parser({ format: "text/turtle" }).parse(text));
}

/** Reads with every remote document denied, and with every loss of data an error. */
export async function readJsonld(text: string): Promise<string[]> {
  const document = JSON.parse(text) as jsonld.JsonLdDocument;
  const quads = await jsonld.toRDF(document, { documentLoader: denyEverything, safe: true } as jsonld.Options.ToRdf);
  return tripleSet(quads as unknown as Triple[]);
}

async function denyEverything(url: string): Promise<never> {
  throw new Error(`asked for ${url}`);
}
