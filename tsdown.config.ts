import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";
import { withScanner } from "./compile-scanner.ts";
import { vocabularyTurtle } from "./src/exports/vocabulary-turtle.ts";
import { contextDocument } from "./src/graph/context.ts";
import { resolveGraphOptions } from "./src/graph/graph-options.ts";
import { defaultShapes } from "./src/query/shacl/default-shapes.ts";

const packageJson = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };

/**
 * What is loaded together is one file, since each further file costs a start about half a millisecond: the few words that every run of
 * the program needs; files and storage; what makes the graph; and what answers each kind of question. A group also takes what its
 * modules import, unless an earlier one has it, so the order here follows the layers. No declaration (`.d.ts`) may match.
 */
const groups = [
  { name: "words", test: /\/src\/base\/(errors|nearest-name|show-path|cut|count-of)\.ts$/ },
  {
    name: "core",
    test: /\/src\/(base|files|storage|context)\/(?!node-)[a-z-]+\.ts$(?<!\/(answer-[a-z]+|sparql-text|knowledge|builder|index-maker|search-files|match-lines|external-iri|rdf-prefixes)\.ts)/,
  },
  {
    name: "node-core",
    test: /\/src\/(storage|context)\/(node-disk\/)?node-[a-z-]+\.ts$(?<!(-(thread|questions)|git-store)\.ts)/,
  },
  { name: "git", test: /\/src\/storage\/(node-git-store|node-git\/[a-z-]+)\.ts$/ },
  { name: "s3", test: /\/src\/storage\/(s3-store|s3\/(?!parse-s3-location)[a-z0-9-]+|remote\/[a-z-]+)\.ts$/ },
  {
    name: "session",
    test: /\/src\/faces\/cli\/(open-session|print-tool-result|note-skipped|option-values)\.ts$/,
  },
  { name: "knowledge", test: /\/src\/(snapshot\/(?!pack-)[a-z-]+|context\/knowledge)\.ts$/ },
  { name: "schemas", test: /\/node_modules\/zod\/.*\.js$/ },
  { name: "grep", test: /\/src\/files\/(search-files|match-lines|grep\/[a-z-]+)\.ts$/ },
  { name: "search", test: /\/src\/context\/(answer-search|index-maker)\.ts$/ },
  { name: "builder", test: /\/src\/context\/builder\.ts$/ },
  { name: "export", test: /\/src\/context\/answer-export\.ts$/ },
  { name: "sparql-answer", test: /\/src\/context\/(answer-sparql|sparql-text)\.ts$/ },
  { name: "reasoning", test: /\/src\/context\/answer-(validate|infer)\.ts$/ },
  { name: "toolset", test: /\/src\/tools\/[a-z-]+\.ts$/ },
  { name: "mcp-server", test: /\/src\/faces\/mcp\/(?!node-)[a-z-]+\.ts$/ },
];

/** Dependencies that a start would load file by file: of zod alone more than there is of ours. Their notices are in `docs`. */
const bundled = /^(zod|github-slugger)(\/|$)/;

/** The MCP SDK brings a compiler of schemas along, which we never give it anything to compile with: more than all the rest of it. */
const withoutSchemaCompiler = {
  name: "without-schema-compiler",
  resolveId: (id: string) => (id === "ajv" || id === "ajv-formats" ? "\0no-schema-compiler" : null),
  load: (id: string) => (id === "\0no-schema-compiler" ? "export default class {}" : null),
};

/** What a build is told from others by: kept work of another one is not used. Its loader looks for it beside itself. */
const withBuildId = {
  name: "with-build-id",
  generateBundle(
    this: { emitFile(file: { type: "asset"; fileName: string; source: string }): void },
    _: unknown,
    bundle: Readonly<Record<string, { readonly code?: string }>>,
  ) {
    // Not the declarations.
    if (bundle["node-core.js"] === undefined) return;
    const hash = createHash("sha256");
    for (const name of Object.keys(bundle).sort()) hash.update(`${name}\n${bundle[name]?.code ?? ""}\n`);
    this.emitFile({ type: "asset", fileName: "build-id.txt", source: hash.digest("hex") });
  },
};

/** Files that lie beside the program of a Worker, whose bundler takes them as modules: the scanner, compiled, and the build's id. */
const withModulesBeside = {
  name: "with-modules-beside",
  resolveId: (id: string) => (id === "./scanner.wasm" || id === "./build-id.txt" ? { id, external: true } : null),
};

/** The bundler's own helpers import Node's `require` whether or not anything asks for it; other runtimes have none. */
const withoutUnusedRequire = {
  name: "without-unused-require",
  renderChunk(code: string) {
    const [whole] = /import\s*\{\s*createRequire\s*\}\s*from\s*"node:module";/.exec(code) ?? [];
    if (whole === undefined) return null;
    const rest = code.replace(whole, "");
    return rest.includes("createRequire") ? null : { code: rest, map: null };
  },
};

/** What the package publishes for readers of its RDF: the context of its JSON-LD, its vocabulary as an ontology, and its shapes. */
const withVocabulary = {
  name: "with-vocabulary",
  generateBundle(
    this: { emitFile(file: { type: "asset"; fileName: string; source: string }): void },
    _: unknown,
    bundle: Readonly<Record<string, unknown>>,
  ) {
    // Not with the declarations.
    if (bundle["index.js"] === undefined) return;
    const context = contextDocument(resolveGraphOptions().baseIri);
    this.emitFile({ type: "asset", fileName: "context.jsonld", source: context });
    this.emitFile({ type: "asset", fileName: "vocabulary.ttl", source: vocabularyTurtle() });
    this.emitFile({ type: "asset", fileName: "shapes.ttl", source: defaultShapes });
  },
};

/**
 * Bundles every public entry into `dist`, sharing code between them by chunks. Other dependencies stay imports; development dependencies
 * that are used, the small parsers that nearly every start needs, become part of the bundle too.
 */
export default defineConfig({
  entry: {
    index: "src/index.ts",
    "node-index": "src/node-index.ts",
    remark: "src/remark.ts",
    sparql: "src/sparql.ts",
    graphology: "src/graphology.ts",
    testing: "src/testing.ts",
    worker: "src/worker.ts",
    "worker-sparql": "src/worker-sparql.ts",
    "faces/cli/node-main": "src/faces/cli/node-main.ts",
    "context/node-questions-thread": "src/context/node-questions-thread.ts",
    "context/parsing/node-parsing-thread": "src/context/parsing/node-parsing-thread.ts",
    "query/sparql/node-sparql-thread": "src/query/sparql/node-sparql-thread.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: true,
  define: { GRAPHDOWN_VERSION: JSON.stringify(packageJson.version) },
  plugins: [withModulesBeside, withoutUnusedRequire, withoutSchemaCompiler, withScanner, withBuildId, withVocabulary],
  // The CommonJS builds that Node would get can't be bundled well: of n3 only the parser is wanted.
  alias: {
    yaml: fileURLToPath(new URL("node_modules/yaml/browser/index.js", import.meta.url)),
    n3: fileURLToPath(new URL("node_modules/n3/src/index.js", import.meta.url)),
  },
  // Types keep their import of zod, so that tools of others fit to ours.
  deps: { alwaysBundle: (id, importer) => bundled.test(id) && !/\.d\.[cm]?ts$/.test(importer ?? "") },
  // How long plugins take is nothing that a reader of a build has to act on.
  checks: { pluginTimings: false },
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
