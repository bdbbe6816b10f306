/** IRIs as every RDF format may write them. */

/**
 * What would end an IRI, or be no part of one: for the Turtle family the ASCII characters, for JSON-LD processors every blank of Unicode too.
 * Graphs hold valid IRIs, so this is the second lock on the door.
 */
const forbidden = /[\s\u0000-\u001f"<>\\^`{|}]/;
const allForbidden = /[\s\u0000-\u001f"<>\\^`{|}]/g;

/** An IRI that can't end the quotes or brackets around it, and that JSON takes as it is. */
export function writableIri(iri: string): string {
  return forbidden.test(iri) ? iri.replace(allForbidden, encodeURIComponent) : iri;
}
