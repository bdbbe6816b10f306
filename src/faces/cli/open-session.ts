/** Opens the knowledge base that a run of the command line works on. */
import type { FileContext } from "../../context/file-context.ts";
import { createNodeFileContext } from "../../context/node-create-file-context.ts";
import type { CommandSession } from "./command.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface SessionSettings {
  readonly location: string;
  readonly prefix: string | undefined;
  /** Files that are read as Markdown; `undefined` for the default. */
  readonly markdownGlob: string | readonly string[] | undefined;
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly readInput: () => Promise<string>;
}

/** What a command gets, with how to close it. */
export interface OpenedSession {
  readonly session: CommandSession;
  close(): Promise<void>;
}

/** A session whose knowledge base is opened when a command asks for it, once. */
export function openSession(settings: SessionSettings): OpenedSession {
  const { location, prefix, markdownGlob, terminal, json, signal, readInput } = settings;
  let opened: Promise<FileContext> | undefined;
  const open = async (tools: boolean, from: string): Promise<FileContext> =>
    createNodeFileContext(
      // Who types a command has decided; nobody is asked again.
      {
        location: from,
        prefix,
        selection: { markdownGlob },
        approvals: "none",
        onProgress: (phase, done, total) => terminal.progress.report(phase, done, total),
      },
      // The schemas of the tools take longer to load than most commands take to run.
      tools ? (await import("../../tools/toolset.ts")).toolset : undefined,
    );
  const session: CommandSession = {
    terminal,
    json,
    signal,
    readInput,
    open: (options) => (opened ??= open(options?.tools === true || json, options?.location ?? location)),
  };
  return {
    session,
    close: async () => {
      // A context that failed to open has been reported by the command; there is nothing left to close.
      const context = await opened?.catch(() => undefined);
      await context?.close();
    },
  };
}
