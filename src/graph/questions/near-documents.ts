/** What the path of a document that does not exist was probably meant to be. */
import { type LogicalPath, nameOf } from "../../base/logical-path.ts";
import { nearestName } from "../../base/nearest-name.ts";
import type { KnowledgeGraph } from "../knowledge-graph.ts";

const maximumSuggestions = 3;
/** Longer texts than a name may be are not compared letter by letter. */
const comparedCharacters = 255;

/** Up to three documents near a path: those with the same name or title wherever they are, else the one that is spelled most alike. */
export function nearDocuments(graph: KnowledgeGraph, path: string): readonly LogicalPath[] {
  const wanted = withoutExtension(nameOf(path));
  const near = new Set<LogicalPath>();
  for (const document of graph.documents) {
    if (near.size === maximumSuggestions) break;
    const isSame = [nameOf(document.path), document.title].some((name) => withoutExtension(name) === wanted);
    if (isSame) near.add(document.path);
  }
  if (near.size > 0) return [...near];
  const written = path.slice(0, comparedCharacters);
  const paths = graph.documents.map((document) => document.path);
  const nearest = nearestName(written, paths) ?? nearestByName(graph, nameOf(written));
  return nearest === undefined ? [] : [nearest as LogicalPath];
}

/** The document whose file name is spelled most like a name. */
function nearestByName(graph: KnowledgeGraph, name: string): string | undefined {
  const byName = new Map(graph.documents.map(({ path }) => [withoutExtension(nameOf(path)), path]));
  const nearest = nearestName(withoutExtension(name), byName.keys());
  return nearest === undefined ? undefined : byName.get(nearest);
}

function withoutExtension(name: string): string {
  return name
    .replace(/\.[A-Za-z0-9]+$/, "")
    .normalize("NFC")
    .toLowerCase();
}
