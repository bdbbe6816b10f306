/** The public surface of the package: adding, renaming or removing a name is a visible act. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { exportsOf, importsReachedFrom } from "./exports-of.ts";

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

function surfaceOf(path: string): { values: string[]; types: string[] } {
  const names = [...exportsOf(fileOf(path))].sort(([a], [b]) => (a < b ? -1 : 1));
  const of = (wanted: string): string[] => names.filter(([, kind]) => kind === wanted).map(([name]) => name);
  return { values: of("value"), types: of("type") };
}

const neutralValues = [
  "GraphdownError",
  "allTools",
  "alwaysAllow",
  "alwaysAllowWith",
  "buildGraph",
  "buildIndex",
  "createDirectory",
  "createFileContext",
  "createFileContexts",
  "createMemoryStore",
  "createPrefixedStore",
  "createS3Store",
  "createTools",
  "defaultLimits",
  "deleteFile",
  "describeTool",
  "diffGraphs",
  "differenceOf",
  "errorCodes",
  "exportFormats",
  "exportGraph",
  "fileExists",
  "infoOf",
  "listChildren",
  "listFolder",
  "parseDirectoryPath",
  "parseDocument",
  "parseLogicalPath",
  "problemKinds",
  "quadsOf",
  "readFile",
  "readOnlyTools",
  "readRange",
  "renderToolResult",
  "runToolCall",
  "searchFiles",
  "searchGraph",
  "sparqlTextFormats",
  "takeSnapshot",
  "writeFile",
  "writeGraph",
  "writeSparqlAnswer",
];

const neutralTypes = [
  "Anchor",
  "ApprovalAnswer",
  "ApprovalCall",
  "ApprovalMode",
  "ApprovalQuestion",
  "ApprovalRequest",
  "ApprovalRule",
  "ApprovalSettings",
  "ApprovalState",
  "ApprovalTarget",
  "Approvals",
  "Artifact",
  "ArtifactAnswer",
  "BinaryFile",
  "CallDecision",
  "CallOptions",
  "CallRetries",
  "ChangeEvent",
  "ChangedFile",
  "ContextExportOptions",
  "ContextPackOptions",
  "ContextPackResult",
  "ContextSelection",
  "Cut",
  "DefaultGraph",
  "DeletedFile",
  "Diagnostic",
  "DiagnosticKind",
  "DiffInput",
  "DiffOptions",
  "DiffSide",
  "DifferenceEvent",
  "DirectoryPath",
  "DocumentOutline",
  "DocumentTag",
  "EdgeKind",
  "EdgePlace",
  "EditMethods",
  "EditOptions",
  "ErrorCode",
  "ErrorDetails",
  "ErrorInfo",
  "ExportFormat",
  "ExportOptions",
  "ExportReport",
  "ExportStart",
  "ExportTarget",
  "FailureEvent",
  "FileContent",
  "FileContext",
  "FileContextOptions",
  "FileEntry",
  "FileInfo",
  "FileInfoAnswer",
  "FileMatch",
  "FileMatches",
  "FileRange",
  "FileReadResult",
  "FileScope",
  "FileStore",
  "FileVersion",
  "FindOptions",
  "FindResult",
  "FolderEntry",
  "FolderItem",
  "FolderListing",
  "FrontMatter",
  "GraphDiff",
  "GraphDifference",
  "GraphEdge",
  "GraphExport",
  "GraphExportSummary",
  "GraphMatch",
  "GraphNode",
  "GraphOptions",
  "GraphOverview",
  "GraphProblem",
  "GraphProblems",
  "GraphSearchResult",
  "GraphStatement",
  "GrepOptions",
  "HashFunction",
  "InferOptions",
  "InferenceResult",
  "KnowledgeGraph",
  "Limits",
  "LineEdit",
  "LinkResolution",
  "LinkSyntax",
  "ListEntry",
  "ListFolderOptions",
  "ListOptions",
  "ListPage",
  "Literal",
  "LogicalPath",
  "MarkdownDocument",
  "MarkdownEngine",
  "MarkdownLink",
  "MarkdownSyntax",
  "MatchingLine",
  "MemoryStoreOptions",
  "MoveOptions",
  "MovedFile",
  "NamedNode",
  "NeighborsOptions",
  "NeighborsResult",
  "NodeKind",
  "Observation",
  "OpenFile",
  "OpenOptions",
  "OverviewOptions",
  "ParseDocumentInput",
  "ParseOptions",
  "PathOptions",
  "PathResult",
  "Permissions",
  "Person",
  "ProblemsOptions",
  "ProgressListener",
  "Property",
  "PropertyValue",
  "PutOptions",
  "Quad",
  "QuadOptions",
  "QuadsOptions",
  "ReadFileOptions",
  "ReadRangeOptions",
  "ReadSectionOptions",
  "RelatedOptions",
  "RelatedResult",
  "RemovedFile",
  "RepairedMove",
  "Repeatable",
  "Replacement",
  "RetrySettings",
  "S3Credentials",
  "S3CredentialsSource",
  "S3Encryption",
  "S3Place",
  "S3Retry",
  "S3StoreOptions",
  "SearchAnswer",
  "SearchFilesOptions",
  "SearchGraphOptions",
  "SearchIndex",
  "SearchMode",
  "SearchOptions",
  "Section",
  "SectionAnswer",
  "SectionContent",
  "SectionEdit",
  "SectionEditMode",
  "ShapeProblem",
  "SkipReason",
  "Skipped",
  "SkippedFile",
  "Snapshot",
  "SnapshotDifference",
  "SnapshotFile",
  "SparqlAnswer",
  "SparqlGraph",
  "SparqlOptions",
  "SparqlRow",
  "SparqlRows",
  "SparqlTerm",
  "SparqlTextFormat",
  "SparqlTruth",
  "StateEvent",
  "StatementObject",
  "StoreDescription",
  "TakeSnapshotRequest",
  "Task",
  "TextReading",
  "TextSink",
  "TitleSource",
  "ToolAnnotations",
  "ToolCall",
  "ToolCallRecord",
  "ToolContext",
  "ToolDefinition",
  "ToolDescription",
  "ToolEffect",
  "ToolEvent",
  "ToolResult",
  "UnlistedName",
  "UnreadFiles",
  "ValidateOptions",
  "ValidationReport",
  "Verdict",
  "WatchOptions",
  "WriteCondition",
  "WriteFileOptions",
  "WriteMetadata",
  "WriteOptions",
  "WrittenContent",
  "WrittenFile",
  "YamlValue",
];

describe("graphdown", () => {
  it("exports these names on every runtime", () => {
    expect(surfaceOf("src/index.ts")).toEqual({ values: neutralValues, types: neutralTypes });
  });

  it("exports these besides on Node", () => {
    const { values, types } = surfaceOf("src/node-index.ts");
    expect(values.filter((name) => !neutralValues.includes(name))).toEqual([
      "loadDefaultEngine",
      "openDiskStore",
      "openLocation",
    ]);
    expect(types.filter((name) => !neutralTypes.includes(name))).toEqual([
      "LocationSettings",
      "NodeFileContextOptions",
      "S3Access",
    ]);
    expect(values).toEqual(expect.arrayContaining(neutralValues));
    expect(types).toEqual(expect.arrayContaining(neutralTypes));
  });

  it("exports what it says", async () => {
    for (const path of ["index", "node-index", "remark", "testing"]) {
      const module = (await import(`../../src/${path}.ts`)) as object;
      expect(Object.keys(module).sort(), path).toEqual(surfaceOf(`src/${path}.ts`).values);
    }
  });
});

describe("graphdown/remark and graphdown/testing", () => {
  it("export these names", () => {
    expect(surfaceOf("src/remark.ts")).toEqual({ values: ["createRemarkEngine"], types: ["RemarkEngineOptions"] });
    expect(surfaceOf("src/testing.ts").values).toEqual(["createMemoryStore", "fileStoreContract"]);
  });
});

describe("graphdown/sparql", () => {
  it("exports these names", () => {
    expect(surfaceOf("src/sparql.ts")).toEqual({
      values: ["createSparql"],
      types: ["Oxigraph", "SparqlEngine", "SparqlEngineSource"],
    });
  });
});

describe("graphdown/worker", () => {
  it("exports these names", () => {
    const { values, types } = surfaceOf("src/worker.ts");
    expect(values).toEqual(["Workspace", "createR2Store", "createWorker", "createWorkspaceObject", "program"]);
    expect(types).toEqual([
      "BuildBatch",
      "BuildMessage",
      "BuildPage",
      "BuildsBinding",
      "ObjectId",
      "ObjectState",
      "ObjectStorage",
      "R2Bucket",
      "R2GetOptions",
      "R2ListOptions",
      "R2Object",
      "R2ObjectBody",
      "R2Objects",
      "R2PutOptions",
      "R2StoreOptions",
      "RetrySettings",
      "WorkerContext",
      "WorkerEnvironment",
      "WorkerHandlers",
      "WorkerProgram",
      "WorkspaceNamespace",
      "WorkspaceObject",
      "WorkspaceObjectClass",
    ]);
  });
});

describe("graphdown/worker-sparql", () => {
  it("exports these names", () => {
    expect(surfaceOf("src/worker-sparql.ts")).toEqual({ values: ["Workspace", "program"], types: [] });
  });
});

describe("the runtime-neutral entry", () => {
  const packages = new Set([
    "@noble/hashes",
    "@viz-js/viz",
    "aws4fetch",
    "diff",
    "github-slugger",
    "graphology-communities-louvain",
    "n3",
    "remark-gfm",
    "remark-parse",
    "smol-toml",
    "unified",
    "yaml",
    "re2js",
    "zod",
  ]);

  it.each(["src/index.ts", "src/remark.ts", "src/sparql.ts", "src/testing.ts"])(
    "%s reaches no module of Node",
    (entry) => {
      const faults = [...importsReachedFrom(fileOf(entry))].filter(([specifier]) => {
        const isNode = specifier.startsWith("node:") || /\/node-[^/]+\.ts$/.test(specifier);
        const isFile = specifier.startsWith("/") || /^[A-Za-z]:\\/.test(specifier);
        const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
        return isNode || (!isFile && !packages.has(name));
      });
      expect(faults).toEqual([]);
    },
  );

  it.skipIf(!existsSync(fileOf("dist/index.js"))).each(["index", "worker"])("%s is built without one", (entry) => {
    const seen = new Set<string>();
    const queue = [fileOf(`dist/${entry}.js`)];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = readFileSync(file, "utf8");
      expect(text, file).not.toMatch(/(from|import)\s*\(?\s*["'](node:|fs\b|path\b|crypto\b)/);
      for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)) {
        queue.push(fileURLToPath(new URL(name as string, `file://${file}`)));
      }
    }
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe("package.json", () => {
  const manifest = JSON.parse(readFileSync(fileOf("package.json"), "utf8")) as {
    exports: Record<string, unknown>;
    bin: Record<string, string>;
  };

  it("names these entries", () => {
    expect(Object.keys(manifest.exports)).toEqual([
      ".",
      "./remark",
      "./sparql",
      "./graphology",
      "./testing",
      "./worker",
      "./worker-sparql",
      "./context.jsonld",
      "./vocabulary.ttl",
      "./shapes.ttl",
      "./package.json",
    ]);
    expect(manifest.bin).toEqual({ graphdown: "./dist/faces/cli/node-main.js" });
  });

  it.skipIf(!existsSync(fileOf("dist/index.d.ts")))("comes with declarations that lead to declarations", () => {
    for (const name of readdirSync(fileOf("dist")).filter((file) => file.endsWith(".d.ts"))) {
      for (const [, target] of readFileSync(fileOf(`dist/${name}`), "utf8").matchAll(/from\s*"\.\/([^"]+)\.js"/g)) {
        expect(existsSync(fileOf(`dist/${target}.d.ts`)), `${name} needs ${target}.d.ts`).toBe(true);
      }
    }
  });

  it.skipIf(!existsSync(fileOf("dist/index.js")))("names files that the build makes", () => {
    const files: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value === "string") files.push(value);
      else for (const inner of Object.values(value as object)) collect(inner);
    };
    collect(manifest.exports);
    collect(manifest.bin);
    for (const file of files) expect(existsSync(fileOf(file)), file).toBe(true);
  });
});
