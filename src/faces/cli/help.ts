/** The text of `--help`. */
import type { Command, CommandOption } from "./command.ts";
import { commands } from "./commands.ts";

/** Options that every command takes. */
export const globalOptions: Readonly<Record<string, CommandOption>> = {
  root: {
    type: "string",
    value: "LOCATION",
    does: "the knowledge base: a folder, or git:folder@revision (default: $GRAPHDOWN_ROOT, else this folder)",
  },
  at: {
    type: "string",
    value: "REVISION",
    does: "the folder as it is at a revision of its git repository: main, v1.2, HEAD~3; nothing can be written then",
  },
  config: {
    type: "string",
    value: "FILE",
    does: "a configuration (default: graphdown.config.json in this folder, unless a root is given)",
  },
  workspace: { type: "string", value: "NAME", does: "which knowledge base of the configuration (default: default)" },
  prefix: { type: "string", value: "FOLDER", does: "only this folder below the root; nothing else is visible" },
  markdown: {
    type: "string",
    multiple: true,
    value: "GLOB",
    does: "files that are read as Markdown (default $GRAPHDOWN_MARKDOWN, else '**/*.md'); more than once: all of them",
  },
  verify: {
    type: "string",
    value: "stat|hash",
    does: "how unchanged files are told: by size, times and inode (default), or by reading and hashing each",
  },
  "base-iri": {
    type: "string",
    value: "IRI",
    does: "what every IRI of the graph begins with (default urn:graphdown:/)",
  },
  iri: {
    type: "string",
    value: "path|id",
    does: "what the IRI of a document is made from: its path (default), or the id of its front matter",
  },
  "no-cache": { type: "boolean", does: "neither use nor keep work of other runs (also: GRAPHDOWN_CACHE=off)" },
  json: { type: "boolean", does: "print the tool's result as JSON" },
  raw: { type: "boolean", does: "on a terminal, do not escape control characters of names and content" },
  help: { type: "boolean", short: "h", does: "show this help" },
};

/** Help for the whole command line. */
export function overviewHelp(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    "graphdown: a knowledge graph from Markdown files, always answered from the files as they are now",
    "",
    "Usage: graphdown COMMAND [ARGUMENTS] [OPTIONS]",
    "",
    "Commands:",
    ...lines,
    "",
    "Options of every command:",
    ...optionLines(globalOptions),
    "  -v, --version          print the version",
    "",
    "graphdown COMMAND --help shows a command's options and examples.",
    "Exit codes: 0 done, 1 not found or refused by the content, 2 wrong call, 3 could not be done, 4 not permitted.",
    "",
  ].join("\n");
}

/** Help for one command. */
export function commandHelp(command: Command): string {
  const own = Object.keys(command.options).length === 0 ? [] : ["", "Options:", ...optionLines(command.options)];
  const examples = command.examples.flatMap((example) => [`  ${example.line}`, `      ${example.does}`]);
  return [
    `graphdown ${command.name}: ${command.summary}`,
    "",
    `Usage: graphdown ${command.name} ${command.usage}`.trimEnd(),
    ...own,
    "",
    "Options of every command:",
    ...optionLines(globalOptions),
    "",
    "Examples:",
    ...examples,
    "",
  ].join("\n");
}

const optionColumn = 22;

function optionLines(options: Readonly<Record<string, CommandOption>>): string[] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    const value = option.type === "string" ? ` ${option.value ?? "TEXT"}` : "";
    return `  ${short}${`--${name}${value}`.padEnd(optionColumn - 4)} ${option.does}`;
  });
}
