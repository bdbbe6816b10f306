/** The few terms of our own, `md:`, for what no common vocabulary names. */
import { iriOf } from "./prefixes.ts";

/**
 * One term, as `docs/vocabulary.md` and the published ontology describe it. What `subClassOf`, `domain` and `range` say holds for every
 * statement that a graph makes, so that a reasoner who takes them at their word learns nothing new.
 */
export interface VocabularyTerm {
  /** With its prefix. */
  readonly name: `md:${string}`;
  /** The type of the term itself. */
  readonly type: "rdfs:Class" | "owl:ObjectProperty" | "owl:DatatypeProperty";
  readonly label: string;
  readonly comment: string;
  /** For classes: the class of a common vocabulary that each of its members is in too. */
  readonly subClassOf?: `schema:${string}`;
  /** For properties: what all their subjects are. */
  readonly domain?: `md:${string}` | "schema:Action";
  /** For properties: the datatype or class of all their objects. */
  readonly range?: "xsd:string" | "xsd:integer" | "xsd:date" | `md:${string}`;
}

const terms: readonly VocabularyTerm[] = [
  {
    name: "md:Document",
    type: "rdfs:Class",
    subClassOf: "schema:Article",
    label: "document",
    comment: "A Markdown file.",
  },
  {
    name: "md:Section",
    type: "rdfs:Class",
    subClassOf: "schema:CreativeWork",
    label: "section",
    comment: "A heading of a document with the text below it, up to the next heading of its level or higher.",
  },
  {
    name: "md:Folder",
    type: "rdfs:Class",
    subClassOf: "schema:Collection",
    label: "folder",
    comment: "A folder that holds documents, itself or in folders below it.",
  },
  {
    name: "md:Asset",
    type: "rdfs:Class",
    subClassOf: "schema:MediaObject",
    label: "asset",
    comment: "A file that is not Markdown and that a document links to or shows.",
  },
  {
    name: "md:Observation",
    type: "rdfs:Class",
    label: "observation",
    comment: "A list item that begins with a category in square brackets.",
  },
  {
    name: "md:path",
    type: "owl:DatatypeProperty",
    range: "xsd:string",
    label: "path",
    comment: "Path of a file or folder below the prefix, with / between segments.",
  },
  {
    name: "md:sha256",
    type: "owl:DatatypeProperty",
    domain: "md:Document",
    range: "xsd:string",
    label: "SHA-256",
    comment: "SHA-256 of a document's bytes, in lower-case hexadecimal digits.",
  },
  {
    name: "md:level",
    type: "owl:DatatypeProperty",
    domain: "md:Section",
    range: "xsd:integer",
    label: "level",
    comment: "Level of a section's heading, 1 to 6.",
  },
  {
    name: "md:startLine",
    type: "owl:DatatypeProperty",
    domain: "md:Section",
    range: "xsd:integer",
    label: "start line",
    comment: "First line of a section in its file, counted from 1: the line of its heading.",
  },
  {
    name: "md:endLine",
    type: "owl:DatatypeProperty",
    domain: "md:Section",
    range: "xsd:integer",
    label: "end line",
    comment: "Last line of a section in its file, sub-sections included.",
  },
  {
    name: "md:line",
    type: "owl:DatatypeProperty",
    range: "xsd:integer",
    label: "line",
    comment: "Line of an observation or a task in its file, counted from 1.",
  },
  {
    name: "md:anchor",
    type: "owl:DatatypeProperty",
    range: "xsd:string",
    label: "anchor",
    comment: "A block id or custom anchor that stands in a section or a document's lead.",
  },
  {
    name: "md:embeds",
    type: "owl:ObjectProperty",
    label: "embeds",
    comment: "A document or section shows a note, a section or another file in place.",
  },
  {
    name: "md:linksToAsset",
    type: "owl:ObjectProperty",
    range: "md:Asset",
    label: "links to asset",
    comment: "A document or section links to a file that is not Markdown.",
  },
  {
    name: "md:unresolved",
    type: "owl:DatatypeProperty",
    domain: "md:Document",
    range: "xsd:string",
    label: "unresolved",
    comment: "Target, as written, of a link that leads nowhere.",
  },
  {
    name: "md:observation",
    type: "owl:ObjectProperty",
    range: "md:Observation",
    domain: "md:Document",
    label: "observation",
    comment: "An observation that a document makes.",
  },
  {
    name: "md:memberOf",
    type: "owl:ObjectProperty",
    label: "member of",
    comment: "A group that a document says it belongs to, in graph_groups of its front matter.",
  },
  {
    name: "md:category",
    type: "owl:DatatypeProperty",
    domain: "md:Observation",
    range: "xsd:string",
    label: "category",
    comment: "Category of an observation: the word in square brackets.",
  },
  {
    name: "md:context",
    type: "owl:DatatypeProperty",
    domain: "md:Observation",
    range: "xsd:string",
    label: "context",
    comment: "Remark in parentheses at the end of an observation.",
  },
  {
    name: "md:due",
    type: "owl:DatatypeProperty",
    domain: "schema:Action",
    range: "xsd:date",
    label: "due",
    comment: "Date by which a task is to be done, where the task names one.",
  },
];

/** What the ontology says of itself: it is the namespace of the terms. */
export const ontology = {
  label: "Graphdown vocabulary",
  comment: "Terms for knowledge graphs of Markdown files that no common vocabulary has.",
} as const;

/** Every term of ours by its IRI. */
export const vocabulary: ReadonlyMap<string, VocabularyTerm> = new Map(terms.map((term) => [iriOf(term.name), term]));
