import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";
import { compileScanner } from "../../compile-scanner.ts";

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The scanner, where the programs look for it: beside them. */
const withScanner = {
  name: "with-scanner",
  async generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: Uint8Array }): void }) {
    this.emitFile({ type: "asset", fileName: "scanner.wasm", source: await compileScanner() });
  },
};

/** Builds the benchmark programs, so that what is measured is compiled like what is shipped. */
export default defineConfig({
  entry: [
    from("run.ts"),
    from("limits.ts"),
    from("living.ts"),
    from("phases.ts"),
    from("retrieval.ts"),
    from("grep.ts"),
  ],
  outDir: from("../../node_modules/.cache/graphdown-bench"),
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  plugins: [withScanner],
  clean: true,
  hash: false,
  fixedExtension: false,
  logLevel: "warn",
});
