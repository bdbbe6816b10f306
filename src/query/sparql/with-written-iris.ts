/** A query whose IRIs are written as the graph writes them, so that documents are found by the names that people read. */
import { prefixes } from "../../graph/prefixes.ts";
import { wholeIri, writtenIri } from "../../graph/written-iri.ts";
import type { CheckedQuery } from "./check-query.ts";
import { isWord, type QueryToken } from "./query-tokens.ts";

/**
 * The query with what {@link writtenIri} makes of its IRIs, and of prefixed names in a namespace below the base. Lines stay, columns may
 * move; strings and comments are as they were.
 */
export function withWrittenIris(checked: CheckedQuery, baseIri: string): CheckedQuery {
  const { query, tokens } = checked;
  const namespaces = new Map(prefixes);
  let relativeTo = baseIri;
  let text = "";
  let copied = 0;
  const written = tokens.map((token, at): QueryToken => {
    const iri = iriOfToken(token, namespaces);
    const own = writtenToken(token, iri, { baseIri, relativeTo });
    if (iri !== undefined && isWord(tokens[at - 1], "BASE")) relativeTo = wholeIri(iri, relativeTo);
    const declared = tokens[at - 1];
    if (iri !== undefined && declared?.kind === "name" && isWord(tokens[at - 2], "PREFIX")) {
      namespaces.set(declared.text.slice(0, -1), wholeIri(iri, relativeTo));
    }
    text += query.slice(copied, token.start);
    copied = token.start + token.text.length;
    const start = text.length;
    text += own;
    return { ...token, kind: own === token.text ? token.kind : "iri", text: own, start };
  });
  return { ...checked, query: text + query.slice(copied), tokens: written };
}

interface Bases {
  readonly baseIri: string;
  readonly relativeTo: string;
}

function writtenToken(token: QueryToken, iri: string | undefined, { baseIri, relativeTo }: Bases): string {
  if (iri === undefined) return token.text;
  const written = writtenIri(iri, baseIri, relativeTo);
  return written === iri ? token.text : `<${written}>`;
}

/** What an IRI or a prefixed name says, without its escapes; `undefined` for other tokens. */
function iriOfToken({ kind, text }: QueryToken, namespaces: ReadonlyMap<string, string>): string | undefined {
  if (kind === "iri") {
    return text.slice(1, -1).replace(/\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/g, (whole, short, long) => {
      const code = Number.parseInt(short ?? long, 16);
      // What an IRI must not hold stays an escape, for the engine to refuse.
      return code < 0x80 || code > 0x10ffff ? whole : String.fromCodePoint(code);
    });
  }
  if (kind !== "name") return undefined;
  const colon = text.indexOf(":");
  const local = text.slice(colon + 1);
  const namespace = namespaces.get(text.slice(0, colon));
  // An ASCII name means the same in its namespace, which has been written above.
  return namespace === undefined || !/[^\x00-\x7f]/.test(local) ? undefined : namespace + local.replaceAll("\\", "");
}
