/** The settings of a graph, checked and filled in once, when it is built. */
import { GraphdownError } from "../base/errors.ts";
import { externalIri } from "./iri.ts";
import type { GraphOptions } from "./knowledge-graph.ts";

/** The defaults of {@link GraphOptions}. */
const defaultGraphOptions: GraphOptions = {
  baseIri: "urn:graphdown:/",
  iri: "path",
  contentRoots: "auto",
  wikilinkOrder: "auto",
  resolveAliases: true,
  strict: false,
};

/** Fills in the defaults. A base that is no IRI, a source of IRIs that there is not, and a content root that is no path, are `invalid_options`. */
export function resolveGraphOptions(given: Partial<GraphOptions> = {}): GraphOptions {
  return {
    baseIri: resolveBaseIri(given.baseIri ?? defaultGraphOptions.baseIri),
    iri: resolveIriSource(given.iri ?? defaultGraphOptions.iri),
    contentRoots: resolveContentRoots(given.contentRoots ?? defaultGraphOptions.contentRoots),
    wikilinkOrder: given.wikilinkOrder ?? defaultGraphOptions.wikilinkOrder,
    resolveAliases: given.resolveAliases ?? defaultGraphOptions.resolveAliases,
    strict: given.strict ?? defaultGraphOptions.strict,
  };
}

/** The base with a `/` at its end, so that paths can be put behind it. */
function resolveBaseIri(text: string): string {
  const base = text.endsWith("/") ? text : `${text}/`;
  if (externalIri(base) === base && !base.startsWith("//") && !/[?#]/.test(base)) return base;
  throw new GraphdownError({
    code: "invalid_options",
    message: `The base IRI ${JSON.stringify(text)} is not an absolute IRI without query and fragment.`,
    details: { option: "baseIri" },
    next: "Give an IRI such as https://example.org/notes/ or leave it out for urn:graphdown:/.",
  });
}

function resolveIriSource(source: GraphOptions["iri"]): GraphOptions["iri"] {
  if (source === "path" || source === "id") return source;
  throw new GraphdownError({
    code: "invalid_options",
    message: `IRIs of documents can't be made from ${JSON.stringify(source)}.`,
    details: { option: "iri" },
    next: 'Give "path", the default, or "id".',
  });
}

function resolveContentRoots(roots: GraphOptions["contentRoots"]): GraphOptions["contentRoots"] {
  return roots === "auto" ? roots : roots.map(resolveContentRoot);
}

function resolveContentRoot(text: string): string {
  const root = text.replace(/^\/+|\/+$/g, "").normalize("NFC");
  if (!root.split("/").some((segment) => segment === "." || segment === "..")) return root;
  throw new GraphdownError({
    code: "invalid_options",
    message: `The content root ${JSON.stringify(text)} is not a folder below the prefix.`,
    details: { option: "contentRoots" },
    next: "Name folders by their path below the prefix, such as docs or content/en.",
  });
}
