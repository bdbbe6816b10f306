/**
 * `npm run bench` compiles it; then `node node_modules/.cache/graphdown-bench/retrieval.js FOLDER`
 *
 * Quality of search on questions with judgements. FOLDER holds `docs/` with a Markdown file for each document, `queries.jsonl`
 * (`{"_id", "text"}` a line) and `qrels.tsv` (question, document, grade; with a heading line). Prints nDCG@10, recall@100 and time for our
 * search and for MiniSearch as it comes, in the same run.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import MiniSearch from "minisearch";
import { portableSha256 } from "../../src/base/hash.ts";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { loadDefaultEngine } from "../../src/documents/engines/node-default-engine.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { searchGraph } from "../../src/search/search-graph.ts";

/** Gives the names of documents for a question, best first. */
type Ranking = (question: string) => string[];

interface Judged {
  readonly text: string;
  /** Document → grade. */
  readonly grades: ReadonlyMap<string, number>;
}

function readQuestions(folder: string): Judged[] {
  const grades = new Map<string, Map<string, number>>();
  const [, ...lines] = readFileSync(join(folder, "qrels.tsv"), "utf8").trim().split("\n");
  for (const line of lines) {
    const [question = "", document = "", grade = "0"] = line.split("\t");
    if (Number(grade) > 0) grades.set(question, (grades.get(question) ?? new Map()).set(document, Number(grade)));
  }
  return readFileSync(join(folder, "queries.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { _id: string; text: string })
    .flatMap(({ _id, text }) => {
      const judged = grades.get(_id);
      return judged === undefined ? [] : [{ text, grades: judged }];
    });
}

function gainOf(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
}

function measure(name: string, questions: readonly Judged[], build: () => Ranking): string {
  const started = performance.now();
  const rank = build();
  const built = performance.now();
  let gain = 0;
  let recall = 0;
  for (const { text, grades } of questions) {
    const found = rank(text);
    const ideal = gainOf([...grades.values()].sort((left, right) => right - left));
    gain += gainOf(found.map((document) => grades.get(document) ?? 0)) / ideal;
    const first = new Set(found.slice(0, 100));
    recall += [...grades.keys()].filter((document) => first.has(document)).length / grades.size;
  }
  const asked = performance.now();
  const cells = [
    name,
    (gain / questions.length).toFixed(4),
    (recall / questions.length).toFixed(3),
    (built - started).toFixed(0),
    ((asked - built) / questions.length).toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}

function ours(documents: readonly MarkdownDocument[], mode: "auto" | "lexical"): Ranking {
  const graph = buildGraph({ documents, otherPaths: [] });
  const index = buildIndex({ documents });
  return (query) => {
    const { matches } = searchGraph({ graph, index, query, options: { mode, count: 200 } });
    return [...new Set(matches.map(({ path }) => basename(path, ".md")))];
  };
}

function miniSearch(documents: readonly MarkdownDocument[]): Ranking {
  const index = new MiniSearch({ fields: ["title", "text"] });
  index.addAll(documents.map(({ path, title, text }) => ({ id: basename(path, ".md"), title, text })));
  return (query) => index.search(query).map(({ id }) => String(id));
}

const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the folder of the questions.");
const engine = await loadDefaultEngine();
const documents = readdirSync(join(folder, "docs")).map((name) => {
  const bytes = readFileSync(join(folder, "docs", name));
  const text = bytes.toString("utf8");
  return parseDocument({
    path: parseLogicalPath(name),
    text,
    sha256: portableSha256(bytes),
    byteLength: bytes.length,
    engine,
  });
});
const questions = readQuestions(folder);
console.log(`${documents.length} documents, ${questions.length} questions; Node ${process.versions.node}\n`);
console.log("| search | nDCG@10 | recall@100 | build ms | ms a question |");
console.log("|---|--:|--:|--:|--:|");
console.log(measure("graphdown, auto", questions, () => ours(documents, "auto")));
console.log(measure("graphdown, lexical", questions, () => ours(documents, "lexical")));
console.log(measure("MiniSearch, defaults", questions, () => miniSearch(documents)));
