/** Plain checks of arguments: what is given to a method in JavaScript may be anything. They load nothing, since every start pays for them. */
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";

/** What is wrong with one argument. */
export interface ArgumentFault {
  /** The argument, or the part of it, such as `edits[0].oldString`. */
  readonly parameter: string;
  /** Without a full stop. */
  readonly message: string;
  /** The names that there are, where one is unknown, and the one that was probably meant. */
  readonly known?: readonly string[];
  readonly nearest?: string;
}

/** Gives what is wrong with a value, or `undefined`. */
export type ArgumentCheck = (value: unknown, parameter: string) => ArgumentFault | undefined;

/** For what the method itself checks. */
export const anything: ArgumentCheck = () => undefined;

export const text: ArgumentCheck = kind("text", (value) => typeof value === "string");
export const truth: ArgumentCheck = kind("true or false", (value) => typeof value === "boolean");
export const number: ArgumentCheck = kind("a number", (value) => typeof value === "number");
export const callback: ArgumentCheck = kind("a function", (value) => typeof value === "function");
export const texts: ArgumentCheck = kind("a list of texts", isTexts);
export const textOrTexts: ArgumentCheck = kind(
  "text or a list of texts",
  (value) => typeof value === "string" || isTexts(value),
);
export const textOrBytes: ArgumentCheck = kind(
  "text or a Uint8Array",
  (value) => typeof value === "string" || Object.prototype.toString.call(value) === "[object Uint8Array]",
);
export const textOrStore: ArgumentCheck = kind(
  "text or a store",
  (value) => typeof value === "string" || (isObject(value) && typeof value["list"] === "function"),
);
export const jsonValue: ArgumentCheck = kind(
  "text, a number, true or false, a list or an object of these, or null",
  (value) => value === null || ["string", "number", "boolean", "object"].includes(typeof value),
);
export const signal: ArgumentCheck = kind(
  "an AbortSignal",
  (value) => isObject(value) && typeof value["aborted"] === "boolean" && typeof value["throwIfAborted"] === "function",
);
export const sink: ArgumentCheck = kind(
  "an object with a method write(text)",
  (value) => isObject(value) && typeof value["write"] === "function",
);

/** What may be left out, also by `undefined`. */
export function optional(check: ArgumentCheck): ArgumentCheck {
  return (value, parameter) => (value === undefined ? undefined : check(value, parameter));
}

/** An object with these fields and no others. */
export function fields<Type extends object>(checks: FieldChecks<Type>): ArgumentCheck {
  const byName: ReadonlyMap<string, ArgumentCheck> = new Map(Object.entries(checks));
  const names = [...byName.keys()];
  const must = `an object of ${names.join(", ")}`;
  return (value, parameter) => {
    if (!isObject(value)) return { parameter, message: `${parameter} must be ${must}, but got ${shown(value)}` };
    const unknown = Object.keys(value).find((name) => !byName.has(name));
    if (unknown !== undefined) return unknownName(parameter, unknown, names);
    return firstFault(byName, ([name, check]) => check(value[name], `${parameter}.${name}`));
  };
}

/** Checks of all fields of a type, so that the compiler asks for every one that is added. */
export type FieldChecks<Type extends object> = { readonly [Name in keyof Type]-?: ArgumentCheck };

/** A list of which each item passes. */
export function listOf(check: ArgumentCheck): ArgumentCheck {
  return (value, parameter) => {
    if (!Array.isArray(value)) return { parameter, message: `${parameter} must be a list, but got ${shown(value)}` };
    return firstFault(value.entries(), ([index, item]) => check(item, `${parameter}[${index}]`));
  };
}

/** One item, or a list of them. */
export function oneOrList(check: ArgumentCheck): ArgumentCheck {
  const list = listOf(check);
  return (value, parameter) => (Array.isArray(value) ? list(value, parameter) : check(value, parameter));
}

function firstFault<Item>(
  items: Iterable<Item>,
  faultOf: (item: Item) => ArgumentFault | undefined,
): ArgumentFault | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function kind(must: string, fits: (value: unknown) => boolean): ArgumentCheck {
  return (value, parameter) =>
    fits(value) ? undefined : { parameter, message: `${parameter} must be ${must}, but got ${shown(value)}` };
}

function unknownName(parameter: string, unknown: string, known: readonly string[]): ArgumentFault {
  const nearest = nearestName(unknown, known);
  const message = `${parameter} can't have "${showPath(unknown)}"`;
  return {
    parameter: `${parameter}.${showPath(unknown)}`,
    message,
    known,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in words; long ones and secrets have no place in a message. */
function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value))
    return value.every((item) => typeof item === "string") ? "a list" : "a list of other things";
  if (typeof value === "string") return "text";
  if (typeof value === "object") return "an object";
  return typeof value === "function" ? "a function" : String(value);
}
