/** The commands by name. Each is loaded only when it is run, so that starting up stays cheap. */
import type { Command } from "./command.ts";

/** One line of `graphdown --help`, and how to load the command. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: "search",
    summary: "rank the sections that answer a question, with path and lines",
    load: async () => (await import("./commands/search.ts")).searchCommand,
  },
  {
    name: "context",
    summary: "the text to read about a question, within a budget of tokens",
    load: async () => (await import("./commands/context.ts")).contextCommand,
  },
  {
    name: "export",
    summary: "write the graph as a diagram, RDF, or a network: Mermaid, SVG, Turtle, GraphML and more",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    name: "overview",
    summary: "what is in the knowledge base: counts, folders, tags, top documents",
    load: async () => (await import("./commands/overview.ts")).overviewCommand,
  },
  {
    name: "find",
    summary: "documents or tasks by metadata",
    load: async () => (await import("./commands/find.ts")).findCommand,
  },
  {
    name: "outline",
    summary: "one document: metadata, headings with lines, links out and in",
    load: async () => (await import("./commands/outline.ts")).outlineCommand,
  },
  {
    name: "neighbors",
    summary: "what a note is connected with: links, backlinks with their lines, tags, relations",
    load: async () => (await import("./commands/neighbors.ts")).neighborsCommand,
  },
  {
    name: "path",
    summary: "a shortest way from one note to another over links",
    load: async () => (await import("./commands/path.ts")).pathCommand,
  },
  {
    name: "related",
    summary: "notes that are close to one by links, tags and words, with the reasons",
    load: async () => (await import("./commands/related.ts")).relatedCommand,
  },
  {
    name: "problems",
    summary: "broken links and anchors, ambiguous targets, orphans and the like",
    load: async () => (await import("./commands/problems.ts")).problemsCommand,
  },
  {
    name: "sparql",
    summary: "ask the graph in SPARQL",
    load: async () => (await import("./commands/sparql.ts")).sparqlCommand,
  },
  {
    name: "diff",
    summary: "what is different between two revisions, first of all links that broke",
    load: async () => (await import("./commands/diff.ts")).diffCommand,
  },
  {
    name: "validate",
    summary: "check the graph against SHACL shapes, as path:line",
    load: async () => (await import("./commands/validate.ts")).validateCommand,
  },
  {
    name: "infer",
    summary: "print what follows from the graph by RDFS, SKOS or rules in N3",
    load: async () => (await import("./commands/infer.ts")).inferCommand,
  },
  {
    name: "read",
    summary: "print a file, or some of its lines",
    load: async () => (await import("./commands/read.ts")).readCommand,
  },
  {
    name: "ls",
    summary: "list a folder",
    load: async () => (await import("./commands/ls.ts")).lsCommand,
  },
  {
    name: "grep",
    summary: "find the lines of files that match a pattern",
    load: async () => (await import("./commands/grep.ts")).grepCommand,
  },
  {
    name: "info",
    summary: "size, type, time and version of a file",
    load: async () => (await import("./commands/info.ts")).infoCommand,
  },
  {
    name: "write",
    summary: "write a whole file",
    load: async () => (await import("./commands/write.ts")).writeCommand,
  },
  {
    name: "append",
    summary: "add lines to the end of a file, which is made if it is missing",
    load: async () => (await import("./commands/append.ts")).appendCommand,
  },
  {
    name: "insert",
    summary: "put lines after a line of a file",
    load: async () => (await import("./commands/insert.ts")).insertCommand,
  },
  {
    name: "replace",
    summary: "replace text of a file, as it is written",
    load: async () => (await import("./commands/replace.ts")).replaceCommand,
  },
  {
    name: "rm",
    summary: "delete a file",
    load: async () => (await import("./commands/rm.ts")).rmCommand,
  },
  {
    name: "mv",
    summary: "move a file with the links that lead to it",
    load: async () => (await import("./commands/mv.ts")).mvCommand,
  },
  {
    name: "call",
    summary: "run a tool by its name with JSON arguments, print its result as JSON",
    load: async () => (await import("./commands/call.ts")).callCommand,
  },
  {
    name: "tools",
    summary: "list the tools that a model may call",
    load: async () => (await import("./commands/tools.ts")).toolsCommand,
  },
  {
    name: "watch",
    summary: "print what changes, until it is stopped",
    load: async () => (await import("./commands/watch.ts")).watchCommand,
  },
  {
    name: "serve",
    summary: "serve HTTP and MCP",
    load: async () => (await import("./commands/serve.ts")).serveCommand,
  },
  {
    name: "mcp",
    summary: "serve MCP on standard input and output, or enter it into a client's configuration",
    load: async () => (await import("./commands/mcp.ts")).mcpCommand,
  },
  {
    name: "cache",
    summary: "say what is kept between runs, or throw it away",
    load: async () => (await import("./commands/cache.ts")).cacheCommand,
  },
  {
    name: "doctor",
    summary: "say what a storage location can promise",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
];
