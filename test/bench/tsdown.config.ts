import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";
import { withScanner } from "../../compile-scanner.ts";

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the benchmark programs, so that what is measured is compiled like what is shipped. */
export default defineConfig({
  entry: [
    from("run.ts"),
    from("compare.ts"),
    from("exports.ts"),
    from("limits.ts"),
    from("living.ts"),
    from("peak-memory.ts"),
    from("peers.ts"),
    from("phases.ts"),
    from("questions.ts"),
    from("range.ts"),
    from("retrieval.ts"),
    from("search.ts"),
    from("grep.ts"),
    from("worker.ts"),
  ],
  outDir: from("../../node_modules/.cache/graphdown-bench"),
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  plugins: [withScanner],
  // Its build for Node can't be bundled once more.
  deps: { neverBundle: ["miniflare"] },
  clean: true,
  hash: false,
  fixedExtension: false,
  logLevel: "warn",
});
