/** `--events FILE`: what happens to calls, as lines of JSON. */
import { createWriteStream } from "node:fs";
import type { ToolEvent } from "../../context/tool-contract.ts";
import type { CommandOption } from "./command.ts";
import type { Terminal } from "./terminal/terminal.ts";

export const eventsOption: CommandOption = {
  type: "string",
  value: "FILE",
  does: "append what happens to calls to this file, as lines of JSON",
};

/** A file that events are appended to. It holds arguments of calls, so only its owner can read a new one. */
export interface EventFile {
  readonly onEvent: (event: ToolEvent) => void;
  /** Waits until everything is written. */
  close(): Promise<void>;
}

/** Opens the file; events are lost, and that is said once, when it can't be written. */
export function openEventFile(file: string | undefined, terminal: Terminal): EventFile | undefined {
  if (file === undefined) return undefined;
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  stream.on("error", (cause: NodeJS.ErrnoException) =>
    terminal.note(`warning: events can't be written (${cause.code ?? cause.name})`),
  );
  return {
    onEvent: (event) => {
      if (stream.writable) stream.write(`${JSON.stringify(event)}\n`);
    },
    close: () => new Promise((resolve) => (stream.writable ? stream.end(() => resolve()) : resolve())),
  };
}
