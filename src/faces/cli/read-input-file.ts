/** A file of the user's that an option names: read from the working folder, not from the knowledge base. */
import { readFile } from "node:fs/promises";
import { GraphdownError } from "../../base/errors.ts";
import type { CommandSession } from "./command.ts";

export interface InputFile {
  /** The option that names it, for messages. */
  readonly option: string;
  readonly file: string;
}

/** The text of the file; `-` for what standard input holds. A file that can't be read is `not_found` or `storage_failed`. */
export async function readInputFile(session: CommandSession, { option, file }: InputFile): Promise<string> {
  if (file === "-") return session.readInput();
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const system = (cause as NodeJS.ErrnoException).code ?? "unknown";
    throw new GraphdownError({
      code: system === "ENOENT" ? "not_found" : "storage_failed",
      message: `Can't read ${JSON.stringify(file)} (${system}).`,
      details: { option, systemCode: system },
      next: `Give --${option} a file that can be read, or - for standard input.`,
      cause,
    });
  }
}
