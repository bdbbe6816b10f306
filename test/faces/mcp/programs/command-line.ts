/** The command line as a program of its own. */
import { runCli } from "../../../../src/faces/cli/run-cli.ts";

const abort = new AbortController();
process.once("SIGTERM", () => abort.abort());
process.exitCode = await runCli({
  argv: process.argv.slice(2),
  environment: process.env,
  folder: process.cwd(),
  output: process.stdout,
  errors: process.stderr,
  readInput: async () => "",
  signal: abort.signal,
  version: "1.2.3",
});
