/** Graphs of Markdown as it is written, and what they say, in the short form of prefixes and paths. */
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import type { MarkdownDocument } from "../../../src/documents/markdown-document.ts";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { prefixes } from "../../../src/graph/prefixes.ts";
import type { Quad } from "../../../src/graph/terms.ts";
import { quadsOf } from "../../../src/graph/to-quads.ts";
import { parse } from "../../documents/parse.ts";

/** The graph of some texts by path; `baseIri` is the usual one unless said otherwise. */
export function graphOfTexts(
  texts: Readonly<Record<string, string>>,
  { others = [], baseIri = "urn:graphdown:/" }: { readonly others?: readonly string[]; readonly baseIri?: string } = {},
): KnowledgeGraph {
  const documents = Object.entries(texts).map(([path, text]) => parse({ path, text }));
  return buildGraph({ documents, otherPaths: others as readonly LogicalPath[], options: { baseIri } });
}

/** A note that is nothing but front matter. */
export function noteOf(...lines: readonly string[]): string {
  return `---\n${lines.join("\n")}\n---\n`;
}

/** What is said of a subject, which is given without the base; sorted. */
export function saidOf(graph: KnowledgeGraph, subject: string): string[] {
  const { baseIri } = graph.options;
  const iri = /^(?:https?|urn):/.test(subject) ? subject : baseIri + subject;
  return Array.from(quadsOf(graph))
    .filter((quad) => quad.subject.value === iri)
    .map(({ predicate, object }) => `${short(predicate, baseIri)} ${short(object, baseIri)}`)
    .sort();
}

/** The objects of one predicate of a subject, sorted. */
export function objectsOf(graph: KnowledgeGraph, subject: string, predicate: string): string[] {
  const start = `${predicate} `;
  return saidOf(graph, subject)
    .filter((statement) => statement.startsWith(start))
    .map((statement) => statement.slice(start.length));
}

function short(term: Quad["object"], baseIri: string): string {
  if (term.termType === "Literal") {
    const type = term.language === "" ? short(term.datatype, baseIri) : `@${term.language}`;
    return type === "xsd:string" ? JSON.stringify(term.value) : `${JSON.stringify(term.value)}^^${type}`;
  }
  if (term.value.startsWith(baseIri)) return `/${term.value.slice(baseIri.length)}`;
  for (const [prefix, namespace] of prefixes) {
    if (term.value.startsWith(namespace)) return `${prefix}:${term.value.slice(namespace.length)}`;
  }
  return term.value;
}

/** The messages about metadata of a text. */
export function faultsOf(text: string): string[] {
  return (parse(text) as MarkdownDocument).diagnostics
    .filter(({ kind }) => kind === "graph-metadata")
    .map(({ message }) => message);
}
