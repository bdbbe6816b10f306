/** What reasoning knows besides what the notes say: our vocabulary, and where its classes stand among those of schema.org. */
import type { GivenQuad } from "../../exports/write-quads.ts";
import { iriOf } from "../../graph/prefixes.ts";
import { type NamedNode, namedNode, quad } from "../../graph/terms.ts";
import { vocabulary } from "../../graph/vocabulary.ts";

/** Sub-classes that schema.org states (https://schema.org/version/latest), of the classes that a graph of ours can name. */
const schemaClasses = [
  ["schema:Article", "schema:CreativeWork"],
  ["schema:BlogPosting", "schema:SocialMediaPosting"],
  ["schema:SocialMediaPosting", "schema:Article"],
  ["schema:TechArticle", "schema:Article"],
  ["schema:ScholarlyArticle", "schema:Article"],
  ["schema:Report", "schema:Article"],
  ["schema:HowTo", "schema:CreativeWork"],
  ["schema:Collection", "schema:CreativeWork"],
  ["schema:MediaObject", "schema:CreativeWork"],
  ["schema:DefinedTermSet", "schema:CreativeWork"],
  ["schema:SoftwareApplication", "schema:CreativeWork"],
  ["schema:CreativeWork", "schema:Thing"],
  ["schema:Person", "schema:Thing"],
  ["schema:Organization", "schema:Thing"],
  ["schema:Place", "schema:Thing"],
  ["schema:Event", "schema:Thing"],
  ["schema:Product", "schema:Thing"],
  ["schema:Action", "schema:Thing"],
  ["schema:Intangible", "schema:Thing"],
  ["schema:DefinedTerm", "schema:Intangible"],
] as const;

const term = (curie: string): NamedNode => namedNode(iriOf(curie));
const subClassOf = term("rdfs:subClassOf");

/** Which class is below which. */
export function classFacts(): readonly GivenQuad[] {
  const facts = schemaClasses.map(([below, above]) => quad(term(below), subClassOf, term(above)));
  for (const { name, subClassOf: above } of vocabulary.values()) {
    if (above !== undefined) facts.push(quad(term(name), subClassOf, term(above)));
  }
  return facts;
}

/** The classes, and of what class subjects and objects of our properties are. */
export function ontologyFacts(): readonly GivenQuad[] {
  const facts: GivenQuad[] = [...classFacts()];
  for (const { name, domain, range } of vocabulary.values()) {
    if (domain !== undefined) facts.push(quad(term(name), term("rdfs:domain"), term(domain)));
    if (range !== undefined) facts.push(quad(term(name), term("rdfs:range"), term(range)));
  }
  return facts;
}
