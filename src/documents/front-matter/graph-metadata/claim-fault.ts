/** Finds what is wrong with statements of one note that would change what those of other notes mean. */
import { rdfPrefixes } from "../../../base/rdf-prefixes.ts";
import { reservedPredicates } from "../../relation-names.ts";
import { sharedIri } from "./iri-names.ts";

/** A statement by its IRIs; `undefined` where its subject or object is a note, or a thing that has only a name. */
export interface Claim {
  readonly subject?: string | undefined;
  readonly predicate: string;
  readonly object: string | undefined;
}

/**
 * Why a note can't make a statement, and what to do instead; `undefined` where it can. It can't say what a term means that all notes
 * share (`schema:Article rdfs:subClassOf …`), and it can't put other terms below those of which every graph promises something
 * (`… rdfs:subPropertyOf schema:name`): one reasoner later, other notes would have two names.
 */
export function claimFault({ subject, predicate, object }: Claim): string | undefined {
  const isShared = subject !== undefined && vocabularies.some((namespace) => subject.startsWith(namespace));
  const saysMeaning = predicate === type ? isTermOfSchema(object) : isOfSchema(predicate);
  if (!saysMeaning) return undefined;
  if (isShared) {
    return `what ${compact(subject)} means is the same in all notes, so none can say its ${compact(predicate)}. Say it of a term of your own.`;
  }
  // What is the same as a term is only another word for it.
  if (predicate === type || predicate === sameAs || object === undefined || !isPromised(object)) return undefined;
  return `nothing can be put below ${compact(object)} with ${compact(predicate)}, since every graph promises what it stands for. Put it below a term of your own.`;
}

const type = sharedIri("rdf:type");
const sameAs = sharedIri("owl:sameAs");
const own = sharedIri("md:");
const [rdf, rdfs, owl] = [sharedIri("rdf:"), sharedIri("rdfs:"), sharedIri("owl:")];
const vocabularies: readonly string[] = [...rdfPrefixes.values(), "http://www.w3.org/ns/shacl#"];

/** Predicates of RDFS and OWL that only tell readers something: no rule draws a conclusion from them. */
const remarks: ReadonlySet<string> = new Set(
  [
    "rdfs:label",
    "rdfs:comment",
    "rdfs:seeAlso",
    "rdfs:isDefinedBy",
    "rdfs:member",
    "owl:versionInfo",
    "owl:differentFrom",
  ].map(sharedIri),
);

/** Whether a predicate says what a class or a property means: `rdfs:subClassOf`, `rdfs:range`, `owl:inverseOf` and their like. */
function isOfSchema(predicate: string): boolean {
  return (predicate.startsWith(rdfs) || predicate.startsWith(owl)) && !remarks.has(predicate);
}

/** Whether a type is one of classes and properties: `owl:SymmetricProperty`. */
function isTermOfSchema(iri: string | undefined): boolean {
  return iri !== undefined && [rdf, rdfs, owl].some((namespace) => iri.startsWith(namespace));
}

const promised: ReadonlySet<string> = new Set([...reservedPredicates, "skos:Concept"].map(sharedIri));

function isPromised(iri: string): boolean {
  return promised.has(iri) || iri.startsWith(own) || isOfSchema(iri);
}

/** An IRI of a known namespace in its short form. */
function compact(iri: string): string {
  for (const [prefix, namespace] of rdfPrefixes) {
    if (iri.startsWith(namespace)) return `${prefix}:${iri.slice(namespace.length)}`;
  }
  return iri;
}
