/** The command line as a function: arguments and streams in, exit code out. */
import { parseArgs } from "node:util";
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";
import type { Command, CommandArguments, CommandOption, CommandSession, OptionValues } from "./command.ts";
import { type CommandEntry, commands } from "./commands.ts";
import { exitCodeOf } from "./exit-code.ts";
import { commandHelp, globalOptions, overviewHelp } from "./help.ts";
import { createTerminal, type OutputStream, type Terminal } from "./terminal/terminal.ts";

/** What one run of the command line is given. */
export interface CliRun {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: OutputStream;
  readonly errors: OutputStream;
  readonly readInput: () => Promise<string>;
  readonly signal: AbortSignal;
  readonly version: string;
}

/** Runs a command and gives its exit code; every failure is reported on standard error, none is thrown. */
export async function runCli(run: CliRun): Promise<number> {
  const [name, ...rest] = run.argv;
  const plain = createTerminal({ ...run, raw: false });
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await plain.write(await helpFor(name === "help" ? rest[0] : undefined));
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    await plain.line(run.version);
    return 0;
  }
  let terminal = plain;
  let json = false;
  try {
    const command = await findCommand(name).load();
    const args = parseArguments(command, rest);
    if (args.values["help"] === true) {
      await plain.write(commandHelp(command));
      return 0;
    }
    json = args.values["json"] === true;
    terminal = createTerminal({ ...run, raw: args.values["raw"] === true });
    return await runCommand({ command, args, run, terminal, json });
  } catch (cause) {
    terminal.progress.clear();
    return reportFailure({ cause, terminal, signal: run.signal, environment: run.environment });
  }
}

async function helpFor(name: string | undefined): Promise<string> {
  return name === undefined ? overviewHelp() : commandHelp(await findCommand(name).load());
}

function findCommand(name: string): CommandEntry {
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  const nearest = nearestName(
    name,
    commands.map((candidate) => candidate.name),
  );
  throw new GraphdownError({
    code: "invalid_input",
    message: `There is no command ${JSON.stringify(name)}.`,
    next: nearest === undefined ? "graphdown --help lists the commands." : `Did you mean ${nearest}?`,
  });
}

/** Parses what follows a command's name; unknown options and a wrong number of arguments are `invalid_input`. */
function parseArguments(command: Command, argv: readonly string[]): CommandArguments {
  const options: Record<string, CommandOption> = { ...globalOptions, ...command.options };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      {
        type: option.type,
        ...(option.short === undefined ? {} : { short: option.short }),
        multiple: option.multiple === true,
      },
    ]),
  );
  try {
    const parsed = parseArgs({ args: [...argv], options: config, allowPositionals: true, strict: true });
    const [fewest, most] = command.positionals;
    const count = parsed.positionals.length;
    if (parsed.values["help"] !== true && (count < fewest || count > most)) {
      throw new GraphdownError({
        code: "invalid_input",
        message: `${command.name} takes ${describeCount(fewest, most)}, but got ${count}.`,
        next: `Usage: graphdown ${command.name} ${command.usage}`,
      });
    }
    return { positionals: parsed.positionals, values: parsed.values as OptionValues };
  } catch (cause) {
    if (GraphdownError.isInstance(cause)) throw cause;
    throw new GraphdownError({
      code: "invalid_input",
      message: cause instanceof Error ? (cause.message.split("\n")[0] as string) : String(cause),
      next: `graphdown ${command.name} --help shows its options.`,
      cause,
    });
  }
}

function describeCount(fewest: number, most: number): string {
  if (fewest === most) return `exactly ${fewest} argument${fewest === 1 ? "" : "s"}`;
  return most === Number.POSITIVE_INFINITY ? `at least ${fewest}` : `${fewest} to ${most} arguments`;
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
  const location = (args.values["root"] as string | undefined) ?? run.environment["GRAPHDOWN_ROOT"] ?? ".";
  const opened = openSession({
    location,
    prefix: args.values["prefix"] as string | undefined,
    terminal,
    json,
    signal: run.signal,
    readInput: run.readInput,
  });
  try {
    return await command.run(args, opened.session);
  } finally {
    terminal.progress.clear();
    await opened.close();
  }
}

/** What {@link CommandSession} is opened from, with how to close it. */
export interface OpenedSession {
  readonly session: CommandSession;
  close(): Promise<void>;
}

interface Failure {
  readonly cause: unknown;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

function reportFailure({ cause, terminal, signal, environment }: Failure): number {
  if (signal.aborted) {
    terminal.note("graphdown: stopped (cancelled)");
    return exitCodeOf("cancelled");
  }
  if (!GraphdownError.isInstance(cause)) {
    const shown =
      environment["GRAPHDOWN_DEBUG"] && cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    terminal.note(`graphdown: unexpected failure: ${shown}`);
    return exitCodeOf("storage_failed");
  }
  terminal.note(`graphdown: ${cause.message} [${cause.code}]`);
  if (cause.next !== undefined) terminal.note(`  ${cause.next}`);
  return exitCodeOf(cause.code);
}
