/** What front matter says of the graph, with its links led to where they lead. */
import { decodeOnce } from "../base/decode-once.ts";
import type { GraphStatement, MarkdownDocument, StatementObject } from "../documents/markdown-document.ts";
import { isNodeIri, isReservedIri, propertyIri } from "./iri.ts";
import type { LinkResolution } from "./knowledge-graph.ts";
import { targetSection } from "./link-statement.ts";
import { valueLiteral } from "./property-literal.ts";
import type { ResolvedDocument } from "./resolve/link-state.ts";
import { type Literal, namedNode, typedLiteral } from "./terms.ts";

/** A thing of the graph: by its IRI, or the note, the section or the file that a link leads to. */
export type StatementEnd =
  | { readonly kind: "iri"; readonly iri: string }
  | { readonly kind: "file"; readonly resolution: LinkResolution }
  | { readonly kind: "folder"; readonly path: string };

/** A statement whose links lead somewhere. */
export interface ResolvedStatement {
  /** `undefined` for the document that says it, or a section of it that {@link ownSection} names. */
  readonly subject: StatementEnd | undefined;
  /** Section of the document that says it; 0 for the document itself. Of use only without `subject`. */
  readonly ownSection: number;
  /** An IRI. */
  readonly predicate: string;
  readonly object: StatementEnd | Literal;
}

/**
 * The statements of a document, in order. Those with a link that leads nowhere are left out, and the link says so itself. So are those
 * that write out an IRI below the base: what is in the graph is named by links, which know where it is.
 */
export function* resolveStatements(
  { document, links }: ResolvedDocument,
  baseIri: string,
): Generator<ResolvedStatement> {
  for (const statement of document.statements ?? []) {
    if ("iri" in statement.object && isReservedIri(baseIri, statement.object.iri)) continue;
    if (isNodeIri(baseIri, statement.predicate)) continue;
    const object = objectOf(statement.object, links);
    const resolved = object === undefined ? undefined : subjectOf(statement, document, links);
    if (object !== undefined && resolved !== undefined) {
      yield { ...resolved, predicate: ownPredicate(baseIri, statement.predicate), object };
    }
  }
}

/** A predicate that is written out: that of a property in the form that its key gives it. */
function ownPredicate(baseIri: string, predicate: string): string {
  const properties = propertyIri(baseIri, "");
  if (!predicate.startsWith(properties)) return predicate;
  return propertyIri(baseIri, ...predicate.slice(properties.length).split("/").map(decodeOnce));
}

function subjectOf(
  { subject, unlessNote }: GraphStatement,
  { path }: MarkdownDocument,
  links: readonly LinkResolution[],
): Pick<ResolvedStatement, "subject" | "ownSection"> | undefined {
  if (subject === undefined) return { subject: undefined, ownSection: 0 };
  const resolution = links[subject] as LinkResolution;
  const end = endOf(resolution);
  if (end === undefined || (unlessNote === true && end.kind !== "iri")) return undefined;
  // What is said of a folder has no place: a folder is no note.
  if (end.kind === "folder") return undefined;
  if (resolution.status === "document" && resolution.path === path) {
    return { subject: undefined, ownSection: targetSection(resolution) };
  }
  return { subject: end, ownSection: 0 };
}

function objectOf(object: StatementObject, links: readonly LinkResolution[]): ResolvedStatement["object"] | undefined {
  if ("link" in object) return endOf(links[object.link] as LinkResolution);
  if ("iri" in object) return { kind: "iri", iri: object.iri };
  if (object.datatype !== undefined) return typedLiteral(object.value.text, namedNode(object.datatype));
  return valueLiteral(object.value);
}

function endOf(resolution: LinkResolution): StatementEnd | undefined {
  const { status, iri, by, path } = resolution;
  if (status === "entity") return { kind: "iri", iri: iri as string };
  if (by === "folder" && status === "asset") return { kind: "folder", path: path as string };
  return status === "document" || status === "asset" ? { kind: "file", resolution } : undefined;
}

/** A text that only equal ends have. */
export function endKey(end: StatementEnd): string {
  if (end.kind === "iri") return `<${end.iri}`;
  if (end.kind === "folder") return `${end.path}/`;
  const { path, status } = end.resolution;
  return status === "document" ? `${path}#${targetSection(end.resolution)}` : `${path}`;
}
