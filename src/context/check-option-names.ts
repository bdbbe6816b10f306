/** Options of a context by name: one that is misspelled would be as good as not given. */
import { GraphdownError } from "../base/errors.ts";
import { nearestName } from "../base/nearest-name.ts";
import { showPath } from "../base/show-path.ts";
import type { ParseOptions } from "../documents/parse-options.ts";
import type { GraphOptions } from "../graph/knowledge-graph.ts";
import type { ContextSelection, FileContextOptions } from "./context-options.ts";

// Written as records, so that the compiler asks for every option that is added.
const options: Readonly<Record<keyof FileContextOptions, true>> = {
  store: true,
  prefix: true,
  visibleFolders: true,
  limits: true,
  denied: true,
  selection: true,
  verify: true,
  documents: true,
  graph: true,
  engine: true,
  sha256: true,
  onProgress: true,
  workspace: true,
  permissions: true,
  approvals: true,
  onEvent: true,
  sparql: true,
};

const selectionOptions: Readonly<Record<keyof ContextSelection, true>> = {
  markdownGlob: true,
  ignore: true,
  noIgnore: true,
  hidden: true,
  reserved: true,
};

const graphOptions: Readonly<Record<keyof GraphOptions, true>> = {
  baseIri: true,
  iri: true,
  contentRoots: true,
  wikilinkOrder: true,
  resolveAliases: true,
  strict: true,
};

const documentOptions: Readonly<Record<keyof ParseOptions, true>> = {
  maximumFrontMatterBytes: true,
  hexColors: true,
  comments: true,
  linkMacros: true,
};

/** Returns when every option is one of ours, and `verify` a way that there is; else `invalid_options` with what was probably meant. */
export function checkOptionNames(given: FileContextOptions): void {
  if (typeof given !== "object" || given === null) throw notAnObject(given);
  checkNames(given, options, "");
  checkNames(given.selection ?? {}, selectionOptions, "selection.");
  checkNames(given.graph ?? {}, graphOptions, "graph.");
  checkNames(given.documents ?? {}, documentOptions, "documents.");
  checkVerify(given.verify);
}

const ways: readonly unknown[] = [undefined, "stat", "hash"];

function checkVerify(verify: unknown): void {
  if (ways.includes(verify)) return;
  throw new GraphdownError({
    code: "invalid_options",
    message: `verify must be "stat" or "hash", but got ${showPath(String(verify))}.`,
    details: { option: "verify", value: showPath(String(verify)) },
    next: "Leave it out to trust what a listing tells of a file, or give hash to read every file at each question.",
  });
}

function checkNames(given: object, known: Readonly<Record<string, true>>, prefix: string): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known);
  const nearest = nearestName(unknown, names);
  throw new GraphdownError({
    code: "invalid_options",
    message: `A file context has no option "${prefix}${showPath(unknown)}".`,
    details: { option: `${prefix}${showPath(unknown)}`, known: names, ...(nearest === undefined ? {} : { nearest }) },
    next:
      nearest === undefined
        ? `The options are ${names.map((name) => prefix + name).join(", ")}.`
        : `Did you mean ${prefix}${nearest}?`,
  });
}

function notAnObject(given: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `A file context is made from an object of options, but got ${given === null ? "null" : typeof given}.`,
    details: { option: "" },
    next: 'Give at least a place, such as {location: "./notes"} or {store}.',
  });
}
