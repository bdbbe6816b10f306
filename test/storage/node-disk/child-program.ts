/** Programs over the disk store that run as processes of their own. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { newFolder } from "./disk-folder.ts";

const ownPrograms = join(dirname(fileURLToPath(import.meta.url)), "programs");

/** Bundles `<folder>/<name>.ts` to one file that plain Node runs, readable for every user. The folder is `programs` beside this by default. */
export async function bundleProgram(name: string, folder: string = ownPrograms): Promise<string> {
  const outDir = newFolder();
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: join(folder, `${name}.ts`),
      outDir,
      minify: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  chmodSync(outDir, 0o755);
  return join(outDir, `${name}.mjs`);
}

/** A program that has been started. */
export interface RunningProgram {
  readonly process: ChildProcess;
  /** What it wrote, and how it ended, once it has. */
  readonly ended: Promise<{ readonly output: string; readonly errors: string; readonly code: number | null }>;
}

/** Starts a bundled program. */
export function startProgram(file: string, args: readonly string[], options: SpawnOptions = {}): RunningProgram {
  return startCommand(process.execPath, [file, ...args], options);
}

/** Starts any command. */
export function startCommand(command: string, args: readonly string[], options: SpawnOptions = {}): RunningProgram {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  let errors = "";
  child.stdout?.on("data", (chunk) => {
    output += String(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<Awaited<RunningProgram["ended"]>>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ output, errors, code }));
  });
  return { process: child, ended };
}
