/** What a question names: a path, `path#heading`, `#tag`, an IRI, or the name of a person or of a note that is not there. */
import { decodeOnce } from "../../base/decode-once.ts";
import { GraphdownError } from "../../base/errors.ts";
import { type LogicalPath, nameOf } from "../../base/logical-path.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import { documentOfIdIri } from "../file-iri.ts";
import { heldPath } from "../held-path.ts";
import { documentIri, entityIri, externalIri, sectionIri } from "../iri.ts";
import { documentAt, type NamedKey, type NodeKey, sectionKey } from "../key-of-node.ts";
import type { KnowledgeGraph } from "../knowledge-graph.ts";
import { heldTags, holdersOf, holdersOfTag } from "../name-holders.ts";
import { namedIri } from "../named-iri.ts";
import { pathEnds } from "../path-ends.ts";
import { placeOfPath } from "../place-of-path.ts";
import { DocumentAnchors } from "../resolve/document-anchors.ts";
import { foldedForm, folderOf, withoutMarkdownExtension, withSingleBlanks } from "../resolve/name-forms.ts";
import { parentTagKey, tagKey } from "../tag-key.ts";
import { nearDocuments } from "./near-documents.ts";

/** Most names that an error suggests. */
const maximumSuggestions = 3;

/**
 * The node that a text names. Tried in this order: the path of a document, of another file or of a folder; `path#heading` (a slug, a heading, an anchor
 * or `^block`); `#tag`, also one that only nested tags are below; an IRI of ours or an external address; a person; the target of wikilinks
 * to a note that is not there, with or without brackets. What names nothing is `not_found` with the nearest names.
 */
export function findNode(graph: KnowledgeGraph, text: string): NodeKey {
  const found =
    nodeOfPath(graph, text) ?? nodeOfFragment(graph, text) ?? nodeOfTag(graph, text) ?? nodeOfIri(graph, text);
  const key = found ?? nodeOfName(graph, text);
  if (key === undefined) throw unknownNode(graph, text);
  return key;
}

/** The number of a document by its path. */
export function documentOfPath(graph: KnowledgeGraph, path: string): number | undefined {
  return placeOfPath(graph.documents, path, (document) => document.path);
}

function nodeOfPath(graph: KnowledgeGraph, text: string): NodeKey | undefined {
  const found = heldPath(graph, text === "/" || text === "." ? "" : text);
  if (found === undefined) return undefined;
  if (found.kind === "document") return found.document;
  return found.kind === "asset" ? `a:${found.path}` : `f:${found.path}`;
}

function nodeOfFragment(graph: KnowledgeGraph, text: string): NodeKey | undefined {
  for (const end of pathEnds(graph, text)) {
    const found = heldPath(graph, text.slice(0, end));
    if (found?.kind === "document") return sectionOfFragment(graph, found.document, text.slice(end + 1));
  }
  return undefined;
}

/** The section that a fragment names or stands in; the document for one that names the whole, `not_found` for one that names nothing. */
function sectionOfFragment(graph: KnowledgeGraph, document: number, fragment: string): NodeKey {
  const place = new DocumentAnchors(documentAt(graph, document)).find(fragment, "wikilink", false);
  if (place === undefined) return document;
  if (place.status === "missing") throw unknownSection(graph, document, fragment);
  return place.section === 0 ? document : sectionKey(document, place.section);
}

function nodeOfTag(graph: KnowledgeGraph, text: string): NodeKey | undefined {
  if (!text.startsWith("#")) return undefined;
  const key = tagKey(text.slice(1));
  return key !== "" && holdersOfTag(graph, key).length > 0 ? `t:${key}` : undefined;
}

function nodeOfIri(graph: KnowledgeGraph, text: string): NodeKey | undefined {
  if (text.startsWith(graph.options.baseIri)) {
    const own = nodeOfOwnIri(graph, namedIri(graph, text));
    if (own !== undefined) return own;
  }
  // What is below the base may be no file, and linked to all the same.
  const iri = text.includes(":") || text.startsWith("//") ? externalIri(text) : undefined;
  return iri === undefined ? undefined : (held(graph, `e:${iri}`) ?? held(graph, `x:${iri}`));
}

