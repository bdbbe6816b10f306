#!/usr/bin/env node
/** The program `graphdown`: hands the process's arguments and streams to the command line. */
import { readFileSync } from "node:fs";
import { runCli } from "./run-cli.ts";

const abort = new AbortController();
process.once("SIGINT", () => abort.abort());
process.once("SIGTERM", () => abort.abort());
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`graphdown export | head`) is no failure.
  if (error.code === "EPIPE") process.exit(0);
  fail(`the output can't be written (${error.code ?? error.name})`);
});
// Without a reader of messages there is nobody to tell.
process.stderr.on("error", () => {});
process.on("uncaughtException", (error: unknown) => {
  fail(`unexpected failure (${error instanceof Error ? error.name : typeof error})`);
});

/** The last word of a run that can't go on; paths and stacks of the host are not for everyone's eyes. */
function fail(what: string): never {
  process.stderr.write(`graphdown: ${what} [storage_failed]\n`);
  process.exit(3);
}

const packageFile = new URL("../../../package.json", import.meta.url);
process.exitCode = await runCli({
  argv: process.argv.slice(2),
  environment: process.env,
  output: process.stdout,
  errors: process.stderr,
  readInput: async () => {
    const [{ addAbortSignal }, { text }] = await Promise.all([import("node:stream"), import("node:stream/consumers")]);
    return text(addAbortSignal(abort.signal, process.stdin));
  },
  signal: abort.signal,
  folder: process.cwd(),
  get version(): string {
    return (JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }).version;
  },
});
