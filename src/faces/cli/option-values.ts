/** Option values as commands want them. */
import { GraphdownError } from "../../base/errors.ts";

/** An option that must be a whole number. */
export function wholeNumber(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new GraphdownError({
    code: "invalid_input",
    message: `--${name} must be a whole number, but got ${JSON.stringify(text)}.`,
    details: { option: name },
    next: `Give --${name} a number such as 2.`,
  });
}

/** Only what was given, so that a tool's schema sees no empty parameters. */
export function defined(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
