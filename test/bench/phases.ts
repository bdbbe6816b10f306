/** One question in a process of its own, by phases: `phases.js FOLDER QUERY`. */
import { hash } from "node:crypto";
import { defaultLimits } from "../../src/base/limits.ts";
import { loadDefaultEngine } from "../../src/documents/engines/node-default-engine.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { countTriples } from "../../src/graph/triple-count.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { searchGraph } from "../../src/search/search-graph.ts";
import { takeSnapshot } from "../../src/snapshot/take-snapshot.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";
import { listVisible } from "../../src/storage/visible-files.ts";

const [root, query] = process.argv.slice(2) as [string, string];
const rows: (readonly [string, number])[] = [];

async function timed<Result>(phase: string, work: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  rows.push([phase, performance.now() - started]);
  return result;
}

rows.push(["start of the runtime", performance.now()]);
const engine = await timed("load the parser", loadDefaultEngine);
const store = await timed("open the folder", () => openDiskStore({ root }));
await timed("list (as one part of the snapshot)", () => listVisible({ store, directory: "", recursive: true }));
let parsing = 0;
const snapshot = await timed("snapshot: list, read, hash, parse", () =>
  takeSnapshot({
    store,
    limits: defaultLimits,
    sha256: (bytes) => hash("sha256", bytes, "hex"),
    parse: (source) => {
      const started = performance.now();
      const document = parseDocument({ ...source, engine });
      parsing += performance.now() - started;
      return document;
    },
  }),
);
rows.push(["of it: parsing", parsing]);
const { documents, otherPaths } = snapshot;
const graph = await timed("graph", () => buildGraph({ documents, otherPaths }));
await timed("count of triples", () => countTriples(graph));
const asked = await timed("index of the question's words", () =>
  buildIndex({ documents, options: { terms: "asked" } }),
);
await timed("search, with it", () => searchGraph({ graph, index: asked, query }));
const full = await timed("full index", () => buildIndex({ documents }));
await timed("search, with the full index", () => searchGraph({ graph, index: full, query }));
await store.close();

const bytes = documents.reduce((sum, { byteLength }) => sum + byteLength, 0);
const links = graph.links.reduce((sum, { length }) => sum + length, 0);
console.log(
  `${documents.length} documents, ${(bytes / 1e6).toFixed(1)} MB, ${links} links; peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB\n`,
);
console.log("| phase | ms | files/s | MB/s |\n|---|--:|--:|--:|");
for (const [phase, ms] of rows) {
  console.log(
    `| ${phase} | ${ms.toFixed(1)} | ${(documents.length / (ms / 1e3)).toFixed(0)} | ${(bytes / 1e3 / ms).toFixed(0)} |`,
  );
}
