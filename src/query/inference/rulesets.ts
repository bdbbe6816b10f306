/** The rulesets that have a name, written in the language that callers write theirs in. */
import type { RulesetName } from "./ruleset-names.ts";

/**
 * `rdfs`: the rules of RDFS that say something about data (rdfs2, 3, 5, 7, 9 and 11 of RDF 1.1 Semantics), without its axiomatic triples,
 * such as that everything is a resource.
 *
 * `skos`: what SKOS says of broader, narrower, related, schemes and matches (S7, S8, S22 to S27, S38 to S45 of its reference). It gives no
 * node a type: notes that are linked by `up` are broader than one another and no concepts. The last rule is ours: what is about a tag is
 * about the tags above it, as a search for a tag finds those below it.
 */
export const rulesets: Readonly<Record<RulesetName, string>> = {
  rdfs: `
{ ?p rdfs:domain ?c . ?s ?p ?o } => { ?s a ?c } .
{ ?p rdfs:range ?c . ?s ?p ?o } => { ?o a ?c } .
{ ?p rdfs:subPropertyOf ?q . ?q rdfs:subPropertyOf ?r } => { ?p rdfs:subPropertyOf ?r } .
{ ?p rdfs:subPropertyOf ?q . ?s ?p ?o } => { ?s ?q ?o } .
{ ?c rdfs:subClassOf ?d . ?s a ?c } => { ?s a ?d } .
{ ?c rdfs:subClassOf ?d . ?d rdfs:subClassOf ?e } => { ?c rdfs:subClassOf ?e } .
`,
  skos: `
{ ?a skos:broader ?b } => { ?b skos:narrower ?a . ?a skos:broaderTransitive ?b } .
{ ?a skos:narrower ?b } => { ?b skos:broader ?a . ?a skos:narrowerTransitive ?b } .
{ ?a skos:broaderTransitive ?b } => { ?b skos:narrowerTransitive ?a } .
{ ?a skos:narrowerTransitive ?b } => { ?b skos:broaderTransitive ?a } .
{ ?a skos:broaderTransitive ?b . ?b skos:broaderTransitive ?c } => { ?a skos:broaderTransitive ?c } .
{ ?a skos:related ?b } => { ?b skos:related ?a } .
{ ?c skos:topConceptOf ?s } => { ?s skos:hasTopConcept ?c . ?c skos:inScheme ?s } .
{ ?s skos:hasTopConcept ?c } => { ?c skos:topConceptOf ?s } .
{ ?a skos:broadMatch ?b } => { ?b skos:narrowMatch ?a . ?a skos:broader ?b } .
{ ?a skos:narrowMatch ?b } => { ?b skos:broadMatch ?a . ?a skos:narrower ?b } .
{ ?a skos:relatedMatch ?b } => { ?b skos:relatedMatch ?a . ?a skos:related ?b } .
{ ?a skos:closeMatch ?b } => { ?b skos:closeMatch ?a } .
{ ?a skos:exactMatch ?b } => { ?b skos:exactMatch ?a . ?a skos:closeMatch ?b } .
{ ?a skos:exactMatch ?b . ?b skos:exactMatch ?c } => { ?a skos:exactMatch ?c } .
{ ?x schema:about ?c . ?c skos:broaderTransitive ?b } => { ?x schema:about ?b } .
`,
};
