/** The formats in which answers to SPARQL queries are written for other programs. */

/** Results of SELECT and ASK as JSON and XML, of SELECT as CSV and TSV; triples as Turtle and N-Triples. */
export const sparqlTextFormats = ["json", "xml", "csv", "tsv", "turtle", "ntriples"] as const;

export type SparqlTextFormat = (typeof sparqlTextFormats)[number];

/** The media type of each. */
export const sparqlMediaTypes: Readonly<Record<SparqlTextFormat, string>> = {
  json: "application/sparql-results+json",
  xml: "application/sparql-results+xml",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  turtle: "text/turtle",
  ntriples: "application/n-triples",
};
