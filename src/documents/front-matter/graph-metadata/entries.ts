/** Entries of maps by names that people write in several ways. */
import type { PropertyValue } from "../../markdown-document.ts";
import { readText } from "../value-texts.ts";

/** The first entry with one of the names, which are in lower case without `-` and `_`; the earlier name wins. */
export function entryOf(
  entries: ReadonlyMap<string, PropertyValue>,
  names: readonly string[],
): PropertyValue | undefined {
  for (const name of names) {
    for (const [key, value] of entries) {
      if (key.toLowerCase().replace(/[-_]/g, "") === name && value.type !== "null") return value;
    }
  }
  return undefined;
}

/** The texts of such an entry: of a list its items, else the text itself; blank ones are left out. */
export function entryTexts(entries: ReadonlyMap<string, PropertyValue>, names: readonly string[]): readonly string[] {
  const value = entryOf(entries, names);
  if (value === undefined) return [];
  return (value.type === "list" ? value.items : [value]).flatMap((item) => readText(item) ?? []);
}
