/**
 * `npm run bench -- [--root FOLDER] [--notes N[,N…]] [--bytes N] [--runs N] [--query TEXT] [--peers] [--qmd FILE]`
 *
 * Asks a corpus from nothing and with what an earlier run kept, as whole processes beside the limits of the machine in the same run; then in
 * a process that goes on while files change; and then once more by phases. `--peers` puts remark and MiniSearch beside it, which take a
 * minute for 10,000 notes; `--qmd` names the program of an installed qmd (`node_modules/@tobilu/qmd/bin/qmd` or the like).
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
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
    peers: { type: "boolean", default: false },
    qmd: { type: "string" },
  },
});
const runs = Number(values.runs);
const { query } = values;
const built = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const command = fileURLToPath(new URL("../../../dist/faces/cli/node-main.js", import.meta.url));

/** Commands of others for the same question; what qmd keeps is in a folder of its own. */
function peersOf(
  root: string,
  home: string,
): Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>> {
  const peers = {
    "remark, parsing alone": [built("peers.js"), "remark", root],
    "MiniSearch, index and search": [built("peers.js"), "minisearch", root, query],
  };
  if (values.qmd === undefined) return values.peers ? peers : {};
  const qmd = realpathSync(values.qmd);
  process.env["XDG_CACHE_HOME"] = home;
  process.env["XDG_CONFIG_HOME"] = home;
  const added = spawnSync(process.execPath, [qmd, "collection", "add", root, "--name", "bench"], { encoding: "utf8" });
  if (added.status !== 0) throw new Error(`qmd could not index the folder: ${added.stdout}${added.stderr}`);
  return {
    ...(values.peers ? peers : {}),
    "qmd search (of its last update)": [qmd, "search", query],
    "qmd update, then search": [
      [qmd, "update"],
      [qmd, "search", query],
    ],
  };
}

function measure(root: string): void {
  const cache = mkdtempSync(join(tmpdir(), "graphdown-bench-cache-"));
  process.env["GRAPHDOWN_CACHE"] = cache;
  try {
    const measured = measureProcesses(
      {
        "node -e 0": ["-e", "0"],
        "list + stat": [built("limits.js"), "list-stat", root],
        "list + read": [built("limits.js"), "read", root],
        "list + read + hash": [built("limits.js"), "read-hash", root],
        "graphdown --version": [command, "--version"],
        "graphdown --help": [command, "--help"],
        "graphdown search, nothing kept": [command, "search", query, "--root", root, "--no-cache"],
        "graphdown search, kept work": [command, "search", query, "--root", root],
        "the same, every file hashed": [command, "search", query, "--root", root, "--verify", "hash"],
        "graphdown problems, nothing kept": [command, "problems", "--root", root, "--no-cache"],
        "graphdown problems, kept work": [command, "problems", "--root", root],
        "graphdown export (json)": [command, "export", "--format", "json", "--root", root, "--no-cache"],
        "graphdown export (turtle)": [command, "export", "--format", "turtle", "--root", root, "--no-cache"],
        "graphdown export (mermaid)": [command, "export", "--format", "mermaid", "--root", root, "--no-cache"],
        ...peersOf(root, cache),
      },
      runs,
    );
    const time = (name: string): number => measured.get(name)?.median ?? Number.NaN;
    const { files, bytes } = JSON.parse(measured.get("list + read")?.output ?? "{}") as {
      files: number;
      bytes: number;
    };
    console.log(
      `${files} files, ${(bytes / 1e6).toFixed(1)} MB; Node ${process.versions.node}; median of ${runs} whole processes\n`,
    );
    console.log(
      "| command | ms | min | / list + stat | / list + read | / list + read + hash | files/s | MB/s | peak MiB |",
    );
    console.log("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (const [name, { median, minimum, peakMemory }] of measured) {
      const ratios = ["list + stat", "list + read", "list + read + hash"].map((limit) =>
        (median / time(limit)).toFixed(2),
      );
      const rate = [files / (median / 1e3), bytes / 1e3 / median].map((value) => value.toFixed(0));
      console.log(
        `| ${[name, median.toFixed(0), minimum.toFixed(0), ...ratios, ...rate, peakMemory.toFixed(0)].join(" | ")} |`,
      );
    }
    const copy = mkdtempSync(join(tmpdir(), "graphdown-bench-copy-"));
    try {
      cpSync(root, copy, { recursive: true });
      const living = measureProcesses({ living: ["--expose-gc", built("living.js"), copy, query, "30"] }, 0);
      console.log(`\n${living.get("living")?.output ?? ""}`);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
    const phases = measureProcesses({ phases: [built("phases.js"), root, query] }, 1);
    console.log(`\n${phases.get("phases")?.output ?? ""}`);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

if (values.root !== undefined) measure(values.root);
else {
  for (const notes of values.notes.split(",")) {
    const root = generateCorpus({ notes: Number(notes), bytes: Number(values.bytes) });
    try {
      measure(root);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
}
