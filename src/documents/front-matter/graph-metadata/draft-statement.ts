/** What reading metadata about the graph hands from one part to the other. */
import type { GraphStatement, MarkdownLink, StatementObject } from "../../markdown-document.ts";

/** Says a diagnostic about a text of a key. */
export type Report = (key: string, about: string, message: string) => void;

/** A statement that still names its links by what they are, since their order is not settled. */
export interface DraftStatement extends Omit<GraphStatement, "subject" | "object"> {
  readonly subject?: MarkdownLink | undefined;
  readonly object: DraftObject;
}

export type DraftObject = Exclude<StatementObject, { readonly link: number }> | { readonly link: MarkdownLink };