function nodeOfOwnIri(graph: KnowledgeGraph, iri: string): NodeKey | undefined {
  const rest = iri.slice(graph.options.baseIri.length);
  if (rest.startsWith("~doc/")) return nodeOfIdIri(graph, iri);
  const named = /^~(tag|id|missing)\/(.*)$/s.exec(rest);
  if (named !== null) {
    const name = decodeOnce(named[2] as string);
    if (named[1] === "tag") return nodeOfTag(graph, `#${name}`);
    return held(graph, named[1] === "id" ? `e:${entityIri(graph.options.baseIri, name)}` : `m:${name}`);
  }
  const hash = rest.indexOf("#");
  const path = decodeOnce(hash === -1 ? rest : rest.slice(0, hash));
  if (hash === -1) return nodeOfPath(graph, path === "" ? "/" : path);
  const document = documentOfPath(graph, path);
  if (document === undefined) return undefined;
  return sectionOfIri(graph, document, documentIri(graph.options.baseIri, path), iri);
}

function nodeOfIdIri(graph: KnowledgeGraph, iri: string): NodeKey | undefined {
  if (graph.options.iri !== "id") return undefined;
  const own = iri.split("#", 1)[0] as string;
  const document = documentOfIdIri(graph, own);
  return document === undefined || own === iri ? document : sectionOfIri(graph, document, own, iri);
}

function sectionOfIri(graph: KnowledgeGraph, document: number, own: string, iri: string): NodeKey | undefined {
  const { sections } = documentAt(graph, document);
  const section = sections.find((each) => each.index > 0 && sectionIri(own, each) === iri);
  return section === undefined ? undefined : sectionKey(document, section.index);
}

function nodeOfName(graph: KnowledgeGraph, text: string): NodeKey | undefined {
  const name = /^\[\[(.*)\]\]$/s.exec(text.trim())?.[1] ?? text;
  const target = withoutMarkdownExtension(name) ?? name;
  return (
    held(graph, `e:${entityIri(graph.options.baseIri, name)}`) ??
    held(graph, `m:${foldedForm(withSingleBlanks(target))}`)
  );
}

function held(graph: KnowledgeGraph, key: NamedKey): NodeKey | undefined {
  return holdersOf(graph, key).length === 0 ? undefined : key;
}

function unknownSection(graph: KnowledgeGraph, document: number, fragment: string): GraphdownError {
  const { path, sections } = documentAt(graph, document);
  const headings = sections.slice(1).map(({ text }) => text);
  const near = nearestName(fragment, headings);
  const shown = showPath(path);
  return new GraphdownError({
    code: "not_found",
    message: `"${shown}" has no heading or anchor "${showPath(fragment)}".`,
    path,
    details: { reason: "no_section", ...(near === undefined ? {} : { suggestions: [`${path}#${near}`] }) },
    next:
      near === undefined
        ? "file_context_markdown_outline lists its headings and anchors."
        : `Did you mean "${shown}#${showPath(near)}"?`,
  });
}

function unknownNode(graph: KnowledgeGraph, text: string): GraphdownError {
  const suggestions = text.startsWith("#") ? nearTags(graph, text) : nearPaths(graph, text);
  return new GraphdownError({
    code: "not_found",
    message: `Nothing in the graph has the name "${showPath(text)}".`,
    details: { node: showPath(text), ...(suggestions.length === 0 ? {} : { suggestions }) },
    next:
      suggestions.length === 0
        ? "Give a path as ls or search shows it, path#heading, #tag, or the IRI of a node; file_context_markdown_graph_search finds paths by words."
        : `Did you mean ${suggestions.map((near) => `"${showPath(near)}"`).join(" or ")}?`,
  });
}

function nearTags(graph: KnowledgeGraph, text: string): readonly string[] {
  const known = new Set<string>();
  for (const held of heldTags(graph)) {
    for (let key: string | undefined = held; key !== undefined; key = parentTagKey(key)) known.add(key);
  }
  const near = nearestName(tagKey(text.slice(1)), [...known].sort());
  return near === undefined ? [] : [`#${near}`];
}

/** Near documents of the same fragment's path; a name without its ending is one that was nearly right. */
function nearPaths(graph: KnowledgeGraph, text: string): readonly LogicalPath[] {
  const path = text.split("#", 1)[0] as string;
  const completed = graph.documents.filter(
    (document) =>
      folderOf(document.path) === folderOf(path) && withoutMarkdownExtension(nameOf(document.path)) === nameOf(path),
  );
  return completed.length > 0
    ? completed.slice(0, maximumSuggestions).map((document) => document.path)
    : nearDocuments(graph, path);
}
