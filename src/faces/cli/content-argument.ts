/** Content that is given as an argument or on standard input. */
import type { CommandSession } from "./command.ts";

/** The argument as it is; `-`, or none, for what standard input holds. */
export function contentOf(argument: string | undefined, session: CommandSession): Promise<string> {
  return argument === undefined || argument === "-" ? session.readInput() : Promise.resolve(argument);
}
