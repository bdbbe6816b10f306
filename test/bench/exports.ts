/**
 * `npm run bench` compiles it; then `node --expose-gc node_modules/.cache/graphdown-bench/exports.js FOLDER [FORMAT…]`
 *
 * Times whole exports of the Markdown in FOLDER against n3's Writer alone, which is given the same triples ready-made, and tells by how
 * much the heap grew at most while an export was streamed. Medians of three rounds in one process, ours first.
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

const rounds = 3;

/** Formats that are measured against n3, with the format that its Writer is asked for: its fastest for those that it has not. */
const peers: ReadonlyMap<ExportFormat, string> = new Map([
  ["turtle", "text/turtle"],
  ["ntriples", "application/n-triples"],
  ["nquads", "application/n-quads"],
  ["trig", "application/trig"],
  ["jsonld", "application/n-triples"],
  ["mermaid", "application/n-triples"],
  ["dot", "application/n-triples"],
]);

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
  if (globalThis.gc === undefined) return [taken, length, 0];
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

const [folder, ...asked] = process.argv.slice(2);
const formats = exportFormats.filter((format) => (asked.length === 0 ? format !== "svg" : asked.includes(format)));
if (folder === undefined) throw new Error("Give the folder with the Markdown files.");
const graph = await graphOf(folder);

/** Ours first: millions of quads of theirs in memory would slow down everything that makes objects. */
const measured = new Map<ExportFormat, { taken: number; length: number; grown: number }>();
for (const format of formats) {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await ours(graph, format));
  measured.set(format, {
    taken: median(results.map(([taken]) => taken)),
    length: results[0]?.[1] ?? 0,
    grown: Math.max(...results.map(([, , most]) => most)),
  });
}

const others = new Map<string, number>();
for (const namedGraphs of [false, true]) {
  const quads = n3Quads(graph, namedGraphs);
  if (!namedGraphs)
    console.log(`${graph.documents.length} documents, ${quads.length} triples; Node ${process.version}\n`);
  const theirFormats = namedGraphs
    ? ["application/n-quads", "application/trig"]
    : ["text/turtle", "application/n-triples"];
  for (const format of theirFormats)
    others.set(format, median(Array.from({ length: rounds }, () => theirs(quads, format))));
}

console.log("| format | ours, ms | n3's Writer, ms | ratio | MB | heap grew by, MiB |\n|---|--:|--:|--:|--:|--:|");
for (const [format, { taken, length, grown }] of measured) {
  const other = others.get(peers.get(format) ?? "");
  const cells = [
    format,
    taken.toFixed(0),
    other?.toFixed(0) ?? "",
    other === undefined ? "" : (taken / other).toFixed(2),
    (length / 1e6).toFixed(1),
    globalThis.gc === undefined ? "" : grown.toFixed(0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
