/** Arguments of the program to a command's options and positional arguments. */
import { parseArgs } from "node:util";
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import type { Command, CommandArguments, CommandOption } from "./command.ts";
import { globalOptions } from "./help.ts";

/** The name of the command and what goes to it. Options of every command may also stand before the name. */
export interface SplitArguments {
  /** The first argument that is no option of every command; `undefined` when there is none. */
  readonly name: string | undefined;
  readonly rest: readonly string[];
}

export function splitArguments(argv: readonly string[]): SplitArguments {
  let at = 0;
  while (at < argv.length) {
    const [name = "", value] = (argv[at] as string).split("=", 2);
    const option = name.startsWith("--") ? globalOptions[name.slice(2)] : undefined;
    if (option === undefined || name === "--help") break;
    at += option.type === "string" && value === undefined ? 2 : 1;
  }
  return { name: argv[at], rest: [...argv.slice(0, at), ...argv.slice(at + 1)] };
}

/** Stands before text that begins with a dash while arguments are parsed; no argument of a process can hold it. */
const textMark = "\0";

function withoutMark(text: string): string {
  return text.startsWith(textMark) ? text.slice(1) : text;
}

type OptionToken = {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
};

/** Parses what belongs to a command; an unknown option, a missing value and a wrong number of arguments are `invalid_input`. */
export function parseArguments(command: Command, argv: readonly string[]): CommandArguments {
  const options: Readonly<Record<string, CommandOption>> = { ...globalOptions, ...command.options };
  // Text such as "- a line" is meant as content: no option holds a blank right behind the dash.
  const isText = (argument: string): boolean => /^--?\s/.test(argument);
  // Not strict: the messages of that mode know neither what was meant nor where help is.
  const { tokens } = parseArgs({
    args: argv.map((argument) => (isText(argument) ? textMark + argument : argument)),
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        { type, ...(short === undefined ? {} : { short }) },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals: string[] = [];
  const values: Record<string, string | boolean | (string | boolean)[]> = {};
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(withoutMark(token.value));
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknownOption(command, token, Object.keys(options));
    const value = optionValue(command, withoutShortEquals(token), option);
    if (option.multiple === true) values[token.name] = [...((values[token.name] as string[] | undefined) ?? []), value];
    else values[token.name] = value;
  }
  if (values["help"] !== true) checkCount(command, positionals.length);
  return { positionals, values };
}

/** `-n=5` is `-n 5`, as `--count=5` is; the parser takes what stands behind a letter as it is. */
function withoutShortEquals(token: OptionToken): OptionToken {
  const { rawName, value, inlineValue } = token;
  const isMeant = inlineValue === true && !rawName.startsWith("--") && value?.startsWith("=") === true;
  return isMeant ? { ...token, value: value.slice(1) } : token;
}

function optionValue(
  command: Command,
  { rawName, value, inlineValue }: OptionToken,
  option: CommandOption,
): string | boolean {
  if (option.type === "boolean") {
    if (value === undefined) return true;
    throw wrongCall(command, `The option ${rawName} takes no value, but got "${showPath(value)}".`);
  }
  // A value may begin with a dash where it is a number; anything else is rather the next option.
  const isNext = inlineValue !== true && value !== undefined && /^-[^\d]/.test(value);
  if (value !== undefined && !isNext) return withoutMark(value);
  throw wrongCall(command, `The option ${rawName} needs a value (${option.value ?? "TEXT"}).`);
}

function unknownOption(command: Command, { name, rawName }: OptionToken, known: readonly string[]): GraphdownError {
  const nearest = rawName.startsWith("--") ? nearestName(name, known) : undefined;
  return new GraphdownError({
    code: "invalid_input",
    message: `${command.name} has no option "${showPath(rawName)}".`,
    details: { option: showPath(rawName), ...(nearest === undefined ? {} : { nearest: `--${nearest}` }) },
    next:
      nearest === undefined
        ? `graphdown ${command.name} --help shows its options; an argument that begins with a dash goes behind --.`
        : `Did you mean --${nearest}?`,
  });
}

function checkCount(command: Command, count: number): void {
  const [fewest, most] = command.positionals;
  if (count >= fewest && count <= most) return;
  throw new GraphdownError({
    code: "invalid_input",
    message: `${command.name} takes ${describeCount(fewest, most)}, but got ${count === 0 ? "none" : count}.`,
    next: `Usage: graphdown ${command.name} ${command.usage}`.trimEnd() + (count > most && most > 0 ? quotes : ""),
  });
}

/** Blanks of a path or of JSON make several arguments of what was meant as one. */
const quotes = " (put an argument with blanks in quotes)";

function describeCount(fewest: number, most: number): string {
  if (most === 0) return "no arguments";
  if (fewest === most) return `exactly ${fewest} argument${fewest === 1 ? "" : "s"}`;
  if (most === Number.POSITIVE_INFINITY) return `at least ${fewest} argument${fewest === 1 ? "" : "s"}`;
  return fewest === 0 && most === 1 ? "at most 1 argument" : `${fewest} to ${most} arguments`;
}

function wrongCall(command: Command, message: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message,
    next: `graphdown ${command.name} --help shows its options.`,
  });
}
