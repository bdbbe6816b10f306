/** Where a command writes: text for people on a terminal, plain bytes into a pipe. */
import { styleText } from "node:util";
import { escapeControls, escapeInJson, escapeInLine } from "./escape-controls.ts";
import type { OutputStream } from "./output-stream.ts";
import { createProgress, type Progress } from "./progress.ts";

export type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/** Writes results to standard output and everything else to standard error. */
export interface Terminal {
  /** Whether standard output is a terminal. */
  readonly interactive: boolean;
  /** Writes content of files; on a terminal its control characters are shown escaped unless `raw`. */
  write(content: string): Promise<void>;
  /** Writes a line that is ready: names and content in it have gone through `safe`. */
  line(text?: string): Promise<void>;
  /** Writes a value as JSON: indented on a terminal, on one line into a pipe. */
  json(value: unknown): Promise<void>;
  /** Colours text where colours are shown. */
  style(style: Style, text: string): string;
  /** A name, or content that has to fit into a line, as it may stand inside a line. */
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

export function createTerminal(options: TerminalOptions): Terminal {
  const { output, errors, environment, raw } = options;
  const interactive = output.isTTY === true;
  const coloured = interactive && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  const escapes = interactive && !raw;
  const emit = async (text: string): Promise<void> => {
    if (text !== "" && !output.write(text)) await new Promise<void>((resolve) => output.once("drain", resolve));
  };
  const progress = createProgress(errors);
  return {
    interactive,
    write: (content) => emit(escapes ? escapeControls(content) : content),
    line: (text = "") => emit(`${text}\n`),
    json: (value) => {
      const text = JSON.stringify(value, null, interactive ? 2 : 0);
      return emit(`${escapes ? escapeInJson(text) : text}\n`);
    },
    style: (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text),
    safe: (text) => (escapes ? escapeInLine(text) : text),
    note: (text) => {
      progress.clear();
      errors.write(`${errors.isTTY === true ? escapeControls(text) : text}\n`);
    },
    progress,
  };
}
