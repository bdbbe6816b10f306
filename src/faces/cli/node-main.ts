#!/usr/bin/env node
/** The program `graphdown`: hands the process's arguments and streams to the command line. */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { runCli } from "./run-cli.ts";

const abort = new AbortController();
process.once("SIGINT", () => abort.abort());
process.once("SIGTERM", () => abort.abort());
// A reader that has seen enough (`graphdown export | head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const packageFile = new URL("../../../package.json", import.meta.url);
process.exitCode = await runCli({
  argv: process.argv.slice(2),
  environment: process.env,
  output: process.stdout,
  errors: process.stderr,
  readInput: () => text(process.stdin),
  signal: abort.signal,
  get version(): string {
    return (JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }).version;
  },
});
