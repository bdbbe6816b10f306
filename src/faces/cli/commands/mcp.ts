/** `graphdown mcp` and `graphdown mcp install` */
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { GraphdownError } from "../../../base/errors.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { showPath } from "../../../base/show-path.ts";
import type { FileContext } from "../../../context/file-context.ts";
import type { ApprovalMode } from "../../../guard/approvals/approval-rule.ts";
import { withFolder } from "../../../storage/folder-of-location.ts";
import type { ServerCommand } from "../../mcp/install/client-formats.ts";
import { allowWriteOption } from "../change-options.ts";
import type { Command, CommandArguments, CommandSession } from "../command.ts";
import { eventsOption, openEventFile } from "../event-file.ts";

export const mcpCommand: Command = {
  name: "mcp",
  summary: "serve MCP on standard input and output, or enter it into a client's configuration",
  usage: "[install --client NAME]",
  positionals: [0, 1],
  options: {
    "allow-write": allowWriteOption,
    approve: {
      type: "string",
      value: "WHAT",
      does: "calls for which a person is asked: all, writes or none (default writes)",
    },
    events: eventsOption,
    client: { type: "string", value: "NAME", does: "install: the client, such as claude-desktop, cursor or vscode" },
    name: { type: "string", value: "NAME", does: "install: what the entry is called (default graphdown)" },
    file: { type: "string", value: "FILE", does: "install: another configuration than the client's usual one" },
    print: { type: "boolean", does: "install: only print the entry, change nothing" },
  },
  examples: [
    { line: "graphdown mcp --root notes", does: "serve a folder; an MCP client starts this" },
    { line: "graphdown mcp install --client claude-desktop --root notes", does: "have Claude Desktop start it" },
    { line: "graphdown mcp install --client zed --print", does: "show what to paste into Zed's settings" },
  ],
  async run(args, session) {
    const [action] = args.positionals;
    const approvals = approvalMode(args);
    if (action === undefined) return serve(args, approvals, session);
    if (action === "install") return install(args, session);
    throw unknownAction(action);
  },
};

async function serve(
  { values }: CommandArguments,
  approvals: ApprovalMode | undefined,
  session: CommandSession,
): Promise<number> {
  const events = openEventFile(values["events"] as string | undefined, session.terminal);
  const [{ serveStdio }, { RootFolders }] = await Promise.all([
    import("../../mcp/node-serve-stdio.ts"),
    import("../../mcp/node-root-folders.ts"),
  ]);
  const roots = new RootFolders();
  const contexts = await session.openAll({
    approvals,
    onEvent: events?.onEvent,
    ownFiles: [values["events"] as string | undefined],
    visibleFolders: (place) => roots.below(place),
  });
  await serveStdio({
    context: theOnly(contexts),
    caller: { actor: systemUser() },
    version: session.version,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    signal: session.signal,
    rootsChanged: (uris) => roots.change(uris),
  });
  await events?.close();
  return 0;
}

/** Who is logged in; a system need not know a name. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** One client talks to one knowledge base; a configuration of several has a default, or one is named. */
function theOnly(contexts: Readonly<Record<string, FileContext>>): FileContext {
  const names = Object.keys(contexts);
  const context = contexts[names.length === 1 ? (names[0] as string) : "default"];
  if (context !== undefined) return context;
  throw new GraphdownError({
    code: "invalid_options",
    message: `The configuration has ${names.length} knowledge bases, and none of them is the default one.`,
    details: { known: names },
    next: `Name one with --workspace: ${names.join(", ")}.`,
  });
}

const modes: readonly string[] = ["all", "writes", "none"];

function approvalMode({ values }: CommandArguments): ApprovalMode | undefined {
  const mode = values["approve"];
  if (mode === undefined || modes.includes(mode as string)) return mode as ApprovalMode | undefined;
  throw new GraphdownError({
    code: "invalid_input",
    message: `--approve must be ${modes.join(", ")}, but got "${showPath(String(mode))}".`,
    details: { option: "approve", known: modes },
    next: "Give --approve writes to be asked before files are changed.",
  });
}

