import { defineConfig } from "tsdown";

/** Bundles every public entry into `dist`, sharing code between them by chunks; dependencies stay imports. */
export default defineConfig({
  entry: {
    index: "src/index.ts",
    "node-index": "src/node-index.ts",
    remark: "src/remark.ts",
    testing: "src/testing.ts",
    "faces/cli/node-main": "src/faces/cli/node-main.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: true,
  clean: true,
  hash: false,
  fixedExtension: false,
});
