/** The id that a document gives itself in its front matter. */
import type { FrontMatter } from "../markdown-document.ts";
import { isIdKey } from "./metadata-keys.ts";
import { readText } from "./value-texts.ts";

/** The value of the first `id` that is a text, or a number or date as written; `undefined` where there is none. */
export function readDocumentId(frontMatter: FrontMatter | undefined): string | undefined {
  for (const [key, value] of frontMatter?.values ?? []) {
    if (!isIdKey(key) || value.type === "boolean") continue;
    const text = readText(value);
    if (text !== undefined) return text;
  }
  return undefined;
}
