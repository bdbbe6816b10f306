/** Options that every command takes which changes files. */
import type { CommandOption, OptionValues } from "./command.ts";

/** Without it nothing is written, unless the configuration allows writing. */
export const allowWriteOption: CommandOption = {
  type: "boolean",
  does: "permit changes to files (or set permissions.write in the configuration)",
};

export const changeOptions: Readonly<Record<string, CommandOption>> = {
  "allow-write": allowWriteOption,
  "dry-run": {
    type: "boolean",
    short: "n",
    does: "show what would change, and change nothing (needs no --allow-write)",
  },
  "if-version": { type: "string", value: "VERSION", does: "only over this version, as info and read --json print it" },
  "idempotency-key": {
    type: "string",
    value: "KEY",
    does: "a repeat with the same key and arguments within 24 hours changes nothing and prints the first answer",
  },
};

/** What the values say of how to change a file; what was not given is left out. */
export interface ChangeValues {
  readonly ifVersion: string | undefined;
  readonly dryRun: true | undefined;
  readonly idempotencyKey: string | undefined;
}

export function changeValues(values: OptionValues): ChangeValues {
  return {
    ifVersion: values["if-version"] as string | undefined,
    dryRun: values["dry-run"] === true ? true : undefined,
    idempotencyKey: values["idempotency-key"] as string | undefined,
  };
}
