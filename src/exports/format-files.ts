/** What a text in each format is called as a file and as a message. */
import type { ExportFormat } from "./graph-export.ts";

export interface FormatFile {
  /** Endings of file names, the usual one first; each belongs to one format. */
  readonly extensions: readonly string[];
  readonly mediaType: string;
}

export const formatFiles: Readonly<Record<ExportFormat, FormatFile>> = {
  jsonld: { extensions: ["jsonld"], mediaType: "application/ld+json" },
  turtle: { extensions: ["ttl"], mediaType: "text/turtle" },
  ntriples: { extensions: ["nt"], mediaType: "application/n-triples" },
  nquads: { extensions: ["nq"], mediaType: "application/n-quads" },
  trig: { extensions: ["trig"], mediaType: "application/trig" },
  mermaid: { extensions: ["mmd", "mermaid"], mediaType: "text/vnd.mermaid" },
  dot: { extensions: ["dot", "gv"], mediaType: "text/vnd.graphviz" },
  svg: { extensions: ["svg"], mediaType: "image/svg+xml" },
  json: { extensions: ["json"], mediaType: "application/json" },
  graphml: { extensions: ["graphml"], mediaType: "application/graphml+xml" },
  gexf: { extensions: ["gexf"], mediaType: "application/gexf+xml" },
  csv: { extensions: ["csv"], mediaType: "text/csv" },
  canvas: { extensions: ["canvas"], mediaType: "application/vnd.jsoncanvas+json" },
};
