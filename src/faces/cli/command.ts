/** The shape of a command of the command line. */
import type { FileContext } from "../../context/file-context.ts";
import type { ToolEvent } from "../../context/tool-contract.ts";
import type { ApprovalMode } from "../../guard/approvals/approval-rule.ts";
import type { VisibleFolders } from "../../storage/narrowed-store.ts";
import type { S3Access } from "../../storage/s3/parse-s3-location.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** An option of a command, as its help shows it. */
export interface CommandOption {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** What stands for the value in help: `N`, `FOLDER`. */
  readonly value?: string;
  readonly does: string;
}

/** Option values as parsed: text, truth or lists. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** The arguments of one run. */
export interface CommandArguments {
  readonly positionals: readonly string[];
  readonly values: OptionValues;
}

/** What a server sets for all that it offers; a configuration's own settings win, but for `approvals` that were asked for. */
export interface ServingSettings {
  /** As typed; `undefined` for what the configuration says, else `writes`. */
  readonly approvals: ApprovalMode | undefined;
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
  /** Files of the server itself, such as its tokens and its log: where one lies in a knowledge base, nothing touches or shows it. */
  readonly ownFiles?: readonly (string | undefined)[] | undefined;
  /** Answer questions in a thread, so that others can be served meanwhile. Default `false`. */
  readonly thread?: boolean | undefined;
  /** Gives for a knowledge base at a location which of its folders are visible. Default: all of them. */
  readonly visibleFolders?: ((place: Place) => VisibleFolders) | undefined;
}

/** Where a knowledge base is. */
export interface Place {
  readonly location?: string | undefined;
  readonly prefix?: string | undefined;
  /** The revision whose files are shown; `undefined` for the files as they are now. */
  readonly revision?: string | undefined;
  readonly s3?: S3Access | undefined;
}

/** Where the settings of a run come from. */
export interface Sources {
  /** The configuration that is in effect, named or found, as an absolute path; `undefined` for none. */
  readonly configuration: string | undefined;
  /** The root that was named, by an option or the environment, as it was written; it goes before the configuration's location. */
  readonly root: string | undefined;
}

/** What a command may use. */
export interface CommandSession {
  readonly terminal: Terminal;
  /** `--json`: print the `ToolResult`. */
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the product. */
  readonly version: string;
  /** What {@link CommandSession.open} goes by. */
  sources(): Promise<Sources>;
  /** Where {@link CommandSession.open} would open what it opens. */
  place(location?: string): Promise<Place>;
  /** Opens the knowledge base that the options name, or another location; with `tools` its tools can be called. Once a run. */
  open(options?: { readonly tools?: boolean; readonly location?: string | undefined }): Promise<FileContext>;
  /** Opens every knowledge base that a server offers, by name, with its tools. Instead of `open`. */
  openAll(settings: ServingSettings): Promise<Readonly<Record<string, FileContext>>>;
  /** Reads standard input to its end. */
  readInput(): Promise<string>;
}

/** A command: what help says of it, and what it does. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What follows the name: `QUERY`, `PATH[:START-END]`. */
  readonly usage: string;
  /** Fewest and most positional arguments. */
  readonly positionals: readonly [number, number];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Whether it prints a `ToolResult` also without `--json`. */
  readonly printsResult?: true;
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  /** Gives the exit code; a failure is thrown as our error. */
  run(args: CommandArguments, session: CommandSession): Promise<number>;
}
