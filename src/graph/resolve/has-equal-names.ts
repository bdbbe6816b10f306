/** The names by which other documents may call a document, besides its path. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";

/** Whether two versions of a document have the same names. */
export function hasEqualNames(a: MarkdownDocument, b: MarkdownDocument): boolean {
  return (
    a.title === b.title &&
    a.titleSource === b.titleSource &&
    isEqualList(a.aliases, b.aliases) &&
    isEqualList(a.addresses, b.addresses)
  );
}

function isEqualList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
