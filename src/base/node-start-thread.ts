/** Starts threads of the package that may be ended at any moment. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { GraphdownError } from "./errors.ts";

/** A thread's program by its place in the package as it is built, or wherever else it lies. */
export type ThreadProgram = `dist/${string}.js` | URL;

/**
 * Starts a thread. The package finds its own programs wherever the code here has been bundled to.
 *
 * @throws GraphdownError `unsupported` where the process may start none, or the package is not where it is looked for.
 */
export function startThread(program: ThreadProgram, options: WorkerOptions): Worker {
  keepEndedThreadsFromCrashing();
  try {
    return new Worker(typeof program === "string" ? inPackage(program) : program, options);
  } catch (cause) {
    throw cannotStart(cause);
  }
}

function cannotStart(cause: unknown): GraphdownError {
  const kind = (cause as NodeJS.ErrnoException | undefined)?.code ?? "unexpected";
  return new GraphdownError({
    code: "unsupported",
    message: `No thread could be started (${kind}).`,
    details: { reason: "thread", kind },
    next: "Let the process start threads and read the folder of the package; a bundled program keeps graphdown outside of its bundle.",
    cause,
  });
}

function inPackage(program: string): URL {
  const manifest = createRequire(import.meta.url).resolve("graphdown/package.json");
  return new URL(program, pathToFileURL(manifest));
}

/**
 * V8 11 and 12 (Node 20 and 22) abort the whole process with "unreachable code" in `Deoptimizer::DoComputeBuiltinContinuation` when a
 * thread is ended while WebAssembly runs below a function that was compiled with that call inlined. V8 13 (Node 24) does not. Without
 * the inlining no such function exists; what remains is the cost of a call of a wrapper.
 */
function keepEndedThreadsFromCrashing(): void {
  if (Number.parseInt(process.versions.v8, 10) < 13) setFlagsFromString("--no-turbo-inline-js-wasm-calls");
}
