/**
 * `npm run bench -- [--root FOLDER] [--notes N] [--bytes N] [--runs N] [--query TEXT]`
 *
 * Builds and asks a corpus from nothing, as whole processes beside the limits of the machine in the same run, and then once more by phases.
 */
import { rmSync } from "node:fs";
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
const command = fileURLToPath(new URL("../../../dist/faces/cli/node-main.js", import.meta.url));

try {
  const measured = measureProcesses(
    {
      "node -e 0": ["-e", "0"],
      "list + stat": [built("limits.js"), "list-stat", root],
      "list + read": [built("limits.js"), "read", root],
      "list + read + hash": [built("limits.js"), "read-hash", root],
      "graphdown --version": [command, "--version"],
      "graphdown search": [command, "search", values.query, "--root", root],
      "graphdown problems": [command, "problems", "--root", root],
      "graphdown export (json)": [command, "export", "--format", "json", "--root", root],
      "graphdown export (turtle)": [command, "export", "--format", "turtle", "--root", root],
      "graphdown export (mermaid)": [command, "export", "--format", "mermaid", "--root", root],
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
  const phases = measureProcesses({ phases: [built("phases.js"), root, values.query] }, 1);
  console.log(`\n${phases.get("phases")?.output ?? ""}`);
} finally {
  if (values.root === undefined) rmSync(root, { recursive: true, force: true });
}
