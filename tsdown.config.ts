import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";

/**
 * Bundles every public entry into `dist`, sharing code between them by chunks. Dependencies stay imports; the small parsers that nearly
 * every start needs are development dependencies and so become part of the bundle, since loading them file by file takes five times as long.
 */
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
  // The CommonJS build that Node would get can't be bundled well.
  alias: { yaml: fileURLToPath(new URL("node_modules/yaml/browser/index.js", import.meta.url)) },
  clean: true,
  hash: false,
  fixedExtension: false,
});
