/**
 * `npm run bench` compiles it; then `node node_modules/.cache/graphdown-bench/questions.js [NOTES]`
 *
 * What neighbours, backlinks, paths, related documents and communities cost on top of the listing, in a running process: median, 99th
 * percentile and worst over random notes, and the first answer after a note has changed.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { loadDefaultEngine } from "../../src/documents/engines/node-default-engine.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { communitiesOf } from "../../src/graph/communities.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { findNode } from "../../src/graph/questions/find-node.ts";
import { neighborsOf } from "../../src/graph/questions/neighbors/neighbors.ts";
import { shortestPath } from "../../src/graph/questions/shortest-path.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { relatedDocuments } from "../../src/search/related-documents.ts";
import { generateCorpus } from "./generate-corpus.ts";

const notes = Number(process.argv[2] ?? 50_000);
const asked = 1_000;
const shownNeighbours = 50;

const engine = await loadDefaultEngine();
const sha256 = "0".repeat(64);

function parse(path: string, text: string): MarkdownDocument {
  return parseDocument({ path: parseLogicalPath(path), text, sha256, byteLength: text.length, engine, options: {} });
}

function readAll(root: string): readonly MarkdownDocument[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return parse(relative(root, file).split(sep).join("/"), readFileSync(file, "utf8"));
  });
}

let seed = 7;
function random(bound: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % bound;
}

/** Milliseconds that a question takes. */
function timed(ask: () => unknown): number {
  const started = performance.now();
  ask();
  return performance.now() - started;
}

function measure(name: string, count: number, ask: () => unknown): void {
  for (let round = 0; round < Math.min(50, count); round++) ask();
  const times = Array.from({ length: count }, () => timed(ask)).sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.min(count - 1, Math.floor(count * share))] as number).toFixed(3);
  console.log(`${name.padEnd(44)} median ${at(0.5)}  p99 ${at(0.99)}  worst ${at(1)} ms`);
}

const root = generateCorpus({ notes, bytes: 700 });
try {
  const documents = readAll(root);
  const graph = buildGraph({ documents, otherPaths: [] });
  const pathOf = (of: KnowledgeGraph): string => of.documents[random(of.documents.length)]?.path as string;
  const neighbors = (of: KnowledgeGraph, node: string, direction: "in" | "both", depth = 1): unknown =>
    neighborsOf({ graph: of, key: findNode(of, node), direction, depth }).page(0, shownNeighbours);
  const path = (of: KnowledgeGraph, direction: "out" | "both"): unknown =>
    shortestPath({ graph: of, from: findNode(of, pathOf(of)), to: findNode(of, pathOf(of)), direction });
  console.log(`${documents.length} notes, ${asked} questions of each kind`);
  const first = pathOf(graph);
  console.log(`first neighbours ${timed(() => neighbors(graph, first, "both")).toFixed(1)} ms`);
  console.log(`first path ${timed(() => path(graph, "both")).toFixed(1)} ms`);
  measure("neighbours", asked, () => neighbors(graph, pathOf(graph), "both"));
  measure("backlinks", asked, () => neighbors(graph, pathOf(graph), "in"));
  measure("neighbours to depth 2", asked, () => neighbors(graph, pathOf(graph), "both", 2));
  measure("path, either way", asked, () => path(graph, "both"));
  measure("path, along the links", asked, () => path(graph, "out"));
  measure("notes with a tag (first 50)", 100, () => neighbors(graph, "#harbour", "both"));

  let moved = graph;
  let present = documents;
  const change = (): void => {
    const at = random(present.length);
    const old = present[at] as MarkdownDocument;
    present = present.with(at, parse(old.path, `${old.text}\n[[note-${random(notes)}]]\n`));
    moved = buildGraph({ documents: present, otherPaths: [], previous: moved });
  };
  const changed = { graph: [] as number[], neighbours: [] as number[], path: [] as number[] };
  for (let round = 0; round < 50; round++) {
    changed.graph.push(timed(change));
    changed.neighbours.push(timed(() => neighbors(moved, pathOf(moved), "both")));
    changed.path.push(timed(() => path(moved, "both")));
  }
  for (const [name, times] of Object.entries(changed)) {
    times.sort((a, b) => a - b);
    console.log(
      `after a change: ${name.padEnd(28)} median ${(times[25] as number).toFixed(3)}  worst ${(times[49] as number).toFixed(3)} ms`,
    );
  }

  const index = buildIndex({ documents: graph.documents });
  measure("related", 100, () =>
    relatedDocuments({ graph, index, document: random(graph.documents.length), count: 10 }),
  );
  console.log(`communities ${timed(() => communitiesOf(graph)).toFixed(0)} ms: ${communitiesOf(graph).count}`);
} finally {
  rmSync(root, { recursive: true });
}
