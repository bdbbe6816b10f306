/** Nodes and edges as the plain records of the JSON export. */
import type { MarkdownDocument, Section } from "../documents/markdown-document.ts";
import { plainValue } from "../documents/plain-value.ts";
import type { EdgePlace, GraphEdge, GraphNode, KnowledgeGraph } from "../graph/knowledge-graph.ts";

/** What `JSON.stringify` writes; fields without a value are left out. */
type JsonRecord = Readonly<Record<string, unknown>>;

/** A node: `id` (its IRI), `kind`, `label`, `path` where it has one, and what is known of documents and sections. */
export function jsonNode(graph: KnowledgeGraph, node: GraphNode): JsonRecord {
  const { iri: id, kind, label, path } = node;
  if (kind === "document") {
    const document = graph.documents[node.index];
    return { id, kind, path, label, ...(document === undefined ? {} : documentFields(document)) };
  }
  if (kind === "section") {
    const document = path === undefined ? undefined : graph.nodeOf(path);
    const section = graph.documents[document?.index ?? -1]?.sections[node.section ?? -1];
    return { id, kind, path, label, ...(section === undefined ? {} : sectionFields(section)) };
  }
  return { id, kind, path, label };
}

/** An edge between the `id`s of two nodes, with every place where it was written. Edges of the structure have no place and no syntax. */
export function jsonEdge(graph: KnowledgeGraph, edge: GraphEdge): JsonRecord {
  const { source, target, kind, relation, syntax, viaAlias, places } = edge;
  return {
    source: graph.nodes[source]?.iri,
    target: graph.nodes[target]?.iri,
    kind,
    relation,
    syntax,
    viaAlias,
    places: places.map((place) => placeFields(graph, edge, place)),
  };
}

function placeFields(graph: KnowledgeGraph, { source, target }: GraphEdge, place: EdgePlace): JsonRecord {
  const { path, line, column, text, section, targetSection, fragment } = place;
  return {
    path,
    line,
    column,
    text,
    target: place.target,
    fragment,
    section: slugOf(graph, source, section),
    targetSection: targetSection === undefined ? undefined : slugOf(graph, target, targetSection),
  };
}

/** `undefined` for the lead, which has no slug. */
function slugOf(graph: KnowledgeGraph, document: number, section: number): string | undefined {
  return graph.documents[document]?.sections[section]?.slug || undefined;
}

function documentFields(document: MarkdownDocument): JsonRecord {
  const { titleSource, description, language, aliases, addresses, authors, published, modified } = document;
  return {
    titleSource,
    description,
    language,
    aliases,
    addresses,
    tags: document.tags.map(({ name }) => name),
    authors: authors.map(({ name, url }) => ({ name, url })),
    published: published?.text,
    modified: modified?.text,
    frontMatter: frontMatterFields(document),
    properties: document.properties.map(({ key, value, source, line }) => {
      return { key, type: value.type, value: plainValue(value), text: value.text, source, line };
    }),
    anchors: document.anchors.map(({ name, kind, line }) => ({ name, kind, line })),
    tasks: document.tasks.map(({ text, done, state, line, due }) => ({ text, done, state, line, due })),
    observations: document.observations.map(({ category, text, tags, context, line }) => {
      return { category, text, tags, context, line };
    }),
    bytes: document.byteLength,
    lines: document.lineCount,
    words: document.wordCount,
    sha256: document.sha256,
  };
}

/** Every key of the front matter, also those that have fields of their own. */
function frontMatterFields({ frontMatter }: MarkdownDocument): readonly JsonRecord[] | undefined {
  if (frontMatter === undefined) return undefined;
  return Array.from(frontMatter.values, ([key, value]) => {
    return { key, type: value.type, value: plainValue(value), text: value.text, line: frontMatter.lines.get(key) };
  });
}

function sectionFields({ level, slug, headingPath, startLine, endLine }: Section): JsonRecord {
  return { level, slug, headingPath, startLine, endLine };
}
