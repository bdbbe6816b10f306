/** The namespaces that the IRIs of graphs come from, each with its usual prefix. */

/** Prefix to namespace, in the order in which exports declare them. */
export const rdfPrefixes: ReadonlyMap<string, string> = new Map([
  ["dcterms", "http://purl.org/dc/terms/"],
  ["foaf", "http://xmlns.com/foaf/0.1/"],
  ["md", "urn:graphdown:vocab:"],
  ["owl", "http://www.w3.org/2002/07/owl#"],
  ["prov", "http://www.w3.org/ns/prov#"],
  ["rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"],
  ["rdfs", "http://www.w3.org/2000/01/rdf-schema#"],
  ["schema", "https://schema.org/"],
  ["skos", "http://www.w3.org/2004/02/skos/core#"],
  ["xsd", "http://www.w3.org/2001/XMLSchema#"],
]);
