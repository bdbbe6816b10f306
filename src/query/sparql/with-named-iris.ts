/** A query with its IRIs as the graph has them. */
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { namedIri } from "../../graph/named-iri.ts";
import { prefixes } from "../../graph/prefixes.ts";
import { resolveIri } from "../../graph/resolve-iri.ts";
import type { CheckedQuery, QueryDataset } from "./check-query.ts";
import { isWord, type QueryToken } from "./query-tokens.ts";

/** A query whose IRIs are whole. */
export interface NamedQuery extends CheckedQuery {
  /** The graphs that it names as its data; `undefined` where it names none. */
  readonly dataset: QueryDataset | undefined;
}

/**
 * The query with what {@link namedIri} makes of its IRIs, and of prefixed names in a namespace below the base. Lines stay, columns may
 * move; strings and comments are as they were.
 */
export function withNamedIris(checked: CheckedQuery, graph: KnowledgeGraph): NamedQuery {
  const { query, tokens } = checked;
  const namespaces = new Map(prefixes);
  const iris = new Map<number, string>();
  let relativeTo = graph.options.baseIri;
  let text = "";
  let copied = 0;
  const named = tokens.map((token, at): QueryToken => {
    const iri = iriOfToken(token, namespaces);
    const own = iri === undefined ? token.text : ownText(iri, at);
    text += query.slice(copied, token.start);
    copied = token.start + token.text.length;
    const start = text.length;
    text += own;
    return { ...token, kind: own === token.text ? token.kind : "iri", text: own, start };
  });
  const dataset = checked.datasetAt && {
    defaultGraphs: checked.datasetAt.defaultGraphs.map((at) => iris.get(at) as string),
    namedGraphs: checked.datasetAt.namedGraphs.map((at) => iris.get(at) as string),
  };
  return { ...checked, query: text + query.slice(copied), tokens: named, dataset };

  function ownText(iri: string, at: number): string {
    const token = tokens[at] as QueryToken;
    const isWritten = token.kind === "iri";
    const declared = tokens[at - 1];
    if (isWritten && isWord(declared, "BASE")) {
      relativeTo = resolveIri(iri, relativeTo);
      return `<${relativeTo}>`;
    }
    if (isWritten && declared?.kind === "name" && isWord(tokens[at - 2], "PREFIX")) {
      // No name of anything yet: only what is put behind it makes one.
      const namespace = resolveIri(iri, relativeTo);
      namespaces.set(declared.text.slice(0, -1), namespace);
      return `<${namespace}>`;
    }
    const own = namedIri(graph, iri, relativeTo);
    iris.set(at, own);
    return own === iri && !isWritten ? token.text : `<${own}>`;
  }
}

/** What an IRI or a prefixed name says, without its escapes; `undefined` for other tokens, and for what no IRI may hold. */
function iriOfToken({ kind, text }: QueryToken, namespaces: ReadonlyMap<string, string>): string | undefined {
  if (kind === "iri") return withoutEscapes(text.slice(1, -1));
  if (kind !== "name") return undefined;
  const colon = text.indexOf(":");
  const namespace = namespaces.get(text.slice(0, colon));
  return namespace === undefined ? undefined : namespace + text.slice(colon + 1).replaceAll("\\", "");
}

/** What an IRI must not hold stays an escape, for the engine to refuse. */
function withoutEscapes(iri: string): string | undefined {
  if (!iri.includes("\\")) return iri;
  const plain = iri.replace(/\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/g, (whole, short, long) => {
    const code = Number.parseInt(short ?? long, 16);
    if (code > 0x10ffff) return whole;
    const character = String.fromCodePoint(code);
    return /[\u0000-\u0020<>"{}|^`\\\p{Surrogate}]/u.test(character) ? whole : character;
  });
  return plain.includes("\\") ? undefined : plain;
}
