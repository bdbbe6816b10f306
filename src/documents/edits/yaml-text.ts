/** Values as YAML on one line, in a form that every reader takes for the same value. */
import { wrongEdit } from "../../base/edit-errors.ts";
import { readScalar } from "../front-matter/property-value.ts";

/** A value of front matter as JSON has it. */
export type YamlValue = string | number | boolean | null | readonly YamlValue[] | { readonly [key: string]: YamlValue };

/** Deepest nesting of a value. */
const maximumDepth = 16;

/** Begins with a letter, digit or `_` and holds nothing that means something in YAML. */
const plainText = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_ ./()+-]*[\p{L}\p{M}\p{N}_./()+-])?$/u;
/** Truth values to readers of older YAML. */
const formerBoolean = /^(?:y|yes|n|no|on|off)$/i;
/** What YAML does not allow as such even in quotes, and what readers take for line ends. */
const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The value as the text after `key: `. Values that JSON does not have are `invalid_input`. */
export function yamlText(value: YamlValue, depth = 0): string {
  if (depth > maximumDepth) throw wrongValue(`it is nested more than ${maximumDepth} levels deep`);
  if (value === null) return "null";
  if (typeof value === "string") return isDate(value) ? value : wholeText(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw wrongValue("it is no finite number");
    // A whole number that a double does not hold exactly is written as what it is.
    const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
    return (isExact ? String(value) : value.toExponential()).replace("e+", "e");
  }
  if (Array.isArray(value)) return `[${value.map((item: YamlValue) => flowText(item, depth)).join(", ")}]`;
  if (typeof value !== "object") throw wrongValue(`it is ${typeof value}`);
  const entries = Object.entries(value).map(([key, item]) => `${wholeText(key)}: ${flowText(item, depth)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function wholeText(text: string): string {
  if (/\p{Cs}/u.test(text)) throw wrongValue("it holds half a character (an unpaired surrogate)");
  return yamlString(text);
}

/** A text that is a date is written as one: JSON has no other way to give it. */
function isDate(text: string): boolean {
  const { type } = readScalar(text);
  return type === "date" || type === "dateTime";
}

function flowText(value: YamlValue, depth: number): string {
  return yamlText(value, depth + 1);
}

/** A text: plain where nobody could take it for anything else, else in double quotes. */
export function yamlString(text: string): string {
  const isPlain = plainText.test(text) && !formerBoolean.test(text) && readScalar(text).type === "text";
  // A digit at the start is quoted unless it can only be a word: older readers know more forms of numbers and dates.
  if (isPlain && !/^\d[\d_.:+-]*(?:[eE]|$)/.test(text) && !/^0[xob]/i.test(text)) return text;
  return doubleQuoted(text);
}

/** A text in double quotes, as YAML, TOML and JSON read them alike. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(unprintable, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function wrongValue(why: string): Error {
  return wrongEdit(
    "value",
    `The value can't be written: ${why}.`,
    "Give text, a number, true or false, a list or an object of these, or null to remove the key.",
  );
}
