import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";

/**
 * What is loaded together is one file, since each further file costs a start about half a millisecond: the few words that every run of
 * the program needs; files and storage; what makes the graph; and what answers each kind of question. A group also takes what its
 * modules import, unless an earlier one has it, so the order here follows the layers.
 */
const groups = [
  { name: "words", test: /\/src\/base\/(errors|nearest-name|show-path|cut)\.ts$/ },
  {
    name: "core",
    test: /\/src\/(base|files|storage|context)\/(?!node-)[a-z-]+\.ts$(?<!\/(answer-[a-z]+|knowledge)\.ts)/,
  },
  { name: "node-core", test: /\/src\/(storage|context)\/(node-disk\/)?node-[a-z-]+\.ts$/ },
  { name: "session", test: /\/src\/faces\/cli\/(open-session|print-tool-result|note-skipped|option-values)\.ts$/ },
  { name: "knowledge", test: /\/src\/(snapshot\/|context\/knowledge\.ts$)/ },
  { name: "search", test: /\/src\/context\/answer-search\.ts$/ },
  { name: "export", test: /\/src\/context\/answer-export\.ts$/ },
];

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
  // Each start reads all that it loads: blanks are left out, names stay, so that a stack still tells where it was.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  outputOptions: {
    // What is documented is in the types.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: { groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })) },
  },
});
