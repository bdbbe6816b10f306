/**
 * `npm run bench:compare -- BASE [--root FOLDER] [--notes N] [--runs N] [--tolerance RATIO]`
 *
 * A guard against becoming slower: builds the commit BASE in a folder of its own and runs its commands and those of the working copy in
 * turn, so that only ratios count. Ends with 1 when a command's best time is more than `--tolerance` (1.15) times that of BASE.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generateCorpus } from "./generate-corpus.ts";
import { measureProcesses } from "./measure-process.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: "string" },
    notes: { type: "string", default: "10000" },
    runs: { type: "string", default: "7" },
    tolerance: { type: "string", default: "1.15" },
    query: { type: "string", default: "winter engine repair" },
  },
});
const base = positionals[0];
if (base === undefined) throw new Error("Name the commit to compare with, such as HEAD~1.");
const project = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "graphdown-bench-base-"));
const root = values.root ?? generateCorpus({ notes: Number(values.notes), bytes: 700 });

function run(program: string, args: readonly string[], directory: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed (${status}): ${stderr}`);
}

/** The commands of one build; each side keeps its work in a folder of its own. */
function commandsOf(side: string, checkout: string): Readonly<Record<string, readonly string[]>> {
  const program = join(checkout, "dist/faces/cli/node-main.js");
  const at = ["--root", root];
  const commands: Readonly<Record<string, readonly string[]>> = {
    "--version": [program, "--version"],
    "search, nothing kept": [program, "search", values.query, ...at, "--no-cache"],
    "search, kept work": [program, "search", values.query, ...at],
    "problems, kept work": [program, "problems", ...at],
    "export (turtle), nothing kept": [program, "export", "--format", "turtle", ...at, "--no-cache"],
    grep: [program, "grep", "winter engine", ...at],
  };
  return Object.fromEntries(Object.entries(commands).map(([name, args]) => [`${side}: ${name}`, args]));
}

try {
  run("git", ["worktree", "add", "--detach", folder, base], project);
  run("npm", ["ci", "--prefer-offline"], folder);
  run("npm", ["run", "build"], folder);
  process.env["GRAPHDOWN_CACHE"] = join(folder, "cache");
  const measured = measureProcesses(
    { ...commandsOf("base", folder), ...commandsOf("now", project) },
    Number(values.runs),
  );
  console.log(
    `${base} beside the working copy; Node ${process.versions.node}; best of ${values.runs} whole processes\n`,
  );
  console.log("| command | base ms | now ms | ratio of the best | of the medians |\n|---|--:|--:|--:|--:|");
  const slower: string[] = [];
  for (const [name, now] of measured) {
    if (!name.startsWith("now: ")) continue;
    const before = measured.get(name.replace("now: ", "base: "));
    if (before === undefined) throw new Error(`${name} has nothing to be compared with.`);
    const ratio = now.minimum / before.minimum;
    if (ratio > Number(values.tolerance)) slower.push(name);
    const cells = [
      before.minimum.toFixed(0),
      now.minimum.toFixed(0),
      ratio.toFixed(2),
      (now.median / before.median).toFixed(2),
    ];
    console.log(`| ${name.slice("now: ".length)} | ${cells.join(" | ")} |`);
  }
  if (slower.length > 0) {
    console.log(`\nmore than ${values.tolerance} times as slow: ${slower.join(", ")}`);
    process.exitCode = 1;
  }
} finally {
  spawnSync("git", ["worktree", "remove", "--force", folder], { cwd: project });
  if (values.root === undefined) rmSync(root, { recursive: true, force: true });
}
