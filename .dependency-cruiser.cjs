/**
 * The import rule of docs/architecture.md as a check: who may import whom, where `node:` modules may appear, no cycles.
 * `allowed[folder]` lists the other folders of src that the folder may import.
 */
const allowed = {
  base: [],
  storage: ["base"],
  files: ["base", "storage"],
  documents: ["base"],
  snapshot: ["base", "storage", "documents"],
  graph: ["base", "documents"],
  search: ["base", "documents", "graph"],
  exports: ["base", "documents", "graph"],
  query: ["base", "documents", "graph", "exports"],
  guard: ["base", "storage"],
  context: ["base", "storage", "files", "documents", "snapshot", "graph", "search", "exports", "query", "guard"],
  tools: ["base", "guard", "context"],
  faces: ["base", "storage", "guard", "context", "tools", "faces"],
};

const folderRules = Object.entries(allowed).map(([folder, others]) => ({
  name: `${folder}-imports`,
  severity: "error",
  comment: `src/${folder} may import only ${["itself", ...others].join(", ")}`,
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...others].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...folderRules,
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "node-modules-of-the-runtime",
      severity: "error",
      comment: "only files named node-*.ts and faces/cli may import node: modules, so that the rest builds for workerd",
      from: { path: "^src/", pathNot: "(^src/faces/cli/|/node-[^/]+\\.ts$|^src/node-index\\.ts$)" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "node-files-stay-outside",
      severity: "error",
      comment: "a runtime-neutral file must not import a Node-only one; it gets it injected",
      from: { path: "^src/", pathNot: "(^src/faces/cli/|/node-[^/]+\\.ts$|^src/node-index\\.ts$)" },
      to: { path: "/node-[^/]+\\.ts$" },
    },
    { name: "no-orphans", severity: "error", from: { orphan: true, pathNot: "\\.d\\.ts$" }, to: {} },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
