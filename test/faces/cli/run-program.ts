/** Runs the command line for tests: in this process with streams of its own, or as the built program. */
import { type SpawnOptions, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli } from "../../../src/faces/cli/run-cli.ts";

/** The handbook that is bundled. */
export const handbook: string = fileURLToPath(new URL("../../../fixtures/handbook", import.meta.url));

/** The program as `npm run build` makes it. */
export const program: string = fileURLToPath(new URL("../../../dist/faces/cli/node-main.js", import.meta.url));

/** Tests of the built program are skipped where it has not been built; `npm test` builds it. */
export const isBuilt: boolean = existsSync(program);

/** What a run gave. */
export interface RunResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface RunOptions {
  /** Standard output and error are a terminal. Default `false`. */
  readonly terminal?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string | (() => Promise<string>);
  readonly signal?: AbortSignal;
  /** The working folder, for the configuration. Default: this one, which has none. */
  readonly folder?: string;
}

/** Runs the command line in this process. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { terminal = false, environment = {}, input = "", signal = new AbortController().signal } = options;
  const { folder = process.cwd() } = options;
  const written = { output: "", errors: "" };
  const stream = (name: keyof typeof written) => ({
    isTTY: terminal,
    write: (text: string) => {
      written[name] += text;
      return true;
    },
    once: () => {},
  });
  const code = await runCli({
    argv,
    environment,
    output: stream("output"),
    errors: stream("errors"),
    readInput: typeof input === "string" ? () => Promise.resolve(input) : input,
    signal,
    folder,
    version: "1.2.3",
  });
  return { code, ...written };
}

/** Runs the built program to its end. */
export function runProgram(
  argv: readonly string[],
  options: SpawnOptions & { input?: string } = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...argv], { ...options, stdio: "pipe" });
    const written = { output: "", errors: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      written.output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      written.errors += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...written }));
    child.stdin?.end(options.input ?? "");
  });
}

/** Makes a folder with files; remove it with {@link removeFolder}. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "graphdown-cli-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
