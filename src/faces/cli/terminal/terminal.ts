/** Where a command writes: text for people on a terminal, plain bytes into a pipe. */
import { styleText } from "node:util";
import { escapeControls } from "./escape-controls.ts";
import { createProgress, type Progress } from "./progress.ts";

/** The part of a stream that a terminal needs. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
  once(event: "drain", listener: () => void): unknown;
}

export type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/** Writes results to standard output and everything else to standard error. */
export interface Terminal {
  /** Whether standard output is a terminal. */
  readonly interactive: boolean;
  /** Columns of the terminal; 100 when piped. */
  readonly width: number;
  /** Writes text of ours and of files; on a terminal control characters are shown escaped unless `raw`. */
  write(text: string): Promise<void>;
  line(text?: string): Promise<void>;
  /** Colours text where colours are shown. */
  style(style: Style, text: string): string;
  /** Text of a file or name as it may stand inside a styled line. */
  safe(text: string): string;
  /** A line on standard error. */
  note(text: string): void;
  readonly progress: Progress;
}

export interface TerminalOptions {
  readonly output: OutputStream;
  readonly errors: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Show the bytes of names and content as they are (`--raw`). */
  readonly raw: boolean;
}

const defaultWidth = 100;

export function createTerminal(options: TerminalOptions): Terminal {
  const { output, errors, environment, raw } = options;
  const interactive = output.isTTY === true;
  const coloured = interactive && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  const safe = (text: string): string => (interactive && !raw ? escapeControls(text) : text);
  const emit = async (text: string): Promise<void> => {
    if (text !== "" && !output.write(text)) await new Promise<void>((resolve) => output.once("drain", resolve));
  };
  return {
    interactive,
    width: output.columns ?? defaultWidth,
    write: (text) => emit(safe(text)),
    line: (text = "") => emit(`${text}\n`),
    style: (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text),
    safe,
    note: (text) => void errors.write(`${errors.isTTY === true ? escapeControls(text) : text}\n`),
    progress: createProgress(errors),
  };
}
