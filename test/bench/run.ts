/**
 * `npm run bench -- [--root FOLDER] [--notes N] [--bytes N] [--runs N] [--query TEXT]`
 *
 * Asks a corpus from nothing and with what an earlier run kept, as whole processes beside the limits of the machine in the same run; then in
 * a process that goes on while files change; and then once more by phases.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generateCorpus } from "./generate-corpus.ts";
import { measureProcesses } from "./measure-process.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string" },
    notes: { type: "string", default: "10000" },
    bytes: { type: "string", default: "700" },
    runs: { type: "string", default: "5" },
    query: { type: "string", default: "winter engine repair" },
  },
});
const runs = Number(values.runs);
const root = values.root ?? generateCorpus({ notes: Number(values.notes), bytes: Number(values.bytes) });
const built = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const cache = mkdtempSync(join(tmpdir(), "graphdown-bench-cache-"));
process.env["GRAPHDOWN_CACHE"] = cache;
const command = fileURLToPath(new URL("../../../dist/faces/cli/node-main.js", import.meta.url));

try {
  const measured = measureProcesses(
    {
      "node -e 0": ["-e", "0"],
      "list + stat": [built("limits.js"), "list-stat", root],
      "list + read": [built("limits.js"), "read", root],
      "list + read + hash": [built("limits.js"), "read-hash", root],
      "graphdown --version": [command, "--version"],
      "graphdown --help": [command, "--help"],
      "graphdown search, nothing kept": [command, "search", values.query, "--root", root, "--no-cache"],
      "graphdown search, kept work": [command, "search", values.query, "--root", root],
      "the same, every file hashed": [command, "search", values.query, "--root", root, "--verify", "hash"],
      "graphdown problems, nothing kept": [command, "problems", "--root", root, "--no-cache"],
      "graphdown problems, kept work": [command, "problems", "--root", root],
      "graphdown export (json)": [command, "export", "--format", "json", "--root", root, "--no-cache"],
      "graphdown export (turtle)": [command, "export", "--format", "turtle", "--root", root, "--no-cache"],
      "graphdown export (mermaid)": [command, "export", "--format", "mermaid", "--root", root, "--no-cache"],
    },
    runs,
  );
  const time = (name: string): number => measured.get(name)?.median ?? Number.NaN;
  const { files, bytes } = JSON.parse(measured.get("list + read")?.output ?? "{}") as { files: number; bytes: number };
  console.log(
    `${files} files, ${(bytes / 1e6).toFixed(1)} MB; Node ${process.versions.node}; median of ${runs} whole processes\n`,
  );
  console.log("| command | ms | min | / list + stat | / list + read | / list + read + hash | files/s | MB/s |");
  console.log("|---|--:|--:|--:|--:|--:|--:|--:|");
  for (const [name, { median, minimum }] of measured) {
    const ratios = ["list + stat", "list + read", "list + read + hash"].map((limit) =>
      (median / time(limit)).toFixed(2),
    );
    const rate = [files / (median / 1e3), bytes / 1e3 / median].map((value) => value.toFixed(0));
    console.log(`| ${[name, median.toFixed(0), minimum.toFixed(0), ...ratios, ...rate].join(" | ")} |`);
  }
  const copy = mkdtempSync(join(tmpdir(), "graphdown-bench-copy-"));
  try {
    cpSync(root, copy, { recursive: true });
    const living = measureProcesses({ living: ["--expose-gc", built("living.js"), copy, values.query, "30"] }, 0);
    console.log(`\n${living.get("living")?.output ?? ""}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const phases = measureProcesses({ phases: [built("phases.js"), root, values.query] }, 1);
  console.log(`\n${phases.get("phases")?.output ?? ""}`);
} finally {
  rmSync(cache, { recursive: true, force: true });
  if (values.root === undefined) rmSync(root, { recursive: true, force: true });
}
