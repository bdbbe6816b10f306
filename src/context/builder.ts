/** What makes documents of files and a graph of documents. Loaded when something has changed: with kept work, most questions do without. */
import { parseDocument } from "../documents/parse-document.ts";
import { buildGraph } from "../graph/build-graph.ts";

export const builder: { readonly parseDocument: typeof parseDocument; readonly buildGraph: typeof buildGraph } = {
  parseDocument,
  buildGraph,
};
