/** Runs git so that it only reads: no hooks, no helpers, no pager, nothing from a network, and no variable that points it elsewhere. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { gitFailure, gitMissing } from "./node-git-failures.ts";

/** Where git runs. */
export interface GitProgram {
  /** The name or path of the program. */
  readonly program: string;
  /** A folder in the repository, absolute. */
  readonly folder: string;
}

/** A run with its three pipes. */
export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Settings that a repository may bring along, and that must not have effect here. */
const settings: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  // Also for versions that do not know the variable against lazy fetching: no transport may be used.
  "protocol.allow=never",
];

const options: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "--no-replace-objects",
  "--literal-pathspecs",
  ...settings.flatMap((setting) => ["-c", setting]),
];

/**
 * Starts git in a folder. Of the environment it gets everything but what is git's own, so that a hook or a shell that works on another
 * repository does not lead it there; credentials are never asked for.
 */
export function startGit({ program, folder }: GitProgram, args: readonly string[]): GitProcess {
  return spawn(program, [...options, ...args], {
    cwd: folder,
    env: environment(),
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
}

function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(others),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_ATTR_NOSYSTEM: "1",
    // What git says is read by us.
    LC_ALL: "C",
    LANGUAGE: "",
  };
}

/** What a run is for, in words that complete "Git could not …"; and what ends it early. */
export interface GitRun {
  readonly operation: string;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes besides 0 that are an answer. Default none. */
  readonly answers?: readonly number[];
}

/** Most characters of what git says on the side that are kept. */
const keptErrors = 4_096;

/** Collects what a process writes to its standard error; gives what there is of it. */
export function collectErrors(child: GitProcess): () => string {
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (errors.length < keptErrors) errors += text.slice(0, keptErrors);
  });
  return () => errors;
}

/** Runs git to its end and gives its output and exit code. A failure is our error; an abort kills it and is thrown as it was given. */
export async function runGit(
  where: GitProgram,
  args: readonly string[],
  { operation, signal, answers = [] }: GitRun,
): Promise<{ readonly output: Buffer; readonly code: number }> {
  signal?.throwIfAborted();
  const child = startGit(where, args);
  const errors = collectErrors(child);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stdin.on("error", () => {});
  child.stdin.end();
  const kill = (): void => void child.kill("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", (cause) => reject(gitMissing(cause)));
      child.once("close", resolve);
    });
    signal?.throwIfAborted();
    if (code !== 0 && (code === null || !answers.includes(code))) throw gitFailure(errors(), operation);
    return { output: Buffer.concat(chunks), code };
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}
