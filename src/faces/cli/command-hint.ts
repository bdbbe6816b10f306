/** Advice of the library, which speaks of tools and settings, in the words of the command line. */

/** The command that does what a tool does. */
const commandOfTool: Readonly<Record<string, string>> = {
  file_access_read: "read",
  file_access_ls: "ls",
  file_access_write: "write",
  file_access_append: "append",
  file_access_insert: "insert",
  file_access_replace: "replace",
  file_access_delete: "rm",
  file_access_move: "mv",
  file_access_grep: "grep",
  file_context_info: "info",
  file_context_read_range: "read",
  file_context_markdown_context: "context",
  file_context_markdown_find: "find",
  file_context_markdown_outline: "outline",
  file_context_markdown_graph_search: "search",
  file_context_markdown_graph_export: "export",
  file_context_markdown_graph_overview: "overview",
  file_context_markdown_graph_neighbors: "neighbors",
  file_context_markdown_graph_path: "path",
  file_context_markdown_graph_related: "related",
  file_context_markdown_graph_problems: "problems",
  file_context_markdown_graph_diff: "diff",
  file_context_markdown_graph_validate: "validate",
  file_context_markdown_graph_infer: "infer",
};

const toolCall = /\b([Cc])all (file_[a-z_]+) with (\{(?:"(?:[^"\\]|\\.)*"|[^"{}])*\})/g;
const markdownGlobs = /Widen markdownGlob, for example to (\[(?:"(?:[^"\\]|\\.)*",?)*\])/g;
const writing =
  /(?:Create the context|Whoever runs this enables it) with permissions: \{[^{}]*\}(?: on a store that can be written)?/g;
const toolName = /\bfile_(?:access|context)_[a-z_]+\b/g;

/** Tool names, calls of tools with JSON, and settings, as commands and options. */
export function asCommands(advice: string): string {
  return advice
    .replaceAll(toolCall, (text, first: string, tool: string, json: string) => {
      const command = commandOfTool[tool];
      return command === undefined ? text : `${first === "C" ? "Run" : "run"} ${commandLine(command, json)}`;
    })
    .replaceAll(markdownGlobs, (_text, globs: string) => {
      const options = (JSON.parse(globs) as string[]).map((glob) => `--markdown ${quoted(glob)}`);
      return `Run it with ${options.join(" ")}`;
    })
    .replaceAll("set markdownGlob to", "set --markdown to")
    .replaceAll(writing, "Add --allow-write, or set permissions in the configuration")
    .replaceAll("overwrite: true", "--overwrite")
    .replaceAll("replaceAll: true", "--all")
    .replaceAll("ifVersion", "--if-version")
    .replaceAll("intervalMs", "--interval")
    .replaceAll(toolName, (tool) => (commandOfTool[tool] === undefined ? tool : `graphdown ${commandOfTool[tool]}`));
}

function commandLine(command: string, json: string): string {
  const {
    path = "",
    startLine,
    lineCount,
  } = JSON.parse(json) as {
    path?: string;
    startLine?: number;
    lineCount?: number;
  };
  const lines = startLine === undefined ? "" : `:${startLine}-${startLine + (lineCount ?? 1) - 1}`;
  return `graphdown ${command} ${quoted(path + lines)}`;
}

/** An argument as a shell takes it. */
function quoted(argument: string): string {
  return /^[\w./:@+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
