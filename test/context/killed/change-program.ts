/** The program that makes one change of a folder and can be killed on the way. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { bundleProgram, startCommand } from "../../storage/node-disk/child-program.ts";
import type { Change } from "./change.ts";

/**
 * Makes the change in a process of its own, which is killed right before its `step`-th change of the file system, if one is given. The
 * changes of the file system that it made, or `undefined` when it was killed.
 */
export type ChangeProgram = (root: string, change: Change, step?: number) => Promise<readonly string[] | undefined>;

const programs = join(dirname(fileURLToPath(import.meta.url)), "programs");

export async function buildChangeProgram(): Promise<ChangeProgram> {
  const program = await bundleProgram("one-change", programs);
  return async (root, change, step) => {
    const args = ["--import", join(programs, "kill-at.mjs"), program, root, JSON.stringify(change)];
    const env = { ...process.env, ...(step === undefined ? {} : { KILL_AT: String(step) }) };
    const { output, errors } = await startCommand(process.execPath, args, { env }).ended;
    expect(errors).toBe("");
    return output === "" ? undefined : (JSON.parse(output) as string[]);
  };
}