async function install(args: CommandArguments, session: CommandSession): Promise<number> {
  const { values } = args;
  const { terminal } = session;
  if (values["client"] === undefined) throw noClient();
  const { planInstall } = await import("../../mcp/install/plan-install.ts");
  const { format, file, path, entry } = planInstall({
    client: values["client"] as string,
    name: (values["name"] as string | undefined) ?? "graphdown",
    command: await serverCommand(args, session),
    host: {
      platform: process.platform,
      home: homedir(),
      project: process.cwd(),
      appData: session.environment["APPDATA"],
    },
  });
  // A folder or workspace that is not there is better told now than by a client that can't start the server.
  await session.open();
  const [member, name] = path;
  if (values["print"] === true) {
    await terminal.write(`${JSON.stringify({ [member]: { [name]: entry } }, null, 2)}\n`);
    return 0;
  }
  const target = (values["file"] as string | undefined) ?? (file === undefined ? undefined : join(...file));
  if (target === undefined) throw noPlace(format.title);
  const { installClient } = await import("../../mcp/install/node-install-client.ts");
  const done = await installClient({ file: resolve(target), path, entry, now: new Date() });
  if (session.json) {
    await terminal.json({ client: values["client"], name, ...done });
    return 0;
  }
  const shown = terminal.safe(done.file);
  await terminal.line(done.changed ? `${format.title}: ${name} is entered in ${shown}` : `${shown} has it already`);
  if (done.backup !== undefined) terminal.note(`the file as it was: ${terminal.safe(done.backup)}`);
  if (done.changed) terminal.note(format.afterwards);
  return 0;
}

/** On Windows npx is no program but a script, which only a shell starts. */
const npx: ServerCommand =
  process.platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", "-y", "graphdown"] }
    : { command: "npx", args: ["-y", "graphdown"] };

/**
 * How a client starts the server: this Node and this program by their full paths, since programs with windows do not have the PATH of a shell.
 * A program that npx keeps for a while is asked of npx again. Of a configuration and a root only what is in effect here is named, by full paths
 * too: the client's working folder is another one.
 */
async function serverCommand({ values }: CommandArguments, session: CommandSession): Promise<ServerCommand> {
  const program = process.argv[1] as string;
  const start = /[\\/]_npx[\\/]/.test(program) ? npx : { command: process.execPath, args: [resolve(program)] };
  const { configuration, root } = await session.sources();
  const location = root ?? (configuration === undefined ? "." : undefined);
  const args = [
    ...(configuration === undefined ? [] : ["--config", configuration]),
    ...(location === undefined ? [] : ["--root", absolute(location)]),
    ...option("at", values),
    ...option("workspace", values),
    ...option("prefix", values),
    ...((values["markdown"] as readonly string[] | undefined) ?? []).flatMap((glob) => ["--markdown", glob]),
    ...(values["allow-write"] === true ? ["--allow-write"] : []),
    ...option("approve", values),
  ];
  return { command: start.command, args: [...start.args, "mcp", ...args] };
}

function option(name: string, values: CommandArguments["values"]): readonly string[] {
  const value = values[name];
  return value === undefined ? [] : [`--${name}`, value as string];
}

/** A client starts the server from a folder of its own. `memory:` and URLs are no folders. */
function absolute(location: string): string {
  return withFolder(location, (folder) => resolve(folder));
}

function unknownAction(action: string): GraphdownError {
  const nearest = nearestName(action, ["install"]);
  return new GraphdownError({
    code: "invalid_input",
    message: `mcp knows no "${showPath(action)}".`,
    details: { known: ["install"] },
    next: nearest === undefined ? "graphdown mcp --help shows what it does." : `Did you mean ${nearest}?`,
  });
}

function noClient(): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: "mcp install needs a client.",
    details: { option: "client" },
    next: "Give --client claude-desktop, claude-code, cursor, vscode, windsurf, gemini-cli or zed.",
  });
}

function noPlace(title: string): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `Where ${title} keeps its configuration here is not known.`,
    next: "Name it with --file, or see what to paste with --print.",
  });
}
