/** Walks the names of documents and sections in the order in which postings are logged. */
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { OWN_HEADING, repeatsTitle, UPPER_HEADING, visitDocumentFields } from "./document-fields.ts";
import type { PostingLog } from "./postings.ts";

/** Adds the terms of a whole text to a log. */
export type AddText = (text: string, log: PostingLog) => void;

/** Logs the fields of a document besides its body. */
export function collectNames(document: MarkdownDocument, owner: number, log: PostingLog, add: AddText): void {
  let current = -1;
  visitDocumentFields(document, (field, text) => {
    if (field !== current) log.begin(owner, field);
    current = field;
    add(text, log);
  });
}

/**
 * Logs each section's own heading and those above it. A heading that repeats the title counts as the title alone.
 * `wanted` says which headings can hold a term at all.
 */
export function collectHeadings(
  document: MarkdownDocument,
  firstSection: number,
  log: PostingLog,
  add: AddText,
  wanted: (section: number) => boolean,
): void {
  const { sections } = document;
  for (const section of sections) {
    const owner = firstSection + section.index;
    for (let above = section.parent; above > 0; above = sections[above]?.parent ?? -1) {
      const heading = sections[above]?.text ?? "";
      if (!wanted(above) || repeatsTitle(document, heading)) continue;
      log.begin(owner, UPPER_HEADING);
      add(heading, log);
    }
    if (section.text === "" || !wanted(section.index) || repeatsTitle(document, section.text)) continue;
    log.begin(owner, OWN_HEADING);
    add(section.text, log);
  }
}
