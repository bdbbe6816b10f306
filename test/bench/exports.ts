/**
 * `npm run bench` compiles it; then `node --expose-gc node_modules/.cache/graphdown-bench/exports.js FOLDER`
 *
 * Times whole exports of the Markdown in FOLDER against n3's Writer alone, which is given the same triples ready-made, and tells by how
 * much the heap grew at most while an export was streamed. The median of five rounds in one process; ours and n3's take turns.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DataFactory, type Quad, Writer } from "n3";
import { portableSha256 } from "../../src/base/hash.ts";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { loadDefaultEngine } from "../../src/documents/engines/node-default-engine.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { type ExportFormat, exportFormats } from "../../src/exports/graph-export.ts";
import { writeGraph } from "../../src/exports/write-graph.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { prefixes } from "../../src/graph/prefixes.ts";
import { quadsOf } from "../../src/graph/to-quads.ts";

const rounds = 5;

/** Formats that are measured against n3, with the format that its Writer is asked for. */
const peers: readonly (readonly [ExportFormat, string])[] = [
  ["turtle", "text/turtle"],
  ["ntriples", "application/n-triples"],
  ["nquads", "application/n-quads"],
  ["trig", "application/trig"],
  ["jsonld", "application/n-quads"],
  ["mermaid", "application/n-quads"],
  ["dot", "application/n-quads"],
];

async function graphOf(folder: string): Promise<KnowledgeGraph> {
  const engine = await loadDefaultEngine();
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  const documents = paths.map((path) => {
    const bytes = readFileSync(join(folder, path));
    const text = bytes.toString("utf8");
    const logical = parseLogicalPath(path);
    return parseDocument({ path: logical, text, sha256: portableSha256(bytes), byteLength: bytes.length, engine });
  });
  return buildGraph({ documents, otherPaths: [] });
}

/** Milliseconds, characters and the most that the heap grew by, in MiB. */
async function ours(graph: KnowledgeGraph, format: ExportFormat): Promise<readonly [number, number, number]> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let length = 0;
  let most = 0;
  const started = performance.now();
  await writeGraph({
    graph,
    format,
    sink: {
      write(text) {
        length += text.length;
      },
    },
  });
  const taken = performance.now() - started;
  let since = 0;
  await writeGraph({
    graph,
    format,
    sink: {
      write(text) {
        since += text.length;
        if (since < 4 * 1024 * 1024) return;
        since = 0;
        globalThis.gc?.();
        most = Math.max(most, process.memoryUsage().heapUsed - before);
      },
    },
  });
  return [taken, length, most / 1024 / 1024];
}

function theirs(quads: readonly Quad[], format: string): number {
  let length = 0;
  const sink = {
    write(text: string, _encoding: string, done?: () => void) {
      length += text.length;
      done?.();
    },
    end: (done?: () => void) => done?.(),
  };
  const started = performance.now();
  const writer = new Writer(sink, { format, prefixes: Object.fromEntries(prefixes) });
  for (const quad of quads) writer.addQuad(quad);
  writer.end();
  const taken = performance.now() - started;
  if (length === 0) throw new Error("n3 wrote nothing");
  return taken;
}

function n3Quads(graph: KnowledgeGraph, namedGraphs: boolean): Quad[] {
  return Array.from(
    quadsOf(graph, { namedGraphs }),
    ({ subject, predicate, object, graph: name }) =>
      DataFactory.quad(
        DataFactory.namedNode(subject.value),
        DataFactory.namedNode(predicate.value),
        object.termType === "Literal"
          ? DataFactory.literal(object.value, object.language || DataFactory.namedNode(object.datatype.value))
          : DataFactory.namedNode(object.value),
        name.termType === "NamedNode" ? DataFactory.namedNode(name.value) : DataFactory.defaultGraph(),
      ) as Quad,
  );
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Give the folder with the Markdown files.");
const graph = await graphOf(folder);
const triples = n3Quads(graph, false);
const quads = n3Quads(graph, true);
console.log(`${graph.documents.length} documents, ${triples.length} triples; Node ${process.version}\n`);
console.log("| format | ours, ms | n3's Writer, ms | ratio | MB | heap grew by, MiB |\n|---|--:|--:|--:|--:|--:|");
for (const format of exportFormats.filter((each) => each !== "svg")) {
  const peer = peers.find(([name]) => name === format)?.[1];
  const named = peer === "application/trig" || (peer === "application/n-quads" && format === "nquads");
  const own: number[] = [];
  const other: number[] = [];
  let length = 0;
  let grown = 0;
  for (let round = 0; round < rounds; round++) {
    const [taken, characters, most] = await ours(graph, format);
    own.push(taken);
    length = characters;
    grown = Math.max(grown, most);
    if (peer !== undefined) other.push(theirs(named ? quads : triples, peer));
  }
  const cells = [
    format,
    median(own).toFixed(0),
    peer === undefined ? "" : median(other).toFixed(0),
    peer === undefined ? "" : (median(own) / median(other)).toFixed(2),
    (length / 1e6).toFixed(1),
    globalThis.gc === undefined ? "" : grown.toFixed(0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
