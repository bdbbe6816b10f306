/** A stand-in for the parser of documents that keeps the text it was given, and counts. */
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import type { DocumentSource } from "../../src/snapshot/document-source.ts";

export interface CountingParser {
  readonly parse: (source: DocumentSource) => MarkdownDocument;
  /** Paths in the order in which they were parsed. */
  readonly parsed: readonly string[];
}

export function createParser(): CountingParser {
  const parsed: string[] = [];
  const parse = (source: DocumentSource): MarkdownDocument => {
    parsed.push(source.path);
    return {
      ...source,
      lineCount: 0,
      title: source.path,
      titleSource: "name",
      wordCount: 0,
      ...{ aliases: [], addresses: [], tags: [], authors: [], properties: [], sections: [], links: [] },
      ...{ anchors: [], tasks: [], observations: [], hidden: [], diagnostics: [] },
    };
  };
  return { parse, parsed };
}
