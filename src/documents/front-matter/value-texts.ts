/** Reads the lists of words that front matter holds in several forms. */
import type { PropertyValue } from "../markdown-document.ts";

/**
 * The texts of a value: of a list its items (lists in it too), of a text with a comma its parts, each trimmed; empty ones, nulls and
 * maps are left out. `splitAtBlanks`: a text without a comma is split at blanks.
 */
export function readTexts(value: PropertyValue, splitAtBlanks: boolean): readonly string[] {
  if (value.type === "text") return splitText(value.value, splitAtBlanks);
  const texts: string[] = [];
  addItems(value, texts);
  return texts;
}

function splitText(text: string, splitAtBlanks: boolean): readonly string[] {
  const parts = text.includes(",") ? text.split(",") : splitAtBlanks ? text.split(/\s+/) : [text];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function addItems(value: PropertyValue, texts: string[]): void {
  if (value.type === "list") for (const item of value.items) addItems(item, texts);
  else if (value.type !== "map" && value.type !== "null" && value.text.trim() !== "") texts.push(value.text.trim());
}

/** The text of a value that is one: text, or a number, date or boolean as written; `undefined` for null, lists, maps and blanks. */
export function readText(value: PropertyValue): string | undefined {
  if (value.type === "null" || value.type === "list" || value.type === "map") return undefined;
  const text = value.text.trim();
  return text === "" ? undefined : text;
}
