/** The command line as a function: arguments and streams in, exit code out. */
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import { cacheFolderOf } from "./cache-folder.ts";
import type { Command, CommandArguments } from "./command.ts";
import { type CommandEntry, commands } from "./commands.ts";
import { commandHelp, overviewHelp } from "./help.ts";
import { parseArguments, splitArguments } from "./parse-arguments.ts";
import type { OutputStream } from "./terminal/output-stream.ts";
import { createTerminal, type Terminal } from "./terminal/terminal.ts";

/** What one run of the command line is given. */
export interface CliRun {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: OutputStream;
  readonly errors: OutputStream;
  readonly readInput: () => Promise<string>;
  readonly signal: AbortSignal;
  /** The working folder, where a configuration is looked for. */
  readonly folder: string;
  readonly version: string;
}

/** Runs a command and gives its exit code; every failure is reported, none is thrown. */
export async function runCli(run: CliRun): Promise<number> {
  const { output, errors, environment } = run;
  const options = run.argv.slice(0, run.argv.includes("--") ? run.argv.indexOf("--") : undefined);
  // Read before the arguments are checked, so that a program gets JSON also when they are wrong.
  let json = options.includes("--json");
  const terminal = createTerminal({ output, errors, environment, raw: options.includes("--raw") });
  try {
    const { name, rest } = splitArguments(run.argv);
    const asked = helpOrVersion(name, rest);
    if (asked !== undefined) return await answer(asked, run, terminal);
    const command = await findCommand(name as string).load();
    json ||= command.printsResult === true;
    const args = parseArguments(command, rest);
    if (args.values["help"] !== true) return await runCommand({ command, args, run, terminal, json });
    return await answer({ help: command.name, code: 0 }, run, terminal);
  } catch (cause) {
    const { reportFailure } = await import("./report-failure.ts");
    return reportFailure({ cause, terminal, json, signal: run.signal, environment });
  }
}

/** Help for a command, or for all (`""`); or the version. */
type Asked = { readonly help: string; readonly code: number } | "version";

function helpOrVersion(name: string | undefined, rest: readonly string[]): Asked | undefined {
  if (name === undefined) return { help: "", code: 2 };
  if (name === "help") return { help: rest.find((argument) => !argument.startsWith("-")) ?? "", code: 0 };
  if (name === "--help" || name === "-h") return { help: "", code: 0 };
  return name === "--version" || name === "-v" ? "version" : undefined;
}

async function answer(asked: Asked, run: CliRun, terminal: Terminal): Promise<number> {
  if (asked === "version") {
    await terminal.line(run.version);
    return 0;
  }
  await terminal.write(asked.help === "" ? overviewHelp() : commandHelp(await findCommand(asked.help).load()));
  return asked.code;
}

function findCommand(name: string): CommandEntry {
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  const isOption = name.startsWith("-");
  const known = commands.map((candidate) => candidate.name);
  const nearest = isOption ? undefined : nearestName(name, known);
  throw new GraphdownError({
    code: "invalid_input",
    message: isOption ? `There is no option "${showPath(name)}" here.` : `There is no command "${showPath(name)}".`,
    details: { known, ...(nearest === undefined ? {} : { nearest }) },
    next: nearest === undefined ? "graphdown --help lists commands and options." : `Did you mean ${nearest}?`,
  });
}

interface PreparedRun {
  readonly command: Command;
  readonly args: CommandArguments;
  readonly run: CliRun;
  readonly terminal: Terminal;
  readonly json: boolean;
}

async function runCommand({ command, args, run, terminal, json }: PreparedRun): Promise<number> {
  const { openSession } = await import("./open-session.ts");
  // A variable that is set to nothing is as good as not set.
  const root = (args.values["root"] as string | undefined) ?? (run.environment["GRAPHDOWN_ROOT"] || undefined);
  const opened = openSession({
    root,
    config: args.values["config"] as string | undefined,
    folder: run.folder,
    workspace: args.values["workspace"] as string | undefined,
    allowWrite: args.values["allow-write"] === true,
    dryRun: args.values["dry-run"] === true,
    prefix: args.values["prefix"] as string | undefined,
    at: args.values["at"] as string | undefined,
    verify: args.values["verify"] as "stat" | "hash" | undefined,
    graph: {
      baseIri: args.values["base-iri"] as string | undefined,
      iri: args.values["iri"] as "path" | "id" | undefined,
    },
    cacheFolder: args.values["no-cache"] === true ? undefined : cacheFolderOf(run.environment),
    markdownGlob:
      (args.values["markdown"] as string[] | undefined) ?? (run.environment["GRAPHDOWN_MARKDOWN"] || undefined),
    terminal,
    json,
    signal: run.signal,
    environment: run.environment,
    version: () => run.version,
    readInput: run.readInput,
  });
  let code: number;
  try {
    code = await command.run(args, opened.session);
  } catch (cause) {
    // The first failure is the one to tell; a second one while tidying up would only hide it.
    await opened.close().catch(() => {});
    throw cause;
  }
  terminal.progress.clear();
  await opened.close();
  return code;
}
