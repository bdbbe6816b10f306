/**
 * `npm run bench:grep -- --root FOLDER [--runs N]`
 *
 * Finds five patterns in a folder, in a running process, beside ripgrep's whole process where that is installed, and compares what both
 * found.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { createFileContext, type FileContext } from "../../src/node-index.ts";

const patterns = {
  literal: "unordered_map",
  "rare word": "strxfrm",
  alternation: "(?:const|static|dynamic)_cast",
  "class with repetition": "[A-Z]{2,4}[0-9]{4,}",
  "common word": "the",
};

const { values } = parseArgs({ options: { root: { type: "string" }, runs: { type: "string", default: "7" } } });
if (values.root === undefined) throw new Error("--root FOLDER is missing");
const root = values.root;
const runs = Number(values.runs);

async function ours(context: FileContext, pattern: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const { files } of context.grepPages(pattern)) {
    for (const { path, matchingLines } of files) {
      for (const { lineNumber } of matchingLines) found.add(`${path}:${lineNumber}`);
    }
  }
  return found;
}

/** What ripgrep finds in the same files: all but hidden folders. */
function theirs(pattern: string): Set<string> {
  const shown = [
    "--hidden",
    "--glob",
    "!.*/**",
    "--glob",
    "!**/node_modules/**",
    "--no-require-git",
    "--max-filesize",
    "4M",
  ];
  const args = ["--line-number", "--no-heading", "--crlf", "--ignore-case", ...shown, "--regexp", pattern, "./"];
  const { stdout, status, stderr } = spawnSync("rg", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 30 });
  if (status !== 0 && status !== 1) throw new Error(`ripgrep failed (${status}): ${stderr}`);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return new Set(lines.map((line) => /^\.\/(.+?:\d+):/.exec(line)?.[1] ?? line));
}

async function timed<Result>(work: () => Promise<Result> | Result): Promise<readonly [number, Result]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] as number;
const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;
if (!hasRipgrep) console.log("ripgrep is not installed (Debian: apt-get install ripgrep): only our own times follow.");

const large = Number.MAX_SAFE_INTEGER;
const context = await createFileContext({
  location: root,
  limits: { maximumSearchResults: large, maximumMatchesPerFile: large, regexTimeoutMs: 60_000 },
});
console.log(`Node ${process.versions.node}; median (and least) of ${runs} runs, ms`);
console.log("| pattern | lines | ours | ripgrep | ratio | same lines |");
console.log("|---|--:|--:|--:|--:|---|");
for (const [name, pattern] of Object.entries(patterns)) {
  const ourTimes: number[] = [];
  const theirTimes: number[] = [];
  let [found, expected] = [new Set<string>(), new Set<string>()];
  for (let run = -1; run < runs; run++) {
    const [ourTime, ourLines] = await timed(() => ours(context, pattern));
    const [theirTime, theirLines] = hasRipgrep ? await timed(() => theirs(pattern)) : [Number.NaN, ourLines];
    [found, expected] = [ourLines, theirLines];
    if (run < 0) continue;
    ourTimes.push(ourTime);
    theirTimes.push(theirTime);
  }
  const only = [...found].filter((line) => !expected.has(line));
  const missing = [...expected].filter((line) => !found.has(line));
  const same =
    only.length + missing.length === 0
      ? "yes"
      : `no: ${only.length} more, ${missing.length} missing (${[...only, ...missing][0]})`;
  const shown = (times: readonly number[]): string => `${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)})`;
  const ratio = (median(ourTimes) / median(theirTimes)).toFixed(2);
  const cells = [`${name}: ${pattern.replaceAll("|", "\\|")}`, found.size, shown(ourTimes)];
  console.log(`| ${[...cells, ...(hasRipgrep ? [shown(theirTimes), ratio, same] : ["", "", ""])].join(" | ")} |`);
}
await context.close();
