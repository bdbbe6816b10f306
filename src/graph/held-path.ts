/** Files and folders of a graph by names as people type them: exact, or in another form of Unicode. */

import { isBelow, type LogicalPath, maximumPathBytes } from "../base/logical-path.ts";
import type { KnowledgeGraph } from "./knowledge-graph.ts";
import { firstPlaceFrom, placeOfPath } from "./place-of-path.ts";

/** What a name is the path of. `path` is as the store spells it; of a folder without the slash at its end, `""` for the root. */
export type HeldPath =
  | { readonly kind: "document"; readonly document: number; readonly path: string }
  | { readonly kind: "asset" | "folder"; readonly path: string };

const beyondAscii = /[^\x00-\x7f]/;

/** Longer texts name nothing: no form of Unicode makes more than two letters of each byte of a path. */
const maximumLetters = 2 * maximumPathBytes;

/**
 * The document, other file or folder with documents in it that a path names. Where none is spelled so, the first one by path that is equal
 * under NFC: systems write `é` as one character or as two. A folder may end in a slash.
 * The work grows with the length of the path, and hardly with the number of files.
 */
export function heldPath(graph: KnowledgeGraph, path: string): HeldPath | undefined {
  if (path.length > maximumLetters) return undefined;
  const exact = exactPath(graph, path);
  if (exact !== undefined || !beyondAscii.test(path)) return exact;
  const spelled = spellingsOf(graph).get(path.replace(/\/$/, "").normalize("NFC"));
  if (spelled === undefined) return undefined;
  return exactPath(graph, path.endsWith("/") ? `${spelled}/` : spelled);
}

function exactPath(graph: KnowledgeGraph, path: string): HeldPath | undefined {
  const document = placeOfPath(graph.documents, path, (each) => each.path);
  if (document !== undefined) return { kind: "document", document, path };
  if (placeOfPath(graph.otherPaths, path, (each) => each) !== undefined) return { kind: "asset", path };
  const folder = path.replace(/\/$/, "");
  return holdsDocuments(graph, folder) ? { kind: "folder", path: folder } : undefined;
}

/** Whether documents lie below a folder. They are sorted, so all that do stand behind one another. */
function holdsDocuments({ documents }: KnowledgeGraph, folder: string): boolean {
  const first = documents[firstPlaceFrom(documents, folder === "" ? "" : `${folder}/`, (each) => each.path)];
  return first !== undefined && isBelow(first.path, folder as LogicalPath | "");
}

/** Paths and folders beyond ASCII by their NFC; made when a name is first looked for that no path is spelled like. */
const spellings = new WeakMap<KnowledgeGraph, ReadonlyMap<string, string>>();

function spellingsOf(graph: KnowledgeGraph): ReadonlyMap<string, string> {
  const known = spellings.get(graph);
  if (known !== undefined) return known;
  const made = new Map<string, string>();
  const note = (path: string): void => {
    const form = path.normalize("NFC");
    if (!made.has(form)) made.set(form, path);
  };
  const paths = [...graph.documents.map(({ path }) => path as string), ...graph.otherPaths];
  for (const path of paths.filter((each) => beyondAscii.test(each))) {
    note(path);
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) note(path.slice(0, slash));
  }
  spellings.set(graph, made);
  return made;
}
