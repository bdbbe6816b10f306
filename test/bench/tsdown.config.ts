import { defineConfig } from "tsdown";

/** Builds the benchmark programs, so that what is measured is compiled like what is shipped. */
export default defineConfig({
  entry: ["test/bench/run.ts", "test/bench/limits.ts", "test/bench/phases.ts", "test/bench/retrieval.ts"],
  outDir: "node_modules/.cache/graphdown-bench",
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  clean: true,
  hash: false,
  fixedExtension: false,
  logLevel: "warn",
});
