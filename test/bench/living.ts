/**
 * Questions in a process that goes on, in which nothing or one file has changed since the last one: `living.js FOLDER QUERY ROUNDS`. They
 * are searches, and for comparison one that ranks nothing. The folder is changed. Beside each question stands the limit: a plain synchronous listing of the same files with their sizes and times.
 */
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { createNodeFileContext } from "../../src/context/node-create-file-context.ts";

const [root, query, rounds] = process.argv.slice(2) as [string, string, string];
const context = await createNodeFileContext({ location: root, limits: { operationTimeoutMs: 600_000 } });

/** The limit: names and kinds of all folders, then a look at every file. */
function listAndStat(): string[] {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else files.push(path);
    }
  }
  for (const file of files) statSync(file);
  return files;
}

const notes = listAndStat().filter((file) => file.endsWith(".md"));
const noteAt = (round: number): string => notes[(round * 7_919) % notes.length] as string;
const text = (round: number): string => `# Changed ${round}\n\nNew words about ${query} and [[note ${round}]].\n`;

/** What is done to the files before a question, and whether it has to be undone by the next. */
const changes: Readonly<Record<string, (round: number) => void>> = {
  "nothing changed": () => {},
  "one file changed": (round) => writeFileSync(noteAt(round), text(round)),
  "one file added": (round) => writeFileSync(join(root, `added-${round}.md`), text(round)),
  "one file renamed": (round) => renameSync(join(root, `added-${round}.md`), join(root, `renamed-${round}.md`)),
  "one file removed": (round) => rmSync(join(root, `renamed-${round}.md`)),
};

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const first = await timed(() => context.search(query));
const second = await timed(() => context.search(query));
const settled = await timed(() => context.search(query));
const rows: string[] = [];
const medians = new Map<string, number>();
const search = (): Promise<unknown> => context.search(query);
const neighbors = (): Promise<unknown> =>
  context.neighbors(
    relative(root, notes[0] as string)
      .split(sep)
      .join("/"),
  );
const cases: readonly (readonly [name: string, change: (round: number) => void, ask: () => Promise<unknown>])[] = [
  ["nothing changed, neighbors", () => {}, neighbors],
  ...Object.entries(changes).map(([name, change]) => [name, change, search] as const),
];
for (const [name, change, ask] of cases) {
  const limits: number[] = [];
  const questions: number[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    change(round);
    limits.push(await timed(listAndStat));
    questions.push(await timed(ask));
  }
  const [limit, question] = [sorted(limits), sorted(questions)];
  medians.set(name, at(question, 0.5));
  const over = at(question, 0.5) - (medians.get("nothing changed") ?? at(question, 0.5));
  rows.push(
    `| ${[name, at(limit, 0.5), at(question, 0.5), at(question, 0.95), over].map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} | ${(at(question, 0.5) / at(limit, 0.5)).toFixed(2)} |`,
  );
}
globalThis.gc?.();
const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
await context.close();

console.log(
  `first search ${first.toFixed(0)} ms, second ${second.toFixed(0)}, third ${settled.toFixed(0)}; ${notes.length} notes`,
);
console.log(
  "\n| before the question | list + stat ms | question ms | p95 | more than unchanged | / list + stat |\n|---|--:|--:|--:|--:|--:|",
);
console.log(rows.join("\n"));
const held = heapUsed + arrayBuffers;
console.log(
  `\nheld after collection: ${(held / 1e6).toFixed(0)} MB, ${(held / notes.length).toFixed(0)} bytes a note; resident ${(rss / 1e6).toFixed(0)} MB`,
);

function sorted(times: readonly number[]): readonly number[] {
  return times.toSorted((a, b) => a - b);
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] as number;
}
