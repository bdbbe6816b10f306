/** Options of parsing from outside: one that is wrong would be as good as not given. */
import { GraphdownError } from "../base/errors.ts";
import { showPath } from "../base/show-path.ts";
import type { ParseOptions } from "./parse-options.ts";

/** Returns when every option that is given has a value that it takes; else `invalid_options` with its name. */
export function checkParseOptions(given: Partial<ParseOptions>): void {
  const { hexColors, comments, linkMacros, maximumFrontMatterBytes: bytes } = given;
  requireOneOf("hexColors", hexColors, ["color", "tag"]);
  requireOneOf("comments", comments, ["skip", "include"]);
  if (bytes !== undefined && !(Number.isSafeInteger(bytes) && bytes >= 0)) {
    throw wrong(
      "maximumFrontMatterBytes",
      `must be a whole number, but got ${shown(bytes)}`,
      "Give a number of bytes.",
    );
  }
  if (linkMacros === undefined) return;
  if (!Array.isArray(linkMacros)) throw wrong("linkMacros", `must be a list, but got ${shown(linkMacros)}`, example);
  for (const [place, macro] of linkMacros.entries()) checkMacro(`linkMacros.${place}`, macro);
}

const example = 'Give entries such as { "match": "{{< ref \\"*\\" >}}", "path": "$1" }.';

function checkMacro(option: string, macro: unknown): void {
  const { match, path } = (macro ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof match !== "string" || typeof path !== "string" || path === "") {
    throw wrong(option, `needs the texts match and path, but got ${shown(macro)}`, example);
  }
  if (match.trim() === "" || match.trim().startsWith("*")) {
    throw wrong(option, `has a match that begins with no text of its own: ${shown(match)}`, example);
  }
}

function requireOneOf(option: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || known.includes(value as string)) return;
  const words = known.map((each) => `"${each}"`).join(" or ");
  throw wrong(option, `must be ${words}, but got ${shown(value)}`, `Give ${words}, or leave it out for "${known[0]}".`);
}

function shown(value: unknown): string {
  return showPath(JSON.stringify(value) ?? String(value));
}

function wrong(option: string, why: string, next: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `documents.${option} ${why}.`,
    details: { option: `documents.${option}` },
    next,
  });
}
