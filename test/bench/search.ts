/**
 * `npm run bench` compiles it; then `node node_modules/.cache/graphdown-bench/search.js FOLDER [FOLDER…]`
 *
 * What a ranked search costs on top of the listing, in a running process whose index is made: median, 99th percentile and worst over
 * questions of one to three words out of the files, at 10,000 and at 100,000 sections of them, beside MiniSearch over the same sections.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import MiniSearch from "minisearch";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { loadDefaultEngine } from "../../src/documents/engines/node-default-engine.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { searchGraph } from "../../src/search/search-graph.ts";

const sizes = [10_000, 100_000];
const questions = 500;
const count = 10;

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Name folders with Markdown files.");
const engine = await loadDefaultEngine();

function parse(path: string, text: string): MarkdownDocument {
  const sha256 = "0".repeat(64);
  return parseDocument({ path: parseLogicalPath(path), text, sha256, byteLength: text.length, engine, options: {} });
}

/** Documents of all folders until there are so many sections. */
function readSections(sections: number): readonly MarkdownDocument[] {
  const documents: MarkdownDocument[] = [];
  let read = 0;
  for (const [place, root] of folders.entries()) {
    for (const { parentPath, name } of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!name.endsWith(".md") || read >= sections) continue;
      const file = join(parentPath, name);
      const path = relative(root, file).split(sep).join("/");
      const document = parse(`${place}/${path}`, readFileSync(file, "utf8"));
      documents.push(document);
      read += document.sections.length;
    }
  }
  return documents.sort((left, right) => (left.path < right.path ? -1 : 1));
}

let seed = 7;
function random(bound: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % bound;
}

/** One to three words of one document. */
function question(documents: readonly MarkdownDocument[]): string {
  const { text } = documents[random(documents.length)] as MarkdownDocument;
  const words = text.match(/\p{L}{3,}/gu) ?? ["none"];
  return Array.from({ length: 1 + random(3) }, () => words[random(words.length)]).join(" ");
}

function sectionsOf({ path, text, sections }: MarkdownDocument): { id: string; title: string; text: string }[] {
  return sections.map(({ index, text: title, own }) => ({
    id: `${path}#${index}`,
    title,
    text: text.slice(own.start, own.end),
  }));
}

function measure(name: string, asked: readonly string[], search: (query: string) => unknown): string {
  for (const query of asked.slice(0, 50)) search(query);
  const times = asked
    .map((query) => {
      const started = performance.now();
      search(query);
      return performance.now() - started;
    })
    .sort((left, right) => left - right);
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] as number).toFixed(2);
  return `| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`;
}

for (const size of sizes) {
  const documents = readSections(size);
  const sections = documents.reduce((sum, document) => sum + document.sections.length, 0);
  console.log(
    `${sections} sections of ${documents.length} documents; ${questions} questions; Node ${process.versions.node}\n`,
  );
  console.log("| search | median ms | p99 ms | worst ms |");
  console.log("|---|--:|--:|--:|");
  const asked = Array.from({ length: questions }, () => question(documents));
  const graph = buildGraph({ documents, otherPaths: [] });
  const index = buildIndex({ documents });
  console.log(measure("graphdown", asked, (query) => searchGraph({ graph, index, query, options: { count } })));
  const mini = new MiniSearch({ fields: ["title", "text"] });
  for (const document of documents) mini.addAll(sectionsOf(document));
  console.log(measure("MiniSearch", asked, (query) => mini.search(query).slice(0, count)));
  console.log("");
}
