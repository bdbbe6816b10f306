/** The settings of a graph, checked and filled in once, when it is built. */
import { GraphdownError } from "../base/errors.ts";
import { externalIri } from "./iri.ts";
import type { GraphOptions } from "./knowledge-graph.ts";
import { resolveIri } from "./resolve-iri.ts";

/** The defaults of {@link GraphOptions}. */
const defaultGraphOptions: GraphOptions = {
  baseIri: "urn:graphdown:/",
  iri: "path",
  contentRoots: "auto",
  wikilinkOrder: "auto",
  resolveAliases: true,
  strict: false,
};

/** Fills in the defaults. A value that an option does not take, such as a base that is no IRI or a content root that is no path, is `invalid_options`. */
export function resolveGraphOptions(given: Partial<GraphOptions> = {}): GraphOptions {
  return {
    baseIri: resolveBaseIri(given.baseIri ?? defaultGraphOptions.baseIri),
    iri: resolveIriSource(given.iri ?? defaultGraphOptions.iri),
    contentRoots: resolveContentRoots(given.contentRoots ?? defaultGraphOptions.contentRoots),
    wikilinkOrder: resolveOrder(given.wikilinkOrder ?? defaultGraphOptions.wikilinkOrder),
    resolveAliases: resolveSwitch("resolveAliases", given.resolveAliases ?? defaultGraphOptions.resolveAliases),
    strict: resolveSwitch("strict", given.strict ?? defaultGraphOptions.strict),
  };
}

function resolveOrder(order: GraphOptions["wikilinkOrder"]): GraphOptions["wikilinkOrder"] {
  if (["auto", "target-first", "text-first"].includes(order)) return order;
  throw new GraphdownError({
    code: "invalid_options",
    message: `Wikilinks can't be read in the order ${JSON.stringify(order)}.`,
    details: { option: "wikilinkOrder" },
    next: 'Give "auto", the default, "target-first" or "text-first".',
  });
}

function resolveSwitch(option: "resolveAliases" | "strict", value: boolean): boolean {
  if (typeof value === "boolean") return value;
  throw new GraphdownError({
    code: "invalid_options",
    message: `${option} must be true or false, but got ${JSON.stringify(value)}.`,
    details: { option },
    next: `Give true or false, or leave it out for ${defaultGraphOptions[option]}.`,
  });
}

/** The base with a `/` at its end, so that paths can be put behind it. One with `.` or `..` would be folded by whoever reads IRIs from it. */
function resolveBaseIri(text: string): string {
  const base = String(text).endsWith("/") ? text : `${text}/`;
  if (typeof text === "string" && externalIri(base) === base && !base.startsWith("//") && !/[?#]/.test(base)) {
    const folded = resolveIri(base, base);
    if (folded === base) return base;
    throw new GraphdownError({
      code: "invalid_options",
      message: `The base IRI ${JSON.stringify(text)} has . or .. for a part of its path.`,
      details: { option: "baseIri" },
      next: `Give the IRI that it is read as: ${folded}`,
    });
  }
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
  if (roots === "auto") return roots;
  if (Array.isArray(roots) && roots.every((root) => typeof root === "string")) return roots.map(resolveContentRoot);
  throw new GraphdownError({
    code: "invalid_options",
    message: `The content roots must be a list of folders, but got ${JSON.stringify(roots)}.`,
    details: { option: "contentRoots" },
    next: 'Give a list such as ["docs", "content/en"], or leave it out for "auto".',
  });
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
