/** What calls on a file context may do at all. */
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";

/** Kinds of work, each allowed or not. */
export interface Permissions {
  /** Default `true`. */
  readonly read: boolean;
  /** Make, change and rename files. Default `false`. */
  readonly write: boolean;
  /** Delete files, and rename them away. Default `false`. */
  readonly delete: boolean;
}

/** The defaults: everything can be read, and nothing changed. */
export const safePermissions: Permissions = { read: true, write: false, delete: false };

/** Fills in the defaults. A name that is no permission, or a value that is no truth value, is `invalid_options`. */
export function resolvePermissions(given: Partial<Permissions> = {}): Permissions {
  const known = Object.keys(safePermissions);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) throw unknownPermission(name, known);
    if (value !== undefined && typeof value !== "boolean") throw noTruthValue(name, value);
  }
  return {
    ...safePermissions,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** What both allow. */
export function intersect(one: Permissions, other: Partial<Permissions> = {}): Permissions {
  const { read = true, write = true, delete: remove = true } = other;
  return { read: one.read && read, write: one.write && write, delete: one.delete && remove };
}

function unknownPermission(name: string, known: readonly string[]): GraphdownError {
  const nearest = nearestName(name, known);
  return new GraphdownError({
    code: "invalid_options",
    message: `There is no permission ${JSON.stringify(name)}.`,
    details: { option: `permissions.${name}`, known },
    next: nearest === undefined ? `The permissions are ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function noTruthValue(name: string, value: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The permission ${name} must be true or false, but it is ${JSON.stringify(value)}.`,
    details: { option: `permissions.${name}` },
    next: `Give permissions.${name} true or false.`,
  });
}
